"""Calling from code that is not async: one event loop in a thread of its own, for scripts, threads and notebooks."""

from __future__ import annotations

import atexit
import threading
from contextlib import AbstractContextManager

from anyio.from_thread import BlockingPortal, start_blocking_portal

__all__ = ["portal"]

_lock = threading.Lock()
_running: tuple[BlockingPortal, AbstractContextManager[BlockingPortal]] | None = None


def portal() -> BlockingPortal:
    """The process's portal; started at its first use, so that clients and their connections live across calls."""
    global _running  # one loop a process is the point
    with _lock:
        if _running is None:
            manager = start_blocking_portal("asyncio")
            _running = (manager.__enter__(), manager)
            atexit.register(_stop)
        return _running[0]


def _stop() -> None:
    global _running
    with _lock:
        if _running is not None:
            _running[1].__exit__(None, None, None)
            _running = None
