"""The guides stay true: each is one program, its blocks in order; it type-checks, and its tests pass."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from golem_sdk import Args, Canceled, Tool, ToolContext
from golem_sdk.testing import ScriptedModel
from tests.conftest import ROOT

GUIDES = {name: ROOT / f"docs/guides/{name}.md" for name in ("errors", "tools")}
PROGRAMS = {
    name: "\n\n".join(re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), flags=re.DOTALL))
    for name, path in GUIDES.items()
}
TESTS = [(name, test) for name, program in PROGRAMS.items() for test in re.findall(r"def (test_\w+)", program)]


@pytest.fixture
def defined(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What a guide's blocks define, run one after another."""
    name = str(request.param)
    module = ModuleType(f"guide_{name}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where dataclasses look their annotations up
    exec(compile(PROGRAMS[name], str(GUIDES[name]), "exec"), module.__dict__)
    return module


def test_every_guide_has_tests() -> None:
    assert {name for name, _ in TESTS} == set(GUIDES)


@pytest.mark.anyio
@pytest.mark.parametrize(("defined", "test"), TESTS, indirect=["defined"])
async def test_a_test_of_the_guide_passes(defined: ModuleType, test: str) -> None:
    function = defined.__dict__[test]
    assert isinstance(function, FunctionType)
    if inspect.isawaitable(done := function()):
        await done


@pytest.mark.anyio
@pytest.mark.parametrize("defined", ["errors"], indirect=True)
async def test_each_failure_is_caught_where_the_guide_says(defined: ModuleType) -> None:
    script = ScriptedModel().fail("rate_limited", retry_after=7).fail("auth_failed", "no key")
    roster = defined.Roster("Anne")
    with defined.agent.override(model=script):
        told = [await defined.ask("Who wins?", roster) for _ in range(2)]
    assert told == ["ask again in 7 seconds", "no answer: stage model: no key (status 401)"]
    stops = {"stopped: closed": Canceled("closed"), "failed: stage tool: tool t failed: broken": RuntimeError("broken")}
    for text, stop in stops.items():
        with defined.agent.override(model=ScriptedModel().call(raising(stop)), tools=[raising(stop)]):
            assert await defined.ask("Who wins?", roster) == text


def raising(error: Exception) -> Tool[object]:
    def stop(ctx: ToolContext, deps: object, args: Args) -> str:
        raise error

    return Tool(name="t", description="Stops.", schema={"type": "object"}, exec=stop)


def test_the_programs_are_clean_under_mypy_strict(tmp_path: Path) -> None:
    files = [tmp_path / f"guide_{name}.py" for name in GUIDES]
    for file, program in zip(files, PROGRAMS.values(), strict=True):
        file.write_text(program, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, files)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", GUIDES)
def test_the_guide_is_short(name: str) -> None:
    assert len(GUIDES[name].read_text("utf-8").splitlines()) <= 160
