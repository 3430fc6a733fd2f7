"""Answers of this wire, written by hand, and the little that every test here does with them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Message, Request, Response, ToolCall

__all__ = ["ADAPTER", "RICH", "answer", "body_of", "calling", "decode", "error_of", "function_call", "messages_of"]

ADAPTER = OpenAIChatAdapter("m-test")


def answer(message: JsonValue, finish: JsonValue = "stop", **top: JsonValue) -> bytes:
    """An answer with one choice."""
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return json.dumps({"id": "cc-1", "object": "chat.completion", "model": "m-1", "choices": [choice], **top}).encode()


def function_call(call_id: JsonValue, name: JsonValue, arguments: JsonValue = "{}", **more: JsonValue) -> JsonValue:
    """A call as the provider writes it."""
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


def calling(*calls: JsonValue, finish: JsonValue = "tool_calls", **message: JsonValue) -> bytes:
    """An answer that only calls tools."""
    return answer({"role": "assistant", "content": None, "tool_calls": calls, **message}, finish)


def decode(body: bytes) -> Response:
    """What the adapter makes of it."""
    return ADAPTER.decode(body)


def error_of(body: bytes) -> ApiError:
    """The error that the adapter makes of an answer; fails when it makes a response of it."""
    try:
        response = ADAPTER.decode(body)
    except ApiError as error:
        return error
    raise AssertionError(f"not an error: {response.to_json()[:500]}")


def body_of(*messages: Message) -> Mapping[str, JsonValue]:
    """The body that is sent for these messages."""
    return cast("Mapping[str, JsonValue]", json.loads(ADAPTER.encode(Request(messages=messages)).body))


def messages_of(*messages: Message) -> Sequence[JsonValue]:
    """The provider's messages for these messages."""
    return cast("Sequence[JsonValue]", body_of(*messages)["messages"])


def ids(calls: Sequence[ToolCall]) -> list[str]:
    """The ids of calls, in order."""
    return [call.id for call in calls]


RICH: Mapping[str, JsonValue] = {
    "id": "cc-1",
    "object": "chat.completion",
    "created": 1_700_000_000,
    "model": "m-1",
    "system_fingerprint": None,
    "choices": [
        {
            "index": 0,
            "logprobs": None,
            "finish_reason": "tool_calls",
            "content_filter_results": {"hate": {"filtered": False, "severity": "safe"}},
            "message": {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "so"}], "closed": True},
                    {"type": "text", "text": "Let me look."},
                    {"type": "reference", "reference_ids": [1]},
                ],
                "refusal": None,
                "annotations": [{"type": "url_citation", "url_citation": {"url": "https://x.test", "title": "x"}}],
                "reasoning": "so",
                "reasoning_content": "so",
                "reasoning_details": [{"type": "reasoning.text", "text": "so", "signature": "c2ln", "index": 0}],
                "function_call": {"name": "", "arguments": ""},
                "tool_calls": [
                    function_call("call_1", "weather", '{"city":"Oslo"}', index=0),
                    {"id": "call_2", "type": "custom", "custom": {"name": "sql", "input": "select 1"}},
                    {"id": "call_3", "type": "mcp", "server": "s", "input": {"a": [1, None]}},
                ],
            },
        }
    ],
    "usage": {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "total_tokens": 15,
        "prompt_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 1, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 2},
        "cost": 0.000123,
    },
}
"""An answer that has everything that hosts of this wire send."""
