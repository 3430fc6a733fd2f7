"""A second reading of recorded answers, by plain access to their JSON: it shares no code with the library."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, cast

__all__ = ["Exchange", "Json", "Object", "Reading", "chunks", "exchanges", "fold", "read", "replayable", "streams"]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Object: TypeAlias = dict[str, Json]

# What the recorded hosts say, and what it means; a word that is not here would be `other`.
_FINISHES = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_call",
    "function_call": "tool_call",
    "content_filter": "content_filter",
    "error": "error",
}
# The keys of an answered message that a request may hold again.
_REPLAYED = ("content", "refusal", "reasoning", "reasoning_content", "reasoning_details")
_KINDS = {400: "invalid_request", 404: "not_found", 429: "rate_limited"}
_IN_STREAM = "other"  # the status is sent by then, and the tables know no code of the recorded one


@dataclass(frozen=True)
class Exchange:
    """One recorded exchange; of a streamed one, `answer` is what its chunks add up to."""

    id: str
    host: str
    status: int
    headers: Mapping[str, str]
    answer: Object
    text: str = ""

    @property
    def body(self) -> bytes:
        """The answer as bytes."""
        return (self.text or json.dumps(self.answer, ensure_ascii=False)).encode()

    @property
    def message(self) -> Object | None:
        """The message of the first choice, where there is one."""
        choices = self.answer.get("choices")
        return _object(_object(choices[0])["message"]) if isinstance(choices, list) and choices else None


@dataclass(frozen=True)
class Reading:
    """What an exchange says: the parts of a response, or an error's."""

    text: str = ""
    thinking: str = ""
    calls: Sequence[tuple[str, str]] = ()
    arguments: Sequence[str] = ()
    finish: tuple[str | None, str] = (None, "")
    usage: Mapping[str, int] | None = None
    error: tuple[str, str, str] | None = None


def exchanges(file: Path) -> Iterator[Exchange]:
    """The exchanges of a file whose answers came in one piece."""
    for row in _rows(file):
        if row["response_kind"] == "json":
            yield _exchange(row, _object(row["response"]))


def streams(file: Path) -> Iterator[Exchange]:
    """The exchanges of a file whose answers were kept as text: event streams, and one plain text."""
    for row in _rows(file):
        if row["response_kind"] == "text":
            text = str(row["response"])
            yield _exchange(row, fold(chunks(text)), text)


def _rows(file: Path) -> Iterator[Object]:
    with file.open(encoding="utf-8") as lines:
        yield from (_object(json.loads(line)) for line in lines)


def _exchange(row: Object, answer: Object, text: str = "") -> Exchange:
    return Exchange(
        id=str(row["id"]),
        host=str(row["host"]),
        status=cast("int", row["status"]),
        headers=cast("Mapping[str, str]", row["headers"]),
        answer=answer,
        text=text,
    )


def chunks(text: str) -> list[Object]:
    """The JSON of a stream's events, by the eye: the recorded ones have a line for each."""
    return [_object(json.loads(line)) for line in re.findall(r"^data: (\{.*)$", text, re.MULTILINE)]


def fold(pieces: Iterable[Object]) -> Object:
    """The answer that the chunks of a stream add up to; an error among them is the whole answer."""
    choice, message, calls = Object(), Object(), dict[int, Object]()
    answer = Object()
    for piece in pieces:
        if "error" in piece:
            return piece
        if piece.get("usage"):
            answer["usage"] = piece["usage"]
        for sent in map(_object, cast("list[Json]", piece["choices"])):
            choice["finish_reason"] = sent.get("finish_reason") or choice.get("finish_reason")
            _add(message, calls, _object(sent["delta"]))
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    if message or choice.get("finish_reason"):
        answer["choices"] = [{**choice, "message": message}]
    return answer


def _add(message: Object, calls: dict[int, Object], delta: Object) -> None:
    for key in ("content", "reasoning", "refusal"):
        if delta.get(key):
            message[key] = f"{message.get(key, '')}{delta[key]}"
    for sent in map(_object, cast("list[Json]", delta.get("tool_calls") or [])):
        call = calls.setdefault(cast("int", sent["index"]), {"function": Object()})
        call["id"] = call.get("id") or sent.get("id")
        function = _object(call["function"])
        for key, text in _object(sent["function"]).items():
            function[key] = f"{function.get(key) or ''}{text or ''}"


def read(exchange: Exchange) -> Reading:
    """What an exchange says."""
    answer, message = exchange.answer, exchange.message
    if message is None:
        return Reading(error=_error(exchange))
    calls = [_object(call) for call in cast("list[Json]", message.get("tool_calls") or [])]
    functions = [_object(call["function"]) for call in calls]
    return Reading(
        text=_text(message.get("content")),
        thinking=_thinking(message),
        calls=[(str(call["id"]), str(f["name"])) for call, f in zip(calls, functions, strict=True)],
        arguments=[str(f.get("arguments") or "") for f in functions],
        finish=_finish(_object(cast("list[Json]", answer["choices"])[0]), bool(calls)),
        usage=_usage(_object(answer.get("usage") or {})),
    )


def replayable(message: Object) -> Object:
    """The message as a request may hold it again: what is empty goes, calls are written as requests write them."""
    out: Object = {"role": "assistant"}
    out |= {key: message[key] for key in _REPLAYED if message.get(key)}
    if calls := message.get("tool_calls"):
        out["tool_calls"] = [_call(_object(call)) for call in cast("list[Json]", calls)]
    return out


def _call(call: Object) -> Json:
    function = _object(call["function"])
    arguments = function.get("arguments") or "{}"
    return {"id": call["id"], "type": "function", "function": {"name": function["name"], "arguments": arguments}}


def _error(exchange: Exchange) -> tuple[str, str, str]:
    error = exchange.answer.get("error")
    if not isinstance(error, dict):
        return "malformed_response", "", ""
    code = error["code"] if error.get("code") is not None else error.get("type", "")
    kind = _IN_STREAM if exchange.text else _KINDS[exchange.status]
    return kind, str(error["message"]), str(code)


def _finish(choice: Object, calls: bool) -> tuple[str | None, str]:
    word = str(choice.get("finish_reason") or "")
    reason = _FINISHES.get(word, "other") if word else None
    return ("tool_call" if calls and reason in (None, "stop") else reason), word


def _text(content: Json) -> str:
    if isinstance(content, list):
        return "".join(str(c["text"]) for c in map(_object, content) if c.get("type") == "text")
    return str(content or "")


def _thinking(message: Object) -> str:
    content = message.get("content")
    chunks = [_object(c) for c in content] if isinstance(content, list) else []
    inner = [_text(c["thinking"]) for c in chunks if c.get("type") == "thinking"]
    return str(message.get("reasoning_content") or message.get("reasoning") or "") + "".join(inner)


def _usage(usage: Object) -> Mapping[str, int]:
    prompt, completion = (_object(usage.get(f"{which}_tokens_details") or {}) for which in ("prompt", "completion"))
    cached = [prompt.get("cached_tokens"), usage.get("num_cached_tokens"), usage.get("cached_tokens")]
    return {
        "input": _number(usage.get("prompt_tokens")),
        "output": _number(usage.get("completion_tokens")),
        "cacheRead": next((_number(value) for value in cached if value is not None), 0),
        "cacheWrite": _number(prompt.get("cache_write_tokens")),
        "reasoning": _number(completion.get("reasoning_tokens")),
    }


def _number(value: Json) -> int:
    return int(value) if isinstance(value, int | str) else 0


def _object(value: object) -> Object:
    assert isinstance(value, dict)
    return cast("Object", value)
