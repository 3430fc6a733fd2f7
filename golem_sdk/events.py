"""Events: what happens in a run, told to observers that can neither change nor fail it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from golem_wire.canonical import Event, ModelEnd, RunEnd, ToolEnd

__all__ = ["Observer", "log_event", "now", "tell"]

Observer: TypeAlias = Callable[[Event], None]
"""Called with every event of a run, in order, on the run's thread."""

_logger = logging.getLogger("golem_sdk")
# Silent by default: without a handler of its own Python would write warnings to stderr.
_logger.addHandler(logging.NullHandler())


def now() -> float:
    """Seconds on a monotonic clock, for the events' `time`."""
    return time.monotonic()


def tell(observers: Sequence[Observer], event: Event) -> None:
    """Tells every observer; one that raises is logged, and the run goes on."""
    log_event(event)
    for observer in observers:
        try:
            observer(event)
        except (Exception, asyncio.CancelledError):  # no task is being cancelled where an observer raises that
            _logger.exception("an observer failed at %s", event.kind, extra={"run_id": event.run_id})


def log_event(event: Event) -> None:
    """One line a turn, a tool call and a run at INFO; the run's id is on the record."""
    if not _logger.isEnabledFor(logging.INFO):
        return
    extra = {"run_id": event.run_id}
    match event:
        case ModelEnd():
            tokens = f"{event.usage.input} tokens in, {event.usage.output} out"
            told = _line(event.error) or f"{event.finish_reason}, {tokens}"
            _logger.info("turn %d: %s", event.turn, told, extra=extra)
        case ToolEnd():
            name = _line(event.tool_name)
            _logger.info("turn %d: tool %s %s", event.turn, name, _line(event.error) or "done", extra=extra)
        case RunEnd():
            _logger.info("run ended: %s", _line(event.error) or "done", extra=extra)
        case _:
            pass


def _line(text: str) -> str:
    return " ".join(text.split())
