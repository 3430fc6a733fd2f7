"""What the contract tests are written with: tools that do one thing, messages in short, what a run leaves behind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import pytest
from hypothesis import settings

from golem_sdk import (
    Agent,
    Args,
    Event,
    JsonValue,
    Message,
    Response,
    RunError,
    RunResult,
    Tool,
    ToolCall,
    ToolContext,
    ToolReturn,
    Usage,
)
from golem_wire._runtime import RawArgs

Deed: TypeAlias = ToolReturn | BaseException
"""What a tool does when it is called: it returns this, or raises it."""

patient = settings(deadline=None)
"""For properties: how long one example takes says nothing on a machine that others use too."""

NOTHING: Mapping[str, JsonValue] = {"type": "object"}


def make(
    function: Callable[[ToolContext, object, Args], ToolReturn | Awaitable[ToolReturn]],
    name: str = "work",
    *,
    schema: Mapping[str, JsonValue] = NOTHING,
    max_retries: int | None = None,
    thread: bool = False,
) -> Tool[object]:
    """A tool of a function; on the event loop, unless it is asked for a thread."""
    return Tool(name=name, description="Does it.", schema=schema, exec=function, max_retries=max_retries, thread=thread)


def does(*deeds: Deed, name: str = "work", max_retries: int | None = None) -> Tool[object]:
    """A tool that does one deed a call, in order, and the last one from then on."""
    left = list(deeds)

    def work(_ctx: ToolContext, _deps: object, _args: Args) -> ToolReturn:
        deed = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(deed, BaseException):
            raise deed
        return deed

    return make(work, name, max_retries=max_retries)


def call(name: str = "work", args: str = "{}", *, call_id: str = "c1") -> ToolCall:
    """A call, with the text of its arguments."""
    return ToolCall(id=call_id, name=name, args=RawArgs(args))


def user(text: str = "go") -> Message:
    """What a user says."""
    return Message(role="user", content=text)


def assistant(text: str = "", *calls: ToolCall) -> Message:
    """What a model says."""
    return Message(role="assistant", content=text, tool_calls=calls)


def result(call_id: str = "c1", text: str = "done", *, name: str = "work") -> Message:
    """The result of a call."""
    return Message(role="tool", content=text, tool_call_id=call_id, tool_name=name)


def answer(text: str = "", *calls: ToolCall, finish: str | None = "stop", raw: str = "", tokens: int = 10) -> Response:
    """What a model answers, with a finish reason and usage."""
    usage = Usage(input=tokens, output=5)
    return Response(message=assistant(text, *calls), usage=usage, finish_reason=finish, finish_reason_raw=raw)


async def failure(run: Awaitable[RunResult[object]]) -> RunError:
    """The error that a run ends with; the test fails when it does not."""
    with pytest.raises(RunError) as caught:
        await run
    return caught.value


async def repairs(agent: Agent[object, str], history: Sequence[Message]) -> list[str]:
    """Resumes a run from a history, and gives the changes that were made to it first."""
    heard = Heard()
    await agent.run("go on", deps=None, history=history, observers=[heard])
    start = heard.events[0]
    assert start.kind == "run_start"
    return [] if start.repair is None else [change.action for change in start.repair.changes]


def tools_of(messages: Iterable[Message]) -> list[str]:
    """The texts of the tool messages."""
    return [message.content for message in messages if message.role == "tool"]


class Heard:
    """An observer that keeps what it is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.events.append(event)

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events, in order."""
        return [event.kind for event in self.events]
