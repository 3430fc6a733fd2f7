"""The state of one run, in one place: what has been gathered, what is still open, how often it may go on."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import anyio.lowlevel

from golem_sdk.errors import RunError, run_error
from golem_sdk.events import Observer, now, tell
from golem_sdk.history import NOT_STARTED, OUTCOME_UNKNOWN, closing
from golem_sdk.model import OnDelta
from golem_sdk.outcome import chain, error_text
from golem_sdk.stream import StreamItem
from golem_sdk.usage import UsageLimit, add_usage, exceeded
from golem_wire.canonical import (
    Cause,
    Event,
    Evidence,
    LimitDetails,
    LimitReached,
    Message,
    ProviderDetails,
    Response,
    RunErrorData,
    ToolCall,
    Usage,
)

__all__ = ["CallStamp", "RunState", "Stamp"]


class Stamp(TypedDict):
    """What every event carries."""

    run_id: str
    conversation_id: str
    turn: int
    time: float


class CallStamp(Stamp):
    """What every event of a call carries."""

    call_id: str
    tool_name: str


_CAUSE_LIMIT = 1_000


@dataclass
class RunState:
    """What a run knows of itself. `messages` is the conversation; `new_from` is where this run's part begins."""

    run_id: str
    conversation_id: str
    observers: Sequence[Observer]
    limit: UsageLimit
    messages: list[Message] = field(default_factory=list[Message])
    new_from: int = 0
    usage: Usage = field(default_factory=Usage)
    finish_reason: str | None = None
    requests: int = 0
    tool_calls: int = 0
    turn: int = 0
    corrections: Counter[str] = field(default_factory=Counter[str])
    open_calls: dict[int, ToolCall] = field(default_factory=dict[int, ToolCall])
    started: set[int] = field(default_factory=set[int])
    cancellations: int = 0
    on_delta: OnDelta | None = None
    on_item: Callable[[StreamItem], None] | None = None

    def watch(
        self,
        observer: Observer,
        on_item: Callable[[StreamItem], None],
        on_delta: OnDelta | None,
    ) -> None:
        """Tells one more observer, and a stream, if there is one."""
        self.observers = (*self.observers, observer)
        self.on_item, self.on_delta = on_item, on_delta

    def adopt_task(self) -> None:
        """Takes the running task for the one whose cancellation is the run's."""
        self.cancellations = _cancellations()

    async def pass_cancellation(self, error: BaseException | None = None) -> None:
        """Raises the caller's own cancellation, if there is one, whatever was made of it by what ran last.

        A CancelledError that comes up while nobody cancels the run is no cancellation, but an ordinary failure.
        """
        if anyio.current_effective_deadline() == -math.inf:
            await anyio.lowlevel.checkpoint_if_cancelled()
        if isinstance(error, asyncio.CancelledError) and _cancellations():
            raise error
        if _cancellations() > self.cancellations:
            await asyncio.sleep(0)  # one that waits to be delivered comes here, and not a second time later
            raise asyncio.CancelledError from error

    def add(self, message: Message) -> None:
        """Appends one of this run's own messages, stamped."""
        self.messages.append(message.replace(run_id=self.run_id, conversation_id=self.conversation_id))

    def add_response(self, response: Response) -> None:
        """Appends what the model answered; its calls are open until they are answered or settled."""
        stamped = response.message.replace(
            finish_reason=response.finish_reason,
            finish_reason_raw=response.finish_reason_raw,
        )
        self.add(stamped)
        self.usage = add_usage(self.usage, response.usage)
        self.finish_reason = response.finish_reason
        self.open_calls = dict(enumerate(response.message.tool_calls))
        self.started.clear()

    def answer(self, index: int, message: Message) -> None:
        """Appends the result of the call at this place in the last assistant message."""
        del self.open_calls[index]
        self.add(message)

    def settle(self) -> None:
        """Closes every call that has no result, with the text that is true of it."""
        for index, call in sorted(self.open_calls.items()):
            text = OUTCOME_UNKNOWN if index in self.started else NOT_STARTED
            self.add(closing(call, text))
        self.open_calls.clear()

    def stamp(self) -> Stamp:
        """What the next event carries."""
        return Stamp(run_id=self.run_id, conversation_id=self.conversation_id, turn=self.turn, time=now())

    def call_stamp(self, call: ToolCall) -> CallStamp:
        """What the next event of this call carries."""
        return CallStamp(**self.stamp(), call_id=call.id, tool_name=call.name)

    def tell(self, event: Event) -> None:
        """Tells the observers."""
        tell(self.observers, event)

    def evidence(self) -> Evidence:
        """What has been gathered so far."""
        return Evidence(
            messages=tuple(self.messages),
            new_messages=tuple(self.messages[self.new_from :]),
            usage=self.usage,
            finish_reason=self.finish_reason,
            requests=self.requests,
            tool_calls=self.tool_calls,
            run_id=self.run_id,
            conversation_id=self.conversation_id,
        )

    def check_tokens(self) -> None:
        """Raises LimitError when a token limit has been crossed."""
        if details := exceeded(self.limit, self.usage):
            raise self.limit_error(details)

    def check_requests(self) -> None:
        """Raises LimitError when another request would be one too many."""
        if self.limit.requests is not None and self.requests >= self.limit.requests:
            bound = self.limit.requests
            raise self.limit_error(LimitDetails(kind="requests", limit=bound, actual=self.requests + 1))

    def check_tool_calls(self) -> None:
        """Raises LimitError when another tool call would be one too many."""
        if self.limit.tool_calls is not None and self.tool_calls >= self.limit.tool_calls:
            bound = self.limit.tool_calls
            raise self.limit_error(LimitDetails(kind="tool_calls", limit=bound, actual=self.tool_calls + 1))

    def limit_error(self, details: LimitDetails) -> RunError:
        """The failure of a reached limit; the observers are told."""
        self.tell(LimitReached(**self.stamp(), limit=details))
        text = f"the limit of {details.limit:.15g} {details.kind} is reached: {details.actual:.15g}"
        return self.failure("usage", text, limit=details)

    def failure(
        self,
        stage: str,
        message: str,
        cause: BaseException | None = None,
        *,
        provider: ProviderDetails | None = None,
        limit: LimitDetails | None = None,
        canceled_reason: str = "",
    ) -> RunError:
        """The failure of this run, with everything gathered so far; every open call is settled first."""
        self.settle()
        error = run_error(
            RunErrorData(
                stage=stage,
                message=message,
                cause=_causes(cause),
                provider=provider,
                limit=limit,
                canceled_reason=canceled_reason,
                partial=self.evidence(),
            )
        )
        error.__cause__ = cause
        return error


def _cancellations() -> int:
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()


def _causes(error: BaseException | None) -> tuple[Cause, ...]:
    links = [] if error is None else list(chain(error))
    return tuple(Cause(type=type(link).__name__, message=error_text(link)[:_CAUSE_LIMIT]) for link in links)
