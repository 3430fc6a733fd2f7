"""The demo: what is shown, in which order."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import defaultdict
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from golem_sdk.demo.example import Roster, agent, get_player_name
from golem_sdk.demo.recorded import Conversation, conversations, replay
from golem_sdk.demo.show import shortened, show_conversation, show_evidence, show_transcript
from golem_sdk.errors import RunError
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script
from golem_wire.canonical import Evidence

__all__ = ["demo", "type_error"]

_PER_HOST = 2


async def demo(console: Console, *, recordings: Path | None, live: bool) -> bool:
    """Shows the example, the type error, and recordings where there are some; False when anything went wrong."""
    if live:
        console.rule("The example, with a real model")
        evidence = (await agent.run("Who wins?", deps=Roster("Anne"))).evidence
    else:
        console.rule("The example, over real HTTP against the embedded provider")
        evidence = await _embedded()
    show_conversation(console, evidence)
    show_evidence(console, evidence)
    console.rule("Its durable JSON", style="dim")
    show_transcript(console, evidence)
    console.rule("A tool that needs something else: what the type checker says")
    console.print(escape(type_error()), soft_wrap=True)
    return True if recordings is None else await _recorded(console, recordings)


async def _embedded() -> Evidence:
    script = Script().call(get_player_name).text("Anne wins.")
    async with (
        FakeProvider("openai_chat", script) as server,
        OpenAIChat("gpt-5.2", api_key="embedded", base_url=server.base_url) as model,
    ):
        return (await agent.run("Who wins?", deps=Roster("Anne"), model=model)).evidence


def type_error() -> str:
    """mypy's message for the program whose tool needs a Ledger where the agent has a Roster."""
    if find_spec("mypy") is None:
        return "mypy is not installed here; `pip install mypy` shows the error"
    program = files("golem_sdk.demo").joinpath("wrong_deps.py.txt").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "wrong_deps.py")
        path.write_text(program, "utf-8")
        command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", path.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip() or done.stderr.strip()


async def _recorded(console: Console, path: Path) -> bool:
    console.rule(f"Recorded conversations with tool calls: {path.name}")
    table = Table("host", "exchanges", "calls", "tokens in/out", "what became of it", show_lines=True)
    for column in (0, 3):
        table.columns[column].no_wrap = True
    good = True
    for conversation in _chosen(conversations(path)):
        row = (conversation.host, str(len(conversation.exchanges)))
        try:
            evidence = await replay(conversation)
        except RunError as error:
            good = False
            table.add_row(*row, "", "", f"[red]{escape(str(error))}[/]")
            continue
        usage = evidence.usage
        table.add_row(*row, _calls(evidence), f"{usage.input}/{usage.output}", escape(_answer(evidence)))
    console.print(table)
    return good


def _chosen(found: list[Conversation]) -> list[Conversation]:
    """A few of each host, those first that end in a text."""
    by_host: dict[str, list[Conversation]] = defaultdict(list)
    seen: set[tuple[str, str]] = set()
    for conversation in sorted(found, key=lambda c: (not c.ends_in_text, -len(c.exchanges))):
        if len(by_host[conversation.host]) < _PER_HOST and conversation.asked not in seen:
            seen.add(conversation.asked)
            by_host[conversation.host].append(conversation)
    return [conversation for _, group in sorted(by_host.items()) for conversation in group]


def _calls(evidence: Evidence) -> str:
    return "\n".join(escape(shortened(f"{c.name}{c.args.text}", 60)) for m in evidence.messages for c in m.tool_calls)


def _answer(evidence: Evidence) -> str:
    last = evidence.messages[-1]
    if last.role == "tool":
        given = next(m for m in reversed(evidence.messages) if m.tool_calls)
        return f"answered by tool: {shortened(given.tool_calls[-1].args.text, 80)}"
    return shortened(last.content, 80)
