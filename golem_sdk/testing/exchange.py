"""What goes over the wire in a test: a request as the server got it, and a reply byte by byte."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, cast

import h11

from golem_wire._runtime import JsonValue, compact

__all__ = ["Reply", "SentRequest", "decoded"]


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
    closes. Raises ValueError for what no HTTP answer can be.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes = field(default=b"", repr=False)
    manner: Literal["answer", "hangup", "silence"] = "answer"

    def __post_init__(self) -> None:
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
    def recorded(exchange: Mapping[str, JsonValue]) -> Reply:
        """The answer of a recorded exchange: an object with `status`, `headers`, `response_kind` and `response`.

        Raises ValueError for an exchange that lacks one of them, or whose kind is not json, text or base64.
        """
        match exchange:
            case {"status": int(status), "headers": Mapping() as headers, "response_kind": kind, "response": response}:
                lines = {name: str(value) for name, value in headers.items()}
                return Reply(status, lines, _recorded_body(kind, response))
            case _:
                raise ValueError("a recorded exchange needs status, headers, response_kind and response")

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The headers as they are sent."""
        given = list(self.headers.items())
        framed = any(name.lower() in ("content-length", "transfer-encoding") for name, _ in given)
        return given if framed else [*given, ("content-length", str(len(self.body)))]

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
