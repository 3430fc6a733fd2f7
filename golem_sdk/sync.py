"""A run in progress for code that is not async: the same handle, read through the process's portal."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Generic, TypeVar

from typing_extensions import TypeVar as DefaultTypeVar

from golem_sdk.handle import RunHandle, opened
from golem_sdk.portal import portal
from golem_sdk.result import RunResult
from golem_sdk.run import RunPlan
from golem_sdk.stream import ItemDelta, StreamItem
from golem_wire.canonical import Evidence

__all__ = ["SyncRunHandle", "opened_sync"]

D = TypeVar("D")
O = TypeVar("O")  # noqa: E741
OutT = DefaultTypeVar("OutT", covariant=True, default=str)


class SyncRunHandle(Generic[OutT]):
    """A run in progress: iterate it for its items, ask `result` for its end, look at `evidence` at any time."""

    def __init__(self, handle: RunHandle[OutT]) -> None:
        self._handle = handle

    @property
    def evidence(self) -> Evidence:
        """What the run has gathered so far."""
        return self._handle.evidence

    def __iter__(self) -> Generator[StreamItem, None, None]:
        """The run's items, in order. Raises RunError, after the last item, where the run fails."""
        items = self._handle.__aiter__()
        while (item := portal().call(anext, items, None)) is not None:
            yield item

    def text(self) -> Generator[str, None, None]:
        """The pieces of the model's texts alone."""
        for item in self:
            if isinstance(item, ItemDelta) and item.kind == "text":
                yield item.text

    def result(self) -> RunResult[OutT]:
        """Waits for the end of the run, whatever of it has been read. Raises RunError where it failed."""
        return portal().call(self._handle.result)


@contextmanager
def opened_sync(plan: RunPlan[D, O]) -> Generator[SyncRunHandle[O], None, None]:
    """Runs the plan beside the block. Raises ValueError for bad arguments, before anything starts."""
    with portal().wrap_async_context_manager(opened(plan, streaming=True)) as handle:
        yield SyncRunHandle(handle)
