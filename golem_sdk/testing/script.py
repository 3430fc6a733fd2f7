"""Scripts: what a model is to answer, step by step, for `ScriptedModel` and for `FakeProvider`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Never, Self, TypeAlias

from pydantic import BaseModel

from golem_sdk.messages import json_value
from golem_sdk.tool import Tool
from golem_wire._runtime import JsonValue, RawArgs, compact
from golem_wire.canonical import ErrorKind, Message, Response, ToolCall, Usage

__all__ = ["CallArgs", "Failure", "Script", "Step", "call"]

CallArgs: TypeAlias = BaseModel | Mapping[str, JsonValue] | str | None
"""Arguments of a scripted call: a model, an object, the raw text that a model wrote, or none."""


@dataclass(frozen=True)
class Failure:
    """A request that fails: `kind` and `message` as the run will see them, `status` and `headers` over HTTP.

    `status` is 0 where there is no answer at all; `retry_after` is the seconds that the provider asks to wait.
    """

    kind: ErrorKind
    message: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    retry_after: float | None = None


Step: TypeAlias = Response | Failure

_STATUS: Mapping[str, int] = {
    "rate_limited": 429,
    "quota_exhausted": 429,
    "overloaded": 503,
    "auth_failed": 401,
    "not_found": 404,
    "invalid_request": 400,
    "context_overflow": 400,
    "content_filtered": 400,
    "timeout": 408,
    "connection_failed": 0,
}


def call(tool: Tool[Never], args: CallArgs = None, *, id: str = "") -> ToolCall:  # noqa: A002  # the field's name
    """A call of a tool, for `Script.calls`."""
    match args:
        case None:
            text = "{}"
        case str():
            text = args
        case _:
            text = compact(json_value(args))
    return ToolCall(id=id, name=tool.name, args=RawArgs(text))


class Script:
    """The steps that a model takes, one a request. Every method adds one and returns the script."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._calls = 0

    def call(self, tool: Tool[Never], args: CallArgs = None, *, id: str = "") -> Self:  # noqa: A002
        """The model calls one tool."""
        return self.calls(call(tool, args, id=id))

    def calls(self, *calls: ToolCall, text: str = "") -> Self:
        """The model calls several tools in one answer; a call without an id is given one."""
        made = tuple(one if one.id else one.replace(id=self._next_id()) for one in calls)
        message = Message(role="assistant", content=text, tool_calls=made)
        return self.respond(Response(message=message, usage=_usage(), finish_reason="tool_call"))

    def text(self, text: str) -> Self:
        """The model answers."""
        message = Message(role="assistant", content=text)
        return self.respond(Response(message=message, usage=_usage(), finish_reason="stop"))

    def fail(
        self,
        kind: ErrorKind = "server_error",
        message: str = "scripted failure",
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        retry_after: float | None = None,
    ) -> Self:
        """The request fails; `status` defaults to what providers answer for this kind."""
        given = _STATUS.get(kind, 500) if status is None else status
        return self._add(Failure(kind, message, given, dict(headers or {}), retry_after))

    def respond(self, response: Response) -> Self:
        """The model answers exactly this."""
        return self._add(response)

    def _add(self, step: Step) -> Self:
        self.steps.append(step)
        return self

    def _next_id(self) -> str:
        self._calls += 1
        return f"call_{self._calls}"


def _usage() -> Usage:
    return Usage(input=10, output=5)
