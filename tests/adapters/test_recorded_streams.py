"""The recorded streams: read by hand as well, cut everywhere, broken off everywhere; the whole answers, streamed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import cast

import pytest

from golem_sdk.adapter import StreamDecoder
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Response
from tests.adapters.reading import Exchange, Object, chunks, exchanges, fold, read, streams
from tests.adapters.table import compared
from tests.adapters.test_openai_chat_stream import ADAPTER, DONE, Outcome, chunk, frame, outcome, piece
from tests.conftest import ROOT, shared

FILE = "recordings/openai-chat.jsonl"
STREAMS = 41
WINDOW, SPREAD = 2_048, 200


@cache
def recorded() -> dict[str, Exchange]:
    return {exchange.id: exchange for exchange in streams(shared(FILE))}


def ids() -> list[str]:
    """The recorded streams, one of those that are the same bytes; one test that is skipped where there are none."""
    file = ROOT.parent / "shared" / FILE
    distinct = {exchange.body: exchange.id for exchange in streams(file)} if file.exists() else {b"": "none"}
    return list(distinct.values())


def events(body: bytes) -> list[bytes]:
    """The recorded streams' events; what joins them is the stream."""
    found = body.split(b"\n\n")
    return [event + b"\n\n" for event in found[:-1]] + ([found[-1]] if found[-1] else [])


