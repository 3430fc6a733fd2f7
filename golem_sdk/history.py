"""History: every call with exactly one result, so that it can open a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from golem_wire.canonical import Message, RepairChange, RepairReport, ToolCall

__all__ = ["NOT_STARTED", "OUTCOME_UNKNOWN", "closing", "repair"]

NOT_STARTED: Final = "The call was not started; there is no result. It may be called again."
OUTCOME_UNKNOWN: Final = (
    "The call was started and its outcome is unknown; there is no result. Check before calling it again."
)


def closing(call: ToolCall, text: str, *, run_id: str = "", conversation_id: str = "") -> Message:
    """The message that stands where a call has no result."""
    return Message(
        role="tool",
        content=text,
        tool_call_id=call.id,
        tool_name=call.name,
        run_id=run_id,
        conversation_id=conversation_id,
    )


def repair(history: Sequence[Message]) -> tuple[tuple[Message, ...], RepairReport]:
    """The history with exactly one result for every call, and what had to change for it.

    Results belong to the last assistant message before them, whatever ids other messages use. A call without
    a result is closed after the results that do exist; a result without a call, and a second one, is dropped.
    A repaired history has nothing to repair.
    """
    changes: list[RepairChange] = []
    out: list[Message] = []
    open_calls: list[ToolCall] = []  # ids may repeat in a stored message: its results answer them in order
    caller, place = -1, 0

    def close() -> None:
        nonlocal place
        for call in open_calls:
            out.insert(place, closing(call, OUTCOME_UNKNOWN))
            place += 1
            changes.append(_change("closed", caller, call.id, call.name, "the call has no result"))
        open_calls.clear()

    for index, message in enumerate(history):
        if message.role == "tool":
            answered = next((call for call in open_calls if call.id == message.tool_call_id), None)
            if answered is None:
                why = "no open call of the assistant message before it has this id"
                changes.append(_change("dropped", index, message.tool_call_id, message.tool_name, why))
                continue
            open_calls.remove(answered)
            out.append(message)
            place = len(out)
            continue
        if message.role == "assistant":
            close()
            open_calls.extend(message.tool_calls)
            caller = index
        out.append(message)
        if message.role == "assistant":
            place = len(out)
    close()
    return tuple(out), RepairReport(changes=tuple(changes))


def _change(action: str, index: int, call_id: str, name: str, reason: str) -> RepairChange:
    return RepairChange(action=action, index=index, call_id=call_id, tool_name=name, reason=reason)
