"""A run that goes on while its caller watches it; leaving its block ends it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Generic, TypeVar

import anyio
import anyio.lowlevel
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from typing_extensions import TypeVar as DefaultTypeVar

from golem_sdk.result import RunResult
from golem_sdk.run import Begun, RunPlan, begin, carry_out
from golem_sdk.state import RunState
from golem_sdk.stream import ItemDelta, Items, StreamItem
from golem_wire.canonical import Delta, Event, Evidence

__all__ = ["RunHandle", "opened"]

D = TypeVar("D")
O = TypeVar("O")  # noqa: E741
OutT = DefaultTypeVar("OutT", covariant=True, default=str)


class _Progress(Generic[O]):
    """What a run in progress has told and not yet been read, and how it ended."""

    def __init__(self, state: RunState) -> None:
        self.state = state
        self.watched = True
        self.result: RunResult[O] | None = None
        self.error: Exception | None = None
        streams = anyio.create_memory_object_stream[StreamItem](math.inf)
        self.send: MemoryObjectSendStream[StreamItem] = streams[0]
        self.receive: MemoryObjectReceiveStream[StreamItem] = streams[1]
        self._items = Items()

    async def drive(self, plan: RunPlan[D, O], begun: Begun) -> None:
        async with self.send:
            try:
                self.result = RunResult(*await carry_out(plan, begun))
            except Exception as error:
                self.error = error

    def tell(self, item: StreamItem) -> None:
        if self.watched:
            self.send.send_nowait(item)

    def event(self, event: Event) -> None:
        # What a turn opened ends before anything else is told of it.
        if event.kind in ("model_end", "run_end"):
            for item in self._items.end():
                self.tell(item)
        self.tell(event)

    async def delta(self, delta: Delta) -> None:
        for item in self._items.add(self.state.turn, delta):
            self.tell(item)
        await anyio.lowlevel.checkpoint()


class RunHandle(Generic[OutT]):
    """A run in progress: iterate it for its items, ask `result` for its end, look at `evidence` at any time."""

    def __init__(self, progress: _Progress[OutT]) -> None:
        self._progress = progress

    @property
    def evidence(self) -> Evidence:
        """What the run has gathered so far; when the run was left, what it had gathered, every call closed."""
        return self._progress.state.evidence()

    async def __aiter__(self) -> AsyncGenerator[StreamItem, None]:
        """The run's items, in order. Raises RunError, after the last item, where the run fails."""
        with suppress(anyio.ClosedResourceError):  # the run was left
            async for item in self._progress.receive:
                yield item
        if self._progress.error is not None:
            raise self._progress.error

    async def text(self) -> AsyncGenerator[str, None]:
        """The pieces of the model's texts alone."""
        async for item in self:
            if isinstance(item, ItemDelta) and item.kind == "text":
                yield item.text

    async def result(self) -> RunResult[OutT]:
        """Waits for the end of the run, whatever of it has been read. Raises RunError where it failed."""
        progress = self._progress
        progress.watched = False
        with suppress(anyio.ClosedResourceError):  # the run was left, and may have ended before
            async for _ in progress.receive:
                pass
        if progress.error is not None:
            raise progress.error
        if progress.result is None:
            raise RuntimeError("the run was left before it ended; its evidence is on the handle")
        return progress.result


@asynccontextmanager
async def opened(plan: RunPlan[D, O], *, streaming: bool) -> AsyncGenerator[RunHandle[O], None]:
    """Runs the plan beside the block. Raises ValueError for bad arguments, before anything starts."""
    begun = await begin(plan)
    progress: _Progress[O] = _Progress(begun.state)
    begun.state.watch(progress.event, progress.tell, progress.delta if streaming else None)
    failed: BaseException | None = None
    with progress.receive:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(progress.drive, plan, begun)
                try:
                    yield RunHandle(progress)
                except BaseException as error:  # raised again below, without the group that the task group makes of it
                    failed = error
                group.cancel_scope.cancel()
        except asyncio.CancelledError:
            if not isinstance(failed, asyncio.CancelledError):
                raise
    if failed is not None:
        raise failed
