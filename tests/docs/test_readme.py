"""The README stays true: its code runs and type-checks, and what it prints is what is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

from golem_sdk.agent import Agent
from golem_sdk.demo.example import Roster
from golem_sdk.demo.run import type_error
from golem_sdk.testing import ScriptedModel
from golem_sdk.tool import Tool
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
PROGRAM = "\n\n".join(BLOCKS)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the README's programs define, run one after another."""
    module = ModuleType("readme")
    monkeypatch.setitem(sys.modules, "readme", module)  # where dataclasses look their annotations up
    exec(compile(PROGRAM, "README.md", "exec"), module.__dict__)
    return module.__dict__


def test_the_first_program_is_the_example_that_the_demo_runs() -> None:
    example = (ROOT / "golem_sdk/demo/example.py").read_text("utf-8")
    assert example.partition('"""\n\n')[2] == BLOCKS[0]


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


def test_the_programs_are_clean_under_mypy_strict(tmp_path: Path) -> None:
    (tmp_path / "readme.py").write_text(PROGRAM, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(tmp_path / "readme.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_type_error_is_the_one_that_mypy_reports() -> None:
    told = re.search(r"error: .*\[list-item\]", README)
    assert told is not None
    assert told[0] in type_error()
    assert type_error().startswith("wrong_deps.py:27: ")


@pytest.mark.anyio
async def test_the_tool_by_hand_is_the_tool_of_the_decorator(names: dict[str, object]) -> None:
    by_hand, decorated = cast("Tool[Roster]", names["by_hand"]), cast("Tool[Roster]", names["get_player_name"])
    assert (by_hand.name, by_hand.description) == (decorated.name, decorated.description)
    roster = cast("Callable[[str], Roster]", names["Roster"])("Anne")
    for tool in (by_hand, decorated):
        script = ScriptedModel().call(tool).text("done")
        agent = Agent(script, deps_type=Roster, tools=[tool])
        assert (await agent.run("Who?", deps=roster)).messages[2].content == "Anne"


@pytest.mark.anyio
async def test_a_failed_run_resumes_from_its_evidence(names: dict[str, object]) -> None:
    agent = cast("Agent[Roster, str]", names["agent"])
    careful = cast("Callable[[], Awaitable[str]]", names["careful"])
    script = ScriptedModel().call(agent.tools[0]).fail().text("Anne wins.")
    with agent.override(model=script):
        assert await careful() == "Anne wins."
    assert [m.role for m in script.requests[-1].messages] == ["user", "assistant", "tool", "user"]


@pytest.mark.anyio
async def test_a_stream_tells_the_answer_as_it_comes(
    names: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    agent = cast("Agent[Roster, str]", names["agent"])
    streamed = cast("Callable[[], Awaitable[str]]", names["told_as_it_comes"])
    with agent.override(model=ScriptedModel().call(agent.tools[0]).text("Anne wins.")):
        assert await streamed() == "Anne wins."
    assert capsys.readouterr().out == "Anne wins."


def test_a_script_asks_without_async(names: dict[str, object]) -> None:
    agent = cast("Agent[Roster, str]", names["agent"])
    asked = cast("Callable[[], str]", names["asked_by_a_script"])
    with agent.override(model=ScriptedModel().call(agent.tools[0]).text("Anne wins.")):
        assert asked() == "Anne wins."


@pytest.mark.anyio
async def test_the_test_of_the_readme_passes(names: dict[str, object]) -> None:
    await cast("Callable[[], Awaitable[None]]", names["test_the_referee"])()
