"""What goes over the wire in a test: a request as the server got it, and a reply byte by byte."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias, cast

import h11

from golem_wire._runtime import JsonValue, compact

__all__ = ["Reply", "SentRequest", "StreamEnd", "decoded"]

StreamEnd: TypeAlias = Literal["done", "no_done", "error", "hangup", "stall", "open"]
"""How a stream of events ends: `Reply.events` says what each means."""

_DONE = b"data: [DONE]\n\n"
_MANNERS: Mapping[StreamEnd, Literal["answer", "cut", "open"]] = {
    "done": "answer",
    "no_done": "answer",
    "error": "answer",
    "hangup": "cut",
    "stall": "open",
    "open": "open",
}
_ERROR: JsonValue = {"message": "The server had an error", "type": "server_error", "param": None, "code": None}
# A frame ends with an empty line.
_FRAMES = re.compile(rb"(?<=\n\n)|(?<=\r\r)|(?<=\r\n\r\n)")


@dataclass(frozen=True)
class SentRequest:
    """A request as the server got it. `headers` have lower-case names; `connection` counts from 1.

    `refused` is the rule that the request broke, in the words of the answer; empty when it was taken. The
    headers hold a credential, so they are no part of `repr`.
    """

    method: str
    path: str
    headers: Mapping[str, str] = field(repr=False)
    raw: bytes = field(repr=False)
    connection: int
    refused: str = ""

    @cached_property
    def body(self) -> Mapping[str, JsonValue]:
        """The decoded body; empty when it is no JSON object."""
        try:
            value = decoded(self.raw)
        except ValueError:
            return {}
        return value if isinstance(value, Mapping) else {}

    def at(self, *steps: str | int) -> JsonValue:
        """What stands at a place of the body, such as `at("messages", 0, "role")`; None where nothing does."""
        value: JsonValue = self.body
        for step in steps:
            match value, step:
                case Mapping(), str():
                    value = value.get(step)
                case list(), int() if -len(value) <= step < len(value):
                    value = value[step]
                case _:
                    return None
        return value


def decoded(raw: bytes) -> JsonValue:
    """A body as JSON. Raises ValueError for what is none, NaN and an object's doubled keys included."""
    try:
        return cast("JsonValue", json.loads(raw, parse_constant=_constant, object_pairs_hook=_object))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _constant(word: str) -> JsonValue:
    raise ValueError(f"{word} is not JSON")


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonValue:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
    return value


@dataclass(frozen=True)
class Reply:
    """A reply as it is: malformed JSON, HTML, noise. Nothing is added but a `content-length`.

    A `content-length` above the length of `body` is a cut answer: what there is goes out, and the connection
    closes. With `frames`, the pieces of `body`, it is sent in chunks instead, one write a frame; `manner` is then
    also "cut", which closes the connection behind the last frame, or "open", which sends no end and waits until
    the client leaves. Raises ValueError for what no HTTP answer can be.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes = field(default=b"", repr=False)
    manner: Literal["answer", "hangup", "silence", "cut", "open"] = "answer"
    frames: tuple[bytes, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if self.frames and b"".join(self.frames) != self.body:
            raise ValueError("Reply: the frames are not the body")
        try:
            h11.Response(status_code=self.status, headers=self.lines)
        except h11.LocalProtocolError as error:
            raise ValueError(f"Reply: {error}") from error
        if self.declared < len(self.body):
            raise ValueError(f"Reply: content-length is {self.declared}, and the body has {len(self.body)} bytes")

    @staticmethod
    def hangup() -> Reply:
        """Closes the connection instead of answering."""
        return Reply(manner="hangup")

    @staticmethod
    def silence() -> Reply:
        """Never answers: waits until the client leaves."""
        return Reply(manner="silence")

    @staticmethod
    def json(value: JsonValue, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
        """A JSON body."""
        return Reply(status, {"content-type": "application/json", **(headers or {})}, compact(value).encode())

    @staticmethod
    def events(
        frames: Iterable[JsonValue | bytes],
        *,
        end: StreamEnd = "done",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Server-sent events: a JSON value is a frame `data: …`, bytes go out as they are.

        `end` is what comes behind the frames: "done" is `data: [DONE]`, "no_done" nothing, "error" an error event
        as OpenAI words it; then the answer ends. "hangup" closes the connection instead. "stall" sends nothing
        more, and "open" sends `data: [DONE]` and no end of the answer; both wait until the client leaves.
        """
        sent = [frame if isinstance(frame, bytes) else _frame(frame) for frame in frames]
        if end == "error":
            sent.append(_frame({"error": _ERROR}))
        elif end in ("done", "open"):
            sent.append(_DONE)
        lines = {"content-type": "text/event-stream; charset=utf-8", **(headers or {})}
        return Reply(200, lines, b"".join(sent), _MANNERS[end], tuple(sent))

    @staticmethod
    def recorded(exchange: Mapping[str, JsonValue]) -> Reply:
        """The answer of a recorded exchange: an object with `status`, `headers`, `response_kind` and `response`.

        A recorded event stream is sent frame by frame. Raises ValueError for an exchange that lacks one of them, or
        whose kind is not json, text or base64.
        """
        match exchange:
            case {"status": int(status), "headers": Mapping() as headers, "response_kind": kind, "response": response}:
                lines = {name: str(value) for name, value in headers.items()}
                body = _recorded_body(kind, response)
                return Reply(status, lines, body, frames=_recorded_frames(lines, body))
            case _:
                raise ValueError("a recorded exchange needs status, headers, response_kind and response")

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The headers as they are sent."""
        given = list(self.headers.items())
        if any(name.lower() in ("content-length", "transfer-encoding") for name, _ in given):
            return given
        length = ("transfer-encoding", "chunked") if self._in_chunks else ("content-length", str(len(self.body)))
        return [*given, length]

    @property
    def _in_chunks(self) -> bool:
        return bool(self.frames) or self.manner in ("cut", "open")

    @property
    def declared(self) -> int:
        """The length that the headers promise."""
        return next((int(value) for name, value in self.lines if name.lower() == "content-length"), len(self.body))


def _recorded_body(kind: JsonValue, response: JsonValue) -> bytes:
    match kind, response:
        case "json", _:
            return compact(response).encode()
        case "text", str():
            return response.encode()
        case "base64", str():
            return base64.b64decode(response, validate=True)
        case _:
            raise ValueError(f"a recorded exchange of kind {kind!r} with a {type(response).__name__} as response")


def _recorded_frames(headers: Mapping[str, str], body: bytes) -> tuple[bytes, ...]:
    kinds = (value for name, value in headers.items() if name.lower() == "content-type")
    streamed = any(kind.startswith("text/event-stream") for kind in kinds)
    return tuple(frame for frame in _FRAMES.split(body) if frame) if streamed else ()


def _frame(value: JsonValue) -> bytes:
    return f"data: {compact(value)}\n\n".encode()
