"""Tool calls that arrive in pieces: which call a piece belongs to, whatever a host does with index, id and name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from golem_wire.canonical import ToolCallDelta

__all__ = ["CallPieces", "PartialCall"]


@dataclass
class PartialCall:
    """A call as far as it has arrived; `number` is its place in the order of arrival."""

    number: int
    index: int | None
    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list[str])

    @property
    def arguments(self) -> str:
        """The arguments so far."""
        return "".join(self.pieces)


class CallPieces:
    """Puts pieces together.

    A piece goes to the call of its index and id, else to the newest one of its index, or of all where it has no
    index. Another id begins another call there, and so does a name where the arguments are whole already.
    """

    def __init__(self) -> None:
        self._calls: list[PartialCall] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def __iter__(self) -> Iterator[PartialCall]:
        """The calls, in the order of their indexes; those without one follow as they came."""
        last = len(self._calls)
        return iter(sorted(self._calls, key=lambda call: (last if call.index is None else call.index, call.number)))

    def add(self, index: int | None, call_id: str, name: str, arguments: str) -> ToolCallDelta:
        """Takes a piece; returns what is new in it."""
        call = self._find(index, call_id, name, arguments)
        fresh_id, fresh_name = "" if call.id else call_id, _rest(call, name)
        call.id, call.name = call.id or call_id, call.name + fresh_name
        if arguments:
            call.pieces.append(arguments)
        return ToolCallDelta(index=call.number, id=fresh_id, name=fresh_name, args_fragment=arguments)

    def _find(self, index: int | None, call_id: str, name: str, arguments: str) -> PartialCall:
        among = self._calls if index is None else [call for call in self._calls if call.index == index]
        if not among and not call_id and not name:  # the rest of a call whose index was not told
            among = [call for call in self._calls if call.index is None]
        same = [call for call in among if call_id and call.id == call_id]
        if (found := same or among) and not _begins_another(found[-1], call_id, name, arguments):
            return found[-1]
        self._calls.append(PartialCall(len(self._calls), index))
        return self._calls[-1]


def _begins_another(call: PartialCall, call_id: str, name: str, arguments: str) -> bool:
    if call_id and call.id:
        return call_id != call.id
    if not (name and call.name and _whole(call.arguments)):
        return False
    # With a late id, some hosts repeat the name.
    return not call_id or name != call.name or bool(arguments)


def _rest(call: PartialCall, name: str) -> str:
    """What of the name is new: some hosts cut it in pieces, others repeat it with every piece of the arguments."""
    return "" if call.pieces or name == call.name else name


def _whole(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