def boundaries(body: bytes) -> Iterator[tuple[bytes, int]]:
    """A stream, and a place to cut it.

    Of a long one, the first and the last 2 kB are cut in a stream of the events around them alone, and 200 places
    in the whole one.
    """
    if len(body) <= 2 * WINDOW:
        yield from ((body, cut) for cut in range(1, len(body)))
        return
    pieces = events(body)
    first, last = _covering(pieces), _covering(pieces[::-1])
    short = b"".join((*pieces[:first], *pieces[max(first, len(pieces) - last) :]))
    yield from ((short, cut) for cut in range(1, min(WINDOW, len(short))))
    yield from ((short, cut) for cut in range(max(1, len(short) - WINDOW), len(short)))
    yield from ((body, cut) for cut in range(1, len(body), max(1, len(body) // SPREAD)))


def _covering(pieces: Sequence[bytes]) -> int:
    size = 0
    for number, event in enumerate(pieces, 1):
        if (size := size + len(event)) >= WINDOW:
            return number
    return len(pieces)


def test_the_recorded_streams_are_all_here() -> None:
    assert len(recorded()) == STREAMS
    assert len({exchange.body for exchange in recorded().values()}) == len(ids())


def test_g1_every_recorded_stream_reads_as_its_chunks_do_by_hand() -> None:
    errors: list[str] = []
    for exchange in recorded().values():
        result = outcome([exchange.body])
        if isinstance(result, Response):
            differ = [column for column, same in compared(read(exchange), value(result)) if not same]
            assert differ == [], exchange.id
        else:
            errors.append(exchange.id)
    assert errors == ["7874dcac6d-0", "a051d3042e-0"]


def test_g6_the_two_recordings_that_are_errors_are_typed_and_keep_what_arrived() -> None:
    kind, _, arrived = cast("tuple[str, str, Response | None]", outcome([recorded()["7874dcac6d-0"].body]))
    assert (kind, arrived) == ("stream_incomplete", None)
    failed = recorded()["a051d3042e-0"]
    kind, message, arrived = cast("tuple[str, str, Response | None]", outcome([failed.body]))
    assert message.startswith("openai_chat: Tool call validation failed")
    assert arrived is not None
    assert differences(arrived, fold(chunks(failed.text)[:-1])) == []
    assert arrived.message.thinking


@pytest.mark.parametrize("name", ids())
def test_g1_any_split_of_a_recorded_stream_gives_the_same(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    body = recorded()[name].body
    expected: dict[bytes, Outcome] = {}
    cuts = 0
    for stream, cut in boundaries(body):
        if stream not in expected:
            expected[stream] = outcome([stream])
        assert outcome([stream[:cut], stream[cut:]]) == expected[stream], cut
        cuts += 1
    assert outcome(body[i : i + 1] for i in range(len(body))) == outcome([body])
    record_property("splits", cuts)
    assert cuts >= min(len(body) - 1, 2 * WINDOW - 2)


@pytest.mark.parametrize("name", ids())
def test_g6_a_recorded_stream_cut_after_any_event_is_incomplete_and_keeps_what_arrived(name: str) -> None:
    exchange = recorded()[name]
    decoder, seen = ADAPTER.stream(), list[Object]()
    pieces = events(exchange.body)
    for event in pieces[:-1] if exchange.text.endswith("[DONE]\n\n") else pieces:
        more = chunks(event.decode())
        if more and "error" in more[0]:
            break
        decoder.feed(event)
        seen += more
        error = incomplete(deepcopy(decoder))
        answered = fold(seen)
        if "choices" in answered:
            assert error.arrived is not None
            assert differences(error.arrived, answered) == [], len(seen)
        elif error.arrived is not None:
            assert (error.arrived.message.content, error.arrived.message.tool_calls) == ("", ())


def differences(response: Response, answered: Object) -> list[str]:
    """The columns in which the response is not what the answer says."""
    reading = read(Exchange("", "", 200, {}, answered))
    return [column for column, same in compared(reading, value(response)) if not same]


def value(response: Response) -> Object:
    """The response as plain JSON."""
    return cast("Object", json.loads(response.to_json()))


def incomplete(decoder: StreamDecoder) -> ApiError:
    with pytest.raises(ApiError) as caught:
        decoder.finish()
    assert caught.value.details.kind == "stream_incomplete"
    return caught.value


def test_g6_a_stream_cut_at_any_byte_is_never_an_answer_and_never_another_exception() -> None:
    body = recorded()["623a9e735b-0"].body
    whole = outcome([body])
    for cut in range(len(body)):
        result = outcome([body[:cut]])
        # The end mark counts as soon as it is there; the blank line behind it may be missing.
        if cut >= len(body) - len(b"\n\n"):
            assert result == whole
        else:
            assert not isinstance(result, Response)
            assert result[0] == "stream_incomplete", cut


def test_c10_every_recorded_whole_answer_streams_to_the_same_response() -> None:
    checked = 0
    for exchange in exchanges(shared(FILE)):
        if exchange.message is None:
            continue
        assert outcome([restreamed(exchange.answer)]) == ADAPTER.decode(exchange.body), exchange.id
        checked += 1
    assert checked > 200


def restreamed(whole: Object) -> bytes:
    """A whole answer as a stream: texts letter by letter, calls as providers cut them, the rest at once."""
    choice = cast("list[Object]", whole["choices"])[0]
    deltas: list[JsonValue] = []
    for key, value in cast("Object", choice["message"]).items():
        if key in ("content", "reasoning", "reasoning_content", "refusal") and isinstance(value, str):
            deltas += [{key: value[i : i + 7]} for i in range(0, len(value), 7)] or [{key: value}]
        elif key == "tool_calls" and isinstance(value, list):
            for index, call in enumerate(cast("list[Object]", value)):
                function = cast("Object", call["function"])
                head: Object = {**call, "index": index, "function": {**function, "arguments": ""}}
                deltas += [{key: [head]}, {key: [piece(function.get("arguments"), index=index)]}]
        else:
            deltas.append({key: value})
    top = {key: value for key, value in whole.items() if key not in ("choices", "usage")}
    sent = [{**cast("Object", chunk(delta)), **top} for delta in deltas]
    last = {**cast("Object", chunk({}, choice.get("finish_reason"))), **top}
    usage: JsonValue = {**top, "choices": [], "usage": whole.get("usage")}
    return b"".join(map(frame, [*sent, last, usage])) + DONE
