"""Server-sent events from bytes, cut wherever the network cuts them. Pure; the WHATWG rules, read with tolerance.

Only CR, LF and CRLF end lines: U+2028 and its like inside a JSON text are content. Bytes that are not UTF-8 become
U+FFFD. What stands unfinished at the end of the bytes is an event all the same: hosts leave the last blank line out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["EventStream", "StreamEvent"]

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event: its name, empty where the server gave none, and its data lines joined with LF."""

    name: str
    data: str


class EventStream:
    """Reads events. Raises ValueError for an event of more than `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = b""
        self._started = False
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[StreamEvent]:
        """The events that these bytes complete."""
        buffer = self._buffer + data
        if not self._started:
            if _BOM.startswith(buffer):
                self._buffer = buffer
                return
            buffer, self._started = buffer.removeprefix(_BOM), True
        if b"\r" in buffer:
            # A CR at the very end may be the first half of a CRLF: it waits for what follows.
            held = buffer.endswith(b"\r")
            buffer = buffer.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n") + b"\r" * held
        *lines, self._buffer = buffer.split(b"\n")
        for line in lines:
            if (event := self._line(line)) is not None:
                yield event
        self._bounded(self._size + len(self._buffer))

    def finish(self) -> Iterator[StreamEvent]:
        """The event that the last bytes left unfinished."""
        for line in (self._buffer.removesuffix(b"\r"), b""):
            if (event := self._line(line)) is not None:
                yield event
        self._buffer = b""

    def _line(self, line: bytes) -> StreamEvent | None:
        if not line:
            return self._event()
        name, _, value = line.partition(b":")
        if name == b"data":
            self._bounded(self._size + len(value))
            self._size += len(value)
            self._data.append(value.removeprefix(b" ").decode("utf-8", "replace"))
        elif name == b"event":
            self._name = value.removeprefix(b" ").decode("utf-8", "replace")
        return None

    def _event(self) -> StreamEvent | None:
        event = StreamEvent(self._name, "\n".join(self._data)) if self._data else None
        self._name, self._data, self._size = "", [], 0
        return event

    def _bounded(self, size: int) -> None:
        if size > self._limit:
            raise ValueError(f"an event of the stream is longer than {self._limit} bytes")
