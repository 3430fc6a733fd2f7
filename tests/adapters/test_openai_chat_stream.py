"""Streams of this wire: calls in every manner of pieces, texts cut anywhere, and every bad end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Delta, Response, ToolCall
from tests.adapters.answers import RICH, answer, calling, function_call
from tests.adapters.reading import Object
from tests.contract.kit import patient

ADAPTER = OpenAIChatAdapter("m-test")
DONE = b"data: [DONE]\n\n"

Outcome = Response | tuple[str | None, str, Response | None]


def outcome(pieces: Iterable[bytes]) -> Outcome:
    """What a stream means that comes in these pieces: the response, or the error with what had arrived."""
    decoder = ADAPTER.stream()
    try:
        for piece in pieces:
            decoder.feed(piece)
        return decoder.finish()
    except ApiError as error:
        return error.details.kind, error.message, error.arrived


def frame(chunk: JsonValue) -> bytes:
    return f"data: {json.dumps(chunk)}\n\n".encode()


def chunk(delta: JsonValue, finish: JsonValue = None, **top: JsonValue) -> JsonValue:
    return {"model": "m-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **top}


def streamed(*deltas: JsonValue, finish: JsonValue = "stop", **last: JsonValue) -> bytes:
    """A stream of these deltas."""
    return b"".join(map(frame, [*map(chunk, deltas), chunk({}, finish, **last)])) + DONE


def calls_of(*pieces: JsonValue, finish: JsonValue = "tool_calls") -> tuple[ToolCall, ...]:
    """The calls of a stream; a list is several pieces in one chunk."""
    deltas: list[JsonValue] = [{"tool_calls": piece if isinstance(piece, list) else [piece]} for piece in pieces]
    result = outcome([streamed(*deltas, finish=finish)])
    assert isinstance(result, Response), result
    return result.message.tool_calls


def piece(
    arguments: JsonValue = None, *, index: JsonValue = 0, call_id: JsonValue = None, name: JsonValue = None
) -> JsonValue:
    return {"index": index, "id": call_id, "function": {"name": name, "arguments": arguments}}


def told(*pieces: JsonValue) -> list[tuple[str, str, str]]:
    return [(call.id, call.name, call.args.text) for call in calls_of(*pieces)]


def bare(**members: JsonValue) -> JsonValue:
    """A piece with these members alone."""
    return members


OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'
ONE = [("a", "weather", OSLO)]
TWO = [("a", "weather", OSLO), ("b", "weather", BERGEN)]
THREE = [*TWO, ("c", "now", "")]


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        pytest.param([piece(call_id="a", name="weather"), piece(OSLO[:5]), piece(OSLO[5:])], ONE, id="null first"),
        pytest.param([piece(OSLO, call_id="a", name="weather"), piece(None), piece("")], ONE, id="null last"),
        pytest.param([piece(OSLO, call_id="a", name="weather")], ONE, id="whole at once"),
        pytest.param([piece({"city": "Oslo"}, call_id="a", name="weather")], ONE, id="an object"),
        pytest.param([piece({}, call_id="a", name="now")], [("a", "now", "{}")], id="an empty object"),
        pytest.param(
            [
                piece(OSLO, index=None, call_id="a", name="weather"),
                piece(BERGEN, index=None, call_id="b", name="weather"),
            ],
            TWO,
            id="null index, other id",
        ),
        pytest.param(
            [
                piece("", index=None, call_id="a", name="weather"),
                piece(OSLO[:5], index=None),
                piece(OSLO[5:], index=None),
                piece("", index=None, call_id="b", name="weather"),
                piece(BERGEN, index=None, call_id="b"),
            ],
            TWO,
            id="null index, in pieces",
        ),
        pytest.param(
            [
                piece(OSLO[:5], index=None, call_id="a", name="weather"),
                piece(BERGEN[:5], index=None, call_id="b", name="weather"),
                piece(OSLO[5:], index=None, call_id="a"),
                piece(BERGEN[5:], index=None, call_id="b"),
            ],
            TWO,
            id="null index, interleaved by id",
        ),
        pytest.param(
            [bare(id="a", function={"name": "weather", "arguments": OSLO[:5]}), bare(function={"arguments": OSLO[5:]})],
            ONE,
            id="missing index",
        ),
        pytest.param([piece(OSLO[:5], call_id="a", name="weather"), piece(OSLO[5:], index=None)], ONE, id="index lost"),
        pytest.param(
            [piece(OSLO[:5], index=None, call_id="a", name="weather"), piece(OSLO[5:])], ONE, id="index only later"
        ),
        pytest.param(
            [piece(OSLO, call_id="a", name="weather"), piece(BERGEN, call_id="b", name="weather"),
             piece("", call_id="c", name="now")],
            THREE,
            id="re-used index, whole",
        ),
        pytest.param(
            [piece("", call_id="a", name="weather"), piece(OSLO[:3]), piece(OSLO[3:]),
             piece("", call_id="b", name="weather"), piece(BERGEN)],
            TWO,
            id="re-used index, in pieces",
        ),
        pytest.param(
            [piece(OSLO[:3], call_id="a", name="weather"), piece(BERGEN[:3], call_id="b", name="weather"),
             piece(OSLO[3:], call_id="a"), piece(BERGEN[3:], call_id="b")],
            TWO,
            id="re-used index, interleaved by id",
        ),
        pytest.param([piece("", name="weather"), piece(OSLO[:4], call_id="a"), piece(OSLO[4:])], ONE, id="late id"),
        pytest.param(
            [piece("", index=None, name="weather"), piece(OSLO, index=None, call_id="a")], ONE, id="late id, null index"
        ),
        pytest.param(
            [piece(OSLO, name="weather"), piece("", call_id="a", name="weather")], ONE, id="late id, name repeated"
        ),
        pytest.param([[piece(OSLO, index=0, call_id="a", name="weather"),
                       piece(BERGEN, index=1, call_id="b", name="weather")]], TWO, id="several in a chunk"),
        pytest.param([[piece(None, index=0, call_id="a", name="now"),
                       piece(BERGEN, index=1, call_id="b", name="weather")]],
                     [("a", "now", ""), ("b", "weather", BERGEN)], id="several in a chunk, one null"),
        pytest.param([piece(BERGEN, index=1, call_id="b", name="weather"),
                      piece(OSLO, index=0, call_id="a", name="weather")], TWO, id="ordered by index"),
        pytest.param([piece(OSLO[:4], call_id="a", name="weather"), piece(OSLO[4:], call_id="", name="")], ONE,
                     id="empty id and name"),
        pytest.param([piece(OSLO[:4], call_id="a", name="weather"), piece(OSLO[4:], call_id="a", name="weather")], ONE,
                     id="id and name repeated"),
        pytest.param([piece("", call_id="a", name="wea"), piece("", name="ther"), piece(OSLO)], ONE, id="name cut"),
        pytest.param([bare(index=0, id="a"), bare(index=0, function={"name": "weather"}), piece(OSLO)], ONE,
                     id="no function"),
    ],
)  # fmt: skip
def test_g1_pieces_of_calls(pieces: list[JsonValue], calls: list[tuple[str, str, str]]) -> None:
    assert told(*pieces) == calls


def test_g1_calls_without_id_and_index_are_told_apart_by_their_names() -> None:
    calls = calls_of(piece(OSLO, index=None, name="weather"), piece("{}", index=None, name="now"))
    assert [(call.name, call.args.text) for call in calls] == [("weather", OSLO), ("now", "{}")]
    assert all(call.id for call in calls)
    assert len({call.id for call in calls}) == len(calls)


def test_a4_an_escaped_pair_cut_between_two_deltas_is_one_character() -> None:
    (call,) = calls_of(piece('{"msg":"hi \\ud83d', call_id="a", name="say"), piece('\\ude00 ok"}'))
    assert call.args.value() == {"msg": "hi \N{GRINNING FACE} ok"}
    assert "\ud83d" not in call.args.text


def test_a4_arguments_of_a_stream_that_died_are_kept_as_text() -> None:
    body = frame(chunk({"tool_calls": [piece('{"city":"Os', call_id="a", name="weather")]}))
    _, _, arrived = cast("tuple[str, str, Response]", outcome([body]))
    assert arrived.message.tool_calls[0].args.text == '{"city":"Os'
    assert arrived.message.tool_calls[0].to_value()["args"] == '{"city":"Os'


def folded(deltas: Iterable[Delta]) -> tuple[str, str, dict[int, str]]:
    """What deltas add up to, by plain concatenation: text, thoughts, and arguments by the number of the call."""
    text, thoughts, calls = "", "", dict[int, str]()
    for delta in deltas:
        text += delta.content
        thoughts += "".join(thought.text for thought in delta.thinking)
        for call in delta.tool_calls:
            calls[call.index] = calls.get(call.index, "") + call.args_fragment
    return text, thoughts, calls


@given(st.text(), st.text(), st.lists(st.text(), max_size=3), st.data())
@patient
def test_c10_assembled_and_whole_are_equal_however_the_texts_are_cut(
    text: str, thought: str, arguments: list[str], data: st.DataObject
) -> None:
    calls: list[JsonValue] = [function_call(f"c{i}", f"f{i}", args) for i, args in enumerate(arguments)]
    message: JsonValue = {"role": "assistant", "content": text, "reasoning_content": thought, "tool_calls": calls}
    deltas: list[JsonValue] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": part} for part in cut(thought, data)]
    deltas += [{"content": part} for part in cut(text, data)]
    for index, args in enumerate(arguments):
        deltas.append({"tool_calls": [piece("", index=index, call_id=f"c{index}", name=f"f{index}")]})
        deltas += [{"tool_calls": [piece(part, index=index)]} for part in cut(args, data)]
    body = streamed(*deltas)
    assert outcome(split(body, data)) == ADAPTER.decode(answer(message))
    decoder = ADAPTER.stream()
    told = folded(delta for part in split(body, data) for delta in decoder.feed(part))
    assert told == (clean(text), clean(thought), {i: clean(args) for i, args in enumerate(arguments)})


def clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode() if text.isascii() else text


def cut(text: str, data: st.DataObject) -> list[str]:
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def split(body: bytes, data: st.DataObject) -> list[bytes]:
    places = sorted(data.draw(st.lists(st.integers(0, len(body)), max_size=4)))
    return [body[a:b] for a, b in zip([0, *places], [*places, len(body)], strict=True)]


def test_c10_refusals_and_the_old_field_for_calls_are_read_as_in_whole_answers() -> None:
    assert outcome([streamed({"refusal": "I "}, {"refusal": "won't."})]) == ADAPTER.decode(
        answer({"role": "assistant", "refusal": "I won't."})
    )
    old: JsonValue = {"name": "now", "arguments": '{"a":1}'}
    deltas: list[JsonValue] = [
        {"function_call": {"name": "now", "arguments": '{"a"'}},
        {"function_call": {"arguments": ":1}"}},
    ]
    result = outcome([streamed(*deltas, finish="function_call")])
    whole = ADAPTER.decode(answer({"role": "assistant", "function_call": old}, "function_call"))
    assert isinstance(result, Response)
    assert [(c.name, c.args) for c in result.message.tool_calls] == [(c.name, c.args) for c in whole.message.tool_calls]
    assert result.finish_reason == whole.finish_reason


def test_c10_the_same_thoughts_in_two_fields_are_told_once_and_kept_in_both() -> None:
    both: JsonValue = {"reasoning": "so", "reasoning_content": "so"}
    body = streamed(both, {"content": "yes"})
    assert outcome([body]) == ADAPTER.decode(answer({"role": "assistant", "content": "yes", **cast("Object", both)}))
    assert folded(ADAPTER.stream().feed(body)) == ("yes", "so", {})


def test_a6_thoughts_with_a_signature_are_replayed_as_one_block_not_as_pieces() -> None:
    head: Object = {"type": "reasoning.text", "index": 0, "format": "f"}
    sealed: Object = {"type": "reasoning.encrypted", "index": 0, "data": "x"}
    pieces: list[Object] = [{**head, "text": "", "signature": ""}, {**head, "text": "So "}, {**head, "text": "it is."}]
    pieces += [{**head, "signature": "c2ln"}, sealed, sealed, {**head, "index": 1, "text": "More"}]
    whole: list[JsonValue] = [{**head, "text": "So it is.", "signature": "c2ln"}, sealed, sealed]
    whole.append({**head, "index": 1, "text": "More"})
    deltas: list[JsonValue] = [{"reasoning_details": [piece]} for piece in pieces]
    expected = ADAPTER.decode(answer({"role": "assistant", "content": "yes", "reasoning_details": whole}))
    assert outcome([streamed(*deltas, {"content": "yes"})]) == expected
    assert expected.message.native is not None


def test_g1_usage_behind_the_finish_counts_and_the_last_one_replaces() -> None:
    body = frame(chunk({"content": "x"}, usage={"prompt_tokens": 1})) + frame(chunk({}, "stop", usage=None))
    body += frame({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}) + DONE
    result = outcome([body])
    assert isinstance(result, Response)
    assert (result.usage.input, result.usage.output, result.finish_reason) == (7, 2, "stop")


PART = frame(chunk({"content": "Part"}))


@pytest.mark.parametrize(
    ("end", "kind", "words"),
    [
        (b"", "stream_incomplete", "without [DONE]"),
        (frame(chunk({}, "stop")), "stream_incomplete", "without [DONE]"),
        (b'data: {"choices":[', "stream_incomplete", "not JSON"),
        (b"data: [DON", "stream_incomplete", "not JSON"),
        (frame({"error": {"code": 502, "message": "upstream failed"}}), "server_error", "upstream failed"),
        (frame({"error": "out of order"}), "other", "out of order"),
        (frame({"error": {"code": "rate_limit_exceeded", "message": "slow"}}) + DONE, "rate_limited", "slow"),
        (b'event: error\ndata: {"message": "no more"}\n\n', "other", "no more"),
        (b"event: error\ndata: overloaded\n\n" + DONE, "malformed_response", "it ends in an error"),
        (b"data: <html>\n\n" + DONE, "malformed_response", "not JSON"),
        (frame({"choices": 5}) + DONE, "malformed_response", "choices"),
        (frame([1]) + DONE, "malformed_response", "the body"),
    ],
)
def test_g6_a_bad_end_is_an_error_with_what_arrived(end: bytes, kind: str, words: str) -> None:
    told, message, arrived = cast("tuple[str, str, Response | None]", outcome([PART + end]))
    assert (told, arrived and arrived.message.content) == (kind, "Part")
    assert words in message


def test_g6_the_excerpt_shows_the_event_that_was_the_error() -> None:
    decoder = ADAPTER.stream()
    with pytest.raises(ApiError) as caught:
        decoder.feed(b"event: error\ndata: overloaded\n\n")
    assert caught.value.details.excerpt == "overloaded"
    assert caught.value.arrived is None


@pytest.mark.parametrize("body", [DONE, b": hm\n\n" + DONE, frame({"choices": []}) + DONE])
def test_g6_a_stream_of_nothing_is_malformed(body: bytes) -> None:
    assert cast("tuple[str, str, Response | None]", outcome([body]))[::2] == ("malformed_response", None)


def test_g1_what_comes_behind_the_end_mark_and_blank_events_is_ignored() -> None:
    decoder = ADAPTER.stream()
    assert [delta.content for delta in decoder.feed(b"data:\n\n" + PART + DONE + PART + b"data: <html>\n\n")] == [
        "Part"
    ]
    assert decoder.done
    assert list(decoder.feed(PART)) == []
    assert decoder.finish().message.content == "Part"


def test_g1_a_rich_answer_in_one_chunk_is_the_whole_answer() -> None:
    body = frame(chunk({"content": "x", "tool_calls": [piece(OSLO, call_id="a", name="weather")]}, "tool_calls")) + DONE
    whole = calling(function_call("a", "weather", OSLO), content="x")
    assert outcome([body]) == ADAPTER.decode(whole)


SCRAP = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["a", "tool_calls", "stop"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["index", "id", "function", "name", "arguments", "content", "type", "text", "thinking", "reasoning", "role"]
    ), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(st.lists(st.dictionaries(st.sampled_from(
    ["content", "tool_calls", "reasoning", "refusal", "function_call", "reasoning_details", "x", "role", "thinking"]
), SCRAP, max_size=3), max_size=4))  # fmt: skip
@patient
def test_g6_whatever_a_stream_holds_the_only_exception_is_ours(deltas: list[JsonValue]) -> None:
    outcome([streamed(*deltas)])
    outcome([b"".join(frame(chunk(delta)) for delta in deltas)])


@given(st.lists(st.binary(max_size=40), max_size=4))
@patient
def test_g6_whatever_bytes_come_the_only_exception_is_ours(pieces: list[bytes]) -> None:
    result = outcome(pieces)
    assert isinstance(result, Response) or result[0] in ("stream_incomplete", "malformed_response")
    outcome([b"data: ", *pieces, b"\n\n", DONE])


def test_rich_is_what_a_stream_is_compared_with() -> None:
    """Chunks of content, thoughts beside text: what hosts send whole, in one delta."""
    message = cast("Object", cast("list[Object]", RICH["choices"])[0]["message"])
    content = [item for item in cast("list[Object]", message["content"]) if item["type"] in ("thinking", "text")]
    result = outcome([streamed({"content": cast("JsonValue", content)})])
    assert isinstance(result, Response)
    assert (result.message.content, result.message.thinking[0].text) == ("Let me look.", "so")
