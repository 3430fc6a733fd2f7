"""Streams of the fake provider, read by a bare HTTP client: chunks as the provider sends them, and every bad end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

import pytest

from golem_sdk import JsonValue
from golem_sdk.testing import FakeProvider, Reply, Script, Step, call
from golem_sdk.testing._node import Node
from golem_sdk.testing.wires import openai_chat
from golem_wire.canonical import Message, Native, Response, ThinkingBlock, Usage
from tests.conftest import shared
from tests.testing.kit import RefundArgs, get_player_name, post, refund

pytestmark = pytest.mark.anyio

Chunk = dict[str, Any]
ASKED: Mapping[str, JsonValue] = {"model": "gpt-5.2", "messages": [{"role": "user", "content": "hi"}], "stream": True}
USAGE: Mapping[str, JsonValue] = {"include_usage": True}


async def streamed(step: Step | Reply, **options: JsonValue) -> list[Chunk]:
    """The chunks of an answer, from the wire; that it ends as it should is checked on the way."""
    async with FakeProvider("openai_chat", [step]) as server:
        answer = await post(server, {**ASKED, "stream_options": options} if options else ASKED)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["transfer-encoding"] == "chunked"
    frames = answer.text.split("\n\n")
    assert frames[-2:] == ["data: [DONE]", ""]
    assert all(frame.startswith("data: {") for frame in frames[:-2])
    return [json.loads(frame.removeprefix("data: ")) for frame in frames[:-2]]


def deltas(chunks: list[Chunk]) -> list[Chunk]:
    return [choice["delta"] for chunk in chunks for choice in chunk["choices"]]


def said(step: Script) -> Step:
    return step.steps[0]


async def test_text_comes_in_several_deltas_behind_the_role() -> None:
    chunks = await streamed(said(Script().text("Anne wins, 12:3.\n\n Зима 🎉")))
    first, *pieces, last = deltas(chunks)
    assert first == {"role": "assistant", "content": "", "refusal": None}
    assert "".join(piece["content"] for piece in pieces) == "Anne wins, 12:3.\n\n Зима 🎉"
    assert len(pieces) > 4
    assert last == {}
    assert [c["choices"][0]["finish_reason"] for c in chunks] == [None] * (len(chunks) - 1) + ["stop"]
    assert {(c["id"], c["object"], c["model"]) for c in chunks} == {
        ("chatcmpl-fake1", "chat.completion.chunk", "gpt-5.2")
    }


async def test_one_call_begins_in_the_first_chunk_with_empty_arguments() -> None:
    first, *pieces, last = deltas(await streamed(said(Script().call(refund, RefundArgs(cents=1234567)))))
    head = {"id": "call_1", "type": "function", "function": {"name": "refund", "arguments": ""}, "index": 0}
    assert first == {"role": "assistant", "content": None, "tool_calls": [head], "refusal": None}
    assert {json.dumps({**p["tool_calls"][0], "function": list(p["tool_calls"][0]["function"])}) for p in pieces} == {
        '{"index": 0, "function": ["arguments"]}'
    }
    assert "".join(p["tool_calls"][0]["function"]["arguments"] for p in pieces) == '{"cents":1234567}'
    assert len(pieces) > 2
    assert last == {}


async def test_several_calls_come_one_after_another_behind_the_text() -> None:
    calls = (call(refund, {"cents": 5}), call(get_player_name), call(refund, ""))
    told = deltas(await streamed(said(Script().calls(*calls, text="Let me see."))))
    fragments = [fragment for delta in told for fragment in delta.get("tool_calls", [])]
    assert [f["index"] for f in fragments] == sorted(f["index"] for f in fragments)
    assert [(f["index"], f["id"]) for f in fragments if "id" in f] == [(0, "call_1"), (1, "call_2"), (2, "call_3")]
    arguments = ["".join(f["function"]["arguments"] for f in fragments if f["index"] == i) for i in range(3)]
    assert arguments == ['{"cents":5}', "{}", ""]
    assert [next(iter(delta)) for delta in told if delta][:4] == ["role", "content", "content", "content"]


def recorded_streams(host: str = "") -> list[Mapping[str, Any]]:
    rows = [json.loads(line) for line in shared("recordings/openai-chat.jsonl").read_text("utf-8").splitlines()]
    return [row for row in rows if row["response_kind"] == "text" and host in row["host"]]


def _chunks(recorded: Mapping[str, Any]) -> list[Chunk]:
    return [json.loads(data) for data in re.findall(r"^data: (\{.*)$", recorded["response"], re.MULTILINE)]


@pytest.mark.parametrize("recorded", ["get_country", "get_weather"])
async def test_the_chunks_have_the_keys_of_recorded_ones(recorded: str) -> None:
    """Compared with what api.openai.com sent for the same calls, but for how it cut the arguments."""
    theirs = next(
        c for c in map(_chunks, recorded_streams("api.openai.com")) if f'"{recorded}", "arguments": ""' in str_of(c)
    )
    calls = [f for delta in deltas(theirs) for f in delta.get("tool_calls", [])]
    names = {f["index"]: (f["id"], f["function"]["name"]) for f in calls if "id" in f}
    made = [
        call(refund, "".join(f["function"]["arguments"] for f in calls if f["index"] == i), id=id_).replace(name=name)
        for i, (id_, name) in names.items()
    ]
    ours = await streamed(said(Script().calls(*made)), include_usage=True)
    assert _shapes(ours) == _shapes(theirs)


def str_of(chunks: list[Chunk]) -> str:
    return json.dumps(chunks)


def _shapes(chunks: list[Chunk]) -> list[object]:
    """Keys alone, without what repeats itself."""
    shapes = [_shape(chunk) for chunk in chunks]
    return [shape for before, shape in zip([None, *shapes], shapes, strict=False) if shape != before]


# Younger than the recordings; different from model to model.
_VARY = ("cache_write_tokens", "system_fingerprint")


def _shape(value: object) -> object:
    if isinstance(value, dict):
        items = cast("dict[str, object]", value)
        return {key: _shape(inner) for key, inner in items.items() if key not in _VARY}
    if isinstance(value, list):
        return [_shape(inner) for inner in cast("list[object]", value)]
    return None if value is None else "value"


async def test_usage_comes_in_a_chunk_of_its_own_and_only_when_asked_for() -> None:
    step = said(Script().text("hello there"))
    *others, last = await streamed(step, include_usage=True)
    assert (last["choices"], last["usage"]["prompt_tokens"], last["usage"]["completion_tokens"]) == ([], 10, 5)
    assert [chunk["usage"] for chunk in others] == [None] * len(others)
    assert others[-1]["choices"][0]["finish_reason"] == "stop"
    for options in ({}, {"include_usage": False}):
        assert not any("usage" in chunk or not chunk["choices"] for chunk in await streamed(step, **options))


async def test_padding_is_sent_unless_it_is_declined() -> None:
    step = said(Script().text("hello"))
    assert all("obfuscation" in chunk for chunk in await streamed(step))
    assert not any("obfuscation" in chunk for chunk in await streamed(step, include_obfuscation=False))


THOUGHT = Message(role="assistant", content="so", thinking=(ThinkingBlock(text="hm, well", provider="openai_chat"),))
AUDIO: JsonValue = {"id": "audio_1", "data": "AAAA"}
NATIVE = Native(tag="openai_chat", digest="any", content=({"role": "assistant", "content": None, "audio": AUDIO},))


@pytest.mark.parametrize(
    ("response", "key", "whole"),
    [
        (Response(message=THOUGHT, usage=Usage(), finish_reason="length"), "reasoning_content", "hm, well"),
        (
            Response(message=Message(role="assistant", content="I won't."), usage=Usage(), finish_reason="refusal"),
            "refusal",
            "I won't.",
        ),
    ],
)
async def test_reasoning_and_refusals_come_in_pieces_too(response: Response, key: str, whole: str) -> None:
    pieces = [delta[key] for delta in deltas(await streamed(response)) if delta.get(key)]
    assert "".join(pieces) == whole
    assert len(pieces) > 1


async def test_what_only_the_native_message_says_comes_whole() -> None:
    answer = Response(message=Message(role="assistant", native=NATIVE), usage=Usage(), finish_reason="stop")
    assert {"audio": AUDIO} in deltas(await streamed(answer))


async def test_a_failure_before_the_first_byte_is_an_http_error() -> None:
    async with FakeProvider("openai_chat", Script().fail("rate_limited", "slow down", retry_after=2)) as server:
        answer = await post(server, ASKED)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "rate_limit_exceeded")
    assert answer.headers["retry-after"] == "2"


async def test_stream_options_need_a_stream() -> None:
    plain = {key: value for key, value in ASKED.items() if key != "stream"}
    async with FakeProvider("openai_chat", Script().text("hi")) as server:
        for stream in ({}, {"stream": False}, {"stream": None}):
            error = (await post(server, {**plain, **stream, "stream_options": USAGE})).json()["error"]
            assert (error["param"], error["code"]) == ("stream_options", None)
            assert error["message"].startswith("The 'stream_options' parameter is only allowed when 'stream' is")
        wrong = (await post(server, {**ASKED, "stream_options": {"include_usage": "yes"}})).json()["error"]
        assert wrong["param"] == "stream_options.include_usage"
        assert (await post(server, {**plain, "stream_options": None})).json()["object"] == "chat.completion"


def test_the_same_script_gives_the_same_bytes() -> None:
    (step,) = Script().call(refund, {"cents": 5}).steps
    assert isinstance(step, Response)
    asked = Node({**ASKED, "stream_options": USAGE})
    assert openai_chat.answer(step, asked, 1) == openai_chat.answer(step, asked, 1)
