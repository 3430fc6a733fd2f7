"""A second reading of recorded answers, by plain access to their JSON: it shares no code with the library."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, cast

__all__ = ["Exchange", "Json", "Object", "Reading", "exchanges", "read", "replayable"]

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


@dataclass(frozen=True)
class Exchange:
    """One recorded exchange."""

    id: str
    host: str
    status: int
    headers: Mapping[str, str]
    answer: Object

    @property
    def body(self) -> bytes:
        """The answer as bytes."""
        return json.dumps(self.answer, ensure_ascii=False).encode()

    @property
    def message(self) -> Object | None:
        """The message of the first choice, where there is one."""
        choices = self.answer.get("choices")
        return _object(_object(choices[0])["message"]) if isinstance(choices, list) and choices else None


@dataclass(frozen=True)
class Reading:
    """What an exchange says: the parts of a response, or an error's."""

    text: str = ""
    calls: Sequence[tuple[str, str]] = ()
    arguments: Sequence[str] = ()
    finish: tuple[str | None, str] = (None, "")
    usage: Mapping[str, int] | None = None
    error: tuple[str, str, str] | None = None


def exchanges(file: Path) -> Iterator[Exchange]:
    """The exchanges of a file whose answers came in one piece."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = _object(json.loads(line))
            if row["response_kind"] == "json":
                yield Exchange(
                    id=str(row["id"]),
                    host=str(row["host"]),
                    status=cast("int", row["status"]),
                    headers=cast("Mapping[str, str]", row["headers"]),
                    answer=_object(row["response"]),
                )


def read(exchange: Exchange) -> Reading:
    """What an exchange says."""
    answer, message = exchange.answer, exchange.message
    if message is None:
        return Reading(error=_error(exchange))
    calls = [_object(call) for call in cast("list[Json]", message.get("tool_calls") or [])]
    functions = [_object(call["function"]) for call in calls]
    return Reading(
        text=_text(message.get("content")),
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
    return _KINDS[exchange.status], str(error["message"]), str(code)


def _finish(choice: Object, calls: bool) -> tuple[str | None, str]:
    word = str(choice.get("finish_reason") or "")
    reason = _FINISHES.get(word, "other") if word else None
    return ("tool_call" if calls and reason in (None, "stop") else reason), word


def _text(content: Json) -> str:
    if isinstance(content, list):
        return "".join(str(c["text"]) for c in map(_object, content) if c.get("type") == "text")
    return str(content or "")


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
