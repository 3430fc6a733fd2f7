"""An answer of OpenAI Chat as the provider streams it: the chunks that a `chat.completion` comes in.

Written after recorded streams of api.openai.com, as of 2026-12-01.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from golem_sdk.testing._node import Node
from golem_wire._runtime import JsonValue

__all__ = ["chunks"]

Delta = dict[str, JsonValue]

# About the size of a token; a word's white space comes before it.
_PIECE = re.compile(r"\s*\S{1,4}|\s+")
# What the first chunk says, and what comes in pieces or calls; any other key of a message comes whole.
_SPLIT = ("role", "content", "refusal", "tool_calls", "reasoning_content", "reasoning")


def chunks(completion: Node, options: Node) -> Iterator[JsonValue]:
    """The chunks of a completion, in order; `options` are the request's `stream_options`."""
    shared = {key: completion[key].value for key in completion.keys if key not in ("object", "choices", "usage")}
    last: Delta = {} if options["include_obfuscation"].value is False else {"obfuscation": "x"}
    wanted = options["include_usage"].value is True

    def chunk(choices: list[JsonValue], usage: JsonValue) -> JsonValue:
        told: Delta = {"usage": usage} if wanted else {}
        return {**shared, "object": "chat.completion.chunk", "choices": choices, **told, **last}

    for choice in completion["choices"]:
        for delta in _deltas(choice["message"]):
            yield chunk([_choice(choice, delta, None)], None)
        yield chunk([_choice(choice, {}, choice["finish_reason"].value)], None)
    if wanted:
        yield chunk([], completion["usage"].value)


def _choice(choice: Node, delta: Delta, finish_reason: JsonValue) -> JsonValue:
    return {"index": choice["index"].value, "delta": delta, "logprobs": None, "finish_reason": finish_reason}


def _deltas(message: Node) -> Iterator[Delta]:
    calls = list(_calls(message))
    said = [delta for key in ("reasoning_content", "reasoning", "content", "refusal") for delta in _texts(message, key)]
    first: Delta = {"role": "assistant", "content": "" if message["content"].text else None}
    match [] if said else list(message["tool_calls"]):
        case []:
            yield {**first, "refusal": None}
        case [_]:  # a call that is all there is begins in the first chunk
            yield {**first, **calls.pop(0), "refusal": None}
        case _:
            yield first
    yield from said
    yield from calls
    for key in message.keys:
        if key not in _SPLIT and message[key].value:
            yield {key: message[key].value}


def _texts(message: Node, key: str) -> Iterator[Delta]:
    for piece in _PIECE.findall(message[key].text):
        yield {key: piece}


def _calls(message: Node) -> Iterator[Delta]:
    """Each call's head, with empty arguments, and then their pieces, which name the call by its index alone."""
    for index, call in enumerate(message["tool_calls"]):
        kind, payload = ("custom", "input") if "custom" in call else ("function", "arguments")
        head: Mapping[str, JsonValue] = {**_object(call[kind]), payload: ""}
        yield {"tool_calls": [{"index": index, "id": call["id"].value, "type": kind, kind: head}]}
        for piece in _PIECE.findall(call[kind][payload].text):
            yield {"tool_calls": [{"index": index, kind: {payload: piece}}]}


def _object(node: Node) -> Mapping[str, JsonValue]:
    return {key: node[key].value for key in node.keys}
