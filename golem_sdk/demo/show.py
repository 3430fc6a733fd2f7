"""Printing a run: the conversation, the evidence and the durable JSON."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.json import JSON
from rich.markup import escape
from rich.table import Table

from golem_sdk.messages import dump_messages
from golem_wire.canonical import Evidence, Message

__all__ = ["shortened", "show_conversation", "show_evidence", "show_transcript"]

_STYLES = {"system": "dim", "user": "cyan", "assistant": "green", "tool": "yellow"}


def show_conversation(console: Console, evidence: Evidence) -> None:
    """The messages of a run, a line or a few each."""
    table = Table(show_header=False, box=None, padding=(0, 1))
    for message in evidence.messages:
        style = _STYLES.get(message.role, "")
        table.add_row(f"[{style}]{message.role}[/]", escape("\n".join(_lines(message))))
    console.print(table)


def _lines(message: Message) -> Iterator[str]:
    if message.role == "tool":
        yield f"{message.tool_name} → {shortened(message.content)}"
    elif message.content:
        yield shortened(message.content)
    for call in message.tool_calls:
        yield f"calls {call.name}({call.args.text})"
    for part in message.parts:
        yield f"[{part.kind}]"


def show_evidence(console: Console, evidence: Evidence) -> None:
    """The counts of a run."""
    usage = evidence.usage
    console.print(
        f"[bold]{evidence.requests}[/] requests, [bold]{evidence.tool_calls}[/] tool calls, "
        f"[bold]{usage.input}[/] tokens in ({usage.cache_read} cached), [bold]{usage.output}[/] out "
        f"({usage.reasoning} reasoning), finish reason [bold]{evidence.finish_reason}[/]"
    )


def show_transcript(console: Console, evidence: Evidence) -> None:
    """The durable JSON: what an application stores, and what any later run goes on from."""
    console.print(JSON(dump_messages(evidence.messages), indent=None))


def shortened(text: str, limit: int = 200) -> str:
    """The text on few lines."""
    return text if len(text) <= limit else text[:limit].rstrip() + " …"
