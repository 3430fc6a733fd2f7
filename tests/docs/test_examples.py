"""The examples run, over real HTTP, and say what the README says."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script
from tests.conftest import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module `examples/tools.py`."""
    spec = importlib.util.spec_from_file_location("example_tools", ROOT / "examples/tools.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # where dataclasses look their annotations up
    spec.loader.exec_module(module)
    return module


def test_the_example_holds_the_first_program_of_the_readme(tools: ModuleType) -> None:
    """But for the list of tools, every piece of it: `agent` has one more here."""
    program = (ROOT / "README.md").read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    example = (ROOT / "examples/tools.py").read_text("utf-8")
    pieces = [piece for piece in program.split("\n\n\n") if "tools=[" not in piece][1:]
    assert len(pieces) == 4
    assert all(piece.strip() in example for piece in pieces)
    assert [tool.name for tool in tools.agent.tools] == ["get_player_name", "expected_score"]


@pytest.mark.anyio
async def test_the_example_runs_both_tools_over_http(tools: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    ratings = tools.Ratings(player=1600, opponent=1400)
    script = Script().call(tools.get_player_name).call(tools.expected_score, ratings).text("Anne wins.")
    async with FakeProvider("openai_chat", script) as server:
        model = OpenAIChat("gpt-5.2", api_key="any", base_url=server.base_url)
        async with model:
            with tools.agent.override(model=model):
                await tools.main()
    assert capsys.readouterr().out == "Anne wins.\n"
    assert [server.requests[n].at("messages", -1, "content") for n in (1, 2)] == ["Anne", "0.76"]


def test_the_examples_are_clean_under_mypy_strict(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, EXAMPLES)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
