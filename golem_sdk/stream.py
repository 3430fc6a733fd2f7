"""What a run tells while it goes on: its events, and the pieces of the model's answers as they arrive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from golem_wire.canonical import Delta, Event, Response, ThinkingDelta, ToolCallDelta

__all__ = ["CustomEvent", "ItemDelta", "ItemEnd", "ItemKind", "ItemStart", "Items", "StreamItem", "whole_delta"]

ItemKind: TypeAlias = Literal["text", "thinking", "tool_call"]


@dataclass(frozen=True, slots=True)
class ItemStart:
    """A text, a thought or a call's arguments begin. `index` counts the items of one kind in one turn."""

    kind: ItemKind
    index: int
    turn: int


@dataclass(frozen=True, slots=True)
class ItemDelta:
    """A piece of an item that has begun; of a call, also its id and its tool, once they are known."""

    kind: ItemKind
    index: int
    turn: int
    text: str
    call_id: str = ""
    tool_name: str = ""


@dataclass(frozen=True, slots=True)
class ItemEnd:
    """An item is whole, or its run ends; every item that began ends."""

    kind: ItemKind
    index: int
    turn: int


@dataclass(frozen=True, slots=True)
class CustomEvent:
    """What a tool told with `ctx.emit`."""

    call_id: str
    tool_name: str
    value: object


StreamItem: TypeAlias = ItemStart | ItemDelta | ItemEnd | CustomEvent | Event
"""What a stream yields: pieces, events, and what tools tell."""


class Items:
    """Makes items of a turn's deltas: each begins, goes on and ends. A text ends where a thought or a call begins."""

    def __init__(self) -> None:
        self._turn = 0
        self._open: dict[tuple[ItemKind, int], None] = {}
        self._begun: dict[ItemKind, int] = {"text": 0, "thinking": 0}
        self._calls: set[int] = set()

    def add(self, turn: int, delta: Delta) -> Iterator[StreamItem]:
        """The items of one delta."""
        self._turn = turn
        for thought in delta.thinking:
            yield from self._prose("thinking", thought.text)
        yield from self._prose("text", delta.content)
        for call in delta.tool_calls:
            yield from self._end("text")
            yield from self._end("thinking")
            if call.index not in self._calls:
                self._calls.add(call.index)
                yield from self._start("tool_call", call.index)
            yield ItemDelta("tool_call", call.index, turn, call.args_fragment, call.id, call.name)

    def end(self) -> Iterator[StreamItem]:
        """Ends what is open, in the order in which it began; the next delta is of another turn."""
        for kind, index in list(self._open):
            yield ItemEnd(kind, index, self._turn)
        self._open.clear()
        self._calls.clear()
        self._begun = {"text": 0, "thinking": 0}

    def _prose(self, kind: Literal["text", "thinking"], text: str) -> Iterator[StreamItem]:
        if not text:
            return
        yield from self._end("thinking" if kind == "text" else "text")
        index = self._begun[kind]
        if (kind, index) not in self._open:
            yield from self._start(kind, index)
        yield ItemDelta(kind, index, self._turn, text)

    def _start(self, kind: ItemKind, index: int) -> Iterator[StreamItem]:
        self._open[kind, index] = None
        yield ItemStart(kind, index, self._turn)

    def _end(self, kind: Literal["text", "thinking"]) -> Iterator[StreamItem]:
        if (kind, self._begun[kind]) in self._open:
            del self._open[kind, self._begun[kind]]
            yield ItemEnd(kind, self._begun[kind], self._turn)
            self._begun[kind] += 1


def whole_delta(response: Response) -> Delta:
    """A whole answer as the one piece of a stream."""
    message = response.message
    return Delta(
        content=message.content,
        thinking=tuple(ThinkingDelta(index=i, text=block.text) for i, block in enumerate(message.thinking)),
        tool_calls=tuple(
            ToolCallDelta(index=i, id=call.id, name=call.name, args_fragment=call.args.text)
            for i, call in enumerate(message.tool_calls)
        ),
    )
