"""Frames: how the parts of a tool result travel where tool messages hold only text. On the wire only."""

from __future__ import annotations

from html import escape

from golem_wire.canonical import Message

__all__ = ["frame_end", "frame_start"]


def frame_start(message: Message) -> str:
    """The text before the parts. Names and ids are escaped, so that they cannot break out of the frame."""
    name, call_id = escape(message.tool_name), escape(message.tool_call_id)
    return f'<tool_result tool_name="{name}" tool_call_id="{call_id}">\n'


def frame_end() -> str:
    """The text after the parts."""
    return "\n</tool_result>"
