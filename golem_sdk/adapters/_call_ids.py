"""Call ids that a host left out, or used twice in one message: replaced by ones that follow from the message."""

from __future__ import annotations

from golem_wire._runtime import digest
from golem_wire.canonical import Message

__all__ = ["with_call_ids"]


def with_call_ids(message: Message) -> Message:
    """The message with an id of its own for each call; decoding the same bytes again gives the same ids."""
    ids = [call.id for call in message.tool_calls]
    if all(ids) and len(set(ids)) == len(ids):
        return message
    stem = digest(message.to_value())[:16]
    seen: set[str] = set()
    calls = list(message.tool_calls)
    for index, call in enumerate(calls):
        if not call.id or call.id in seen:
            calls[index] = call.replace(id=f"call_{stem}_{index}")
        seen.add(call.id)
    return message.replace(tool_calls=tuple(calls))
