"""The pages that `test_guides.py` does not run: the blocks of a page are one program, which type-checks and runs."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from golem_sdk.testing import ScriptedModel
from tests.conftest import ROOT
from tests.docs.test_guides import GUIDES

DOCS = ROOT / "docs"
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if path not in GUIDES.values()]
PROGRAMS = {
    path.stem.replace("-", "_"): "\n\n".join(blocks)
    for path in PAGES
    if (blocks := re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), flags=re.DOTALL))
}
TESTS = [(name, test) for name, program in PROGRAMS.items() for test in re.findall(r"def (test_\w+)", program)]


@pytest.fixture
def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What a page's blocks define, run one after another."""
    name = str(request.param)
    module = ModuleType(f"page_{name}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where dataclasses look their annotations up
    exec(compile(PROGRAMS[name], name, "exec"), module.__dict__)
    return module


def test_every_page_with_a_program_has_tests() -> None:
    assert {name for name, _ in TESTS} == set(PROGRAMS) >= {"quick_start", "typing"}


@pytest.mark.anyio
@pytest.mark.parametrize(("page", "test"), TESTS, indirect=["page"])
async def test_a_test_of_the_page_passes(page: ModuleType, test: str) -> None:
    function = page.__dict__[test]
    assert isinstance(function, FunctionType)
    if inspect.isawaitable(done := function()):
        await done


@pytest.mark.anyio
@pytest.mark.parametrize("page", ["quick_start"], indirect=True)
async def test_the_quick_start_prints_the_answers(page: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    model = ScriptedModel().text("Anne.").text("She trains.").text("Anne wins.")
    with model, page.agent.override(model=model):
        await page.main()
        await page.watch()
    assert capsys.readouterr().out == "Anne.\nShe trains.\nAnne wins.\n5 tokens\n"
    assert [message.role for message in model.requests[1].messages] == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize("page", ["quick_start"], indirect=True)
def test_the_quick_start_of_a_script_prints_the_answers(page: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    model = ScriptedModel().text("Anne.").text("Anne wins.")
    with model, page.agent.override(model=model):
        page.script()
        page.watch_in_a_script()
    assert capsys.readouterr().out == "Anne.\nAnne wins.\n5 tokens\n"


def test_the_programs_are_clean_under_mypy_strict(tmp_path: Path) -> None:
    files = [tmp_path / f"page_{name}.py" for name in PROGRAMS]
    for file, program in zip(files, PROGRAMS.values(), strict=True):
        file.write_text(program, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, files)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.stem)
def test_links_between_pages_lead_somewhere_and_the_site_has_every_page(path: Path) -> None:
    links = re.findall(r"\]\(([\w./-]+\.md)\)", path.read_text("utf-8"))
    assert all((path.parent / link).is_file() for link in links), links
    assert f'"{path.relative_to(DOCS).as_posix()}"' in (ROOT / "zensical.toml").read_text("utf-8")
