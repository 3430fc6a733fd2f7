"""The bytes of wire turns, kept with their messages, so that a known history is not encoded again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import is_

from golem_sdk.adapters._turns import Turn, spans
from golem_wire._runtime import kept_wire
from golem_wire.canonical import Message

__all__ = ["encoded"]

_MOST = 8  # adapters and models whose bytes a message keeps: more would be a leak, and no conversation has so many


def encoded(messages: Sequence[Message], tag: str, model: str, encode_turn: Callable[[Turn], Iterable[bytes]]) -> bytes:
    """The provider's messages, with commas between.

    A closed turn is encoded once for each adapter and model: its bytes stay with its first message, and hold while
    the very same messages follow it. The last turn may still grow, and is encoded anew each time.
    """
    key = (tag, model)
    found: list[bytes] = []
    for start, end in spans(messages):
        if end == len(messages):
            written = b",".join(encode_turn(Turn(start, tuple(messages[start:end]))))
        else:
            rest, written = kept_wire(messages[start]).get(key, _NONE)
            # By identity: equal values may be written differently, 1 and 1.0 for one.
            if len(rest) != end - start - 1 or (rest and not all(map(is_, rest, messages[start + 1 : end]))):
                turn = Turn(start, tuple(messages[start:end]))
                written = b",".join(encode_turn(turn))
                _keep(turn, key, written)
        if written:  # an assistant message that says nothing is not sent
            found.append(written)
    return b",".join(found)


_NONE: tuple[tuple[object, ...], bytes] = ((None,), b"")


def _keep(turn: Turn, key: tuple[str, str], written: bytes) -> None:
    kept = kept_wire(turn.messages[0])
    if len(kept) >= _MOST:
        kept.clear()
    kept[key] = (turn.messages[1:], written)
