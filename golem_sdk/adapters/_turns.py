"""Wire turns: the maximal runs of messages that one provider message, or one group of them, carries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from golem_wire.canonical import Message

__all__ = ["Turn", "spans", "turns"]


@dataclass(frozen=True)
class Turn:
    """Messages of one role that are encoded together; `start` is the index of the first of them."""

    start: int
    messages: tuple[Message, ...]

    @property
    def role(self) -> str:
        """The role that they share."""
        return self.messages[0].role


def spans(messages: Sequence[Message]) -> Iterator[tuple[int, int]]:
    """Where each turn starts and ends: consecutive tool results are one, any other message is one of its own."""
    start = 0
    while start < len(messages):
        end = start + 1
        while messages[start].role == "tool" and end < len(messages) and messages[end].role == "tool":
            end += 1
        yield start, end
        start = end


def turns(messages: Sequence[Message]) -> Iterator[Turn]:
    """The conversation as turns."""
    return (Turn(start, tuple(messages[start:end])) for start, end in spans(messages))
