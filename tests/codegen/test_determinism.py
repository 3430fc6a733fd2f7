"""The same input gives the same bytes, wherever and however it is run; and nothing is done twice."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.codegen.tree import Tree, copied
from tests.conftest import ROOT

# Python makes UTF-8 of the C locale unless it is told not to.
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
UTF8 = {"LC_ALL": "C.UTF-8"}


@pytest.mark.parametrize(
    ("seed", "folder", "locale"),
    [
        pytest.param("0", ".", ASCII, id="seed 0, the root, ASCII"),
        pytest.param("1", "golem_sdk/adapters", UTF8, id="seed 1, another folder, UTF-8"),
        pytest.param("random", "spec", {}, id="random seed, another folder, our locale"),
    ],
)
def test_the_bytes_depend_on_nothing_but_the_input(
    tree: Tree, seed: str, folder: str, locale: Mapping[str, str]
) -> None:
    committed = tree.files()
    shutil.rmtree(tree.root / "generated")
    done = tree.run("generate", folder=folder, PYTHONHASHSEED=seed, **locale)
    assert done.code == 0, done.err
    assert tree.files() == committed


def test_a_second_run_does_nothing(tree: Tree) -> None:
    """No package of the generator is loaded, and no file is touched."""
    program = (
        "import sys\nfrom golem_codegen.cli import main\nassert main(['generate']) == 0\n"
        "print([name for name in ('datamodel_code_generator', 'jinja2', 'pydantic') if name in sys.modules])"
    )
    times = _times(tree)
    done = subprocess.run([sys.executable, "-c", program], cwd=tree.root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert "up to date" in done.stderr
    assert _times(tree) == times


def test_a_file_that_stays_as_it_is_is_not_written(tree: Tree) -> None:
    """So a type checker's cache stays good for all that did not change."""
    times = _times(tree)
    tree.replace("spec/providers/openai_chat/adapter.toml", 'tag = "openai_chat"', 'tag = "openai_chat_2"')
    tree.generate()
    changed = {name for name, time in _times(tree).items() if times[name] != time}
    assert changed == {"generated/manifest.json", "generated/golem_wire/openai_chat/skeleton.py"}


def _times(tree: Tree) -> dict[str, int]:
    return {name: (tree.root / name).stat().st_mtime_ns for name in tree.files() if name.startswith("generated/")}


def test_another_run_in_the_same_process_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries below keep state; none of it may reach the output."""
    from golem_codegen.cli import main

    made: list[dict[str, bytes]] = []
    for name in ("first", "second"):
        tree = copied(tmp_path / name)
        shutil.rmtree(tree.root / "generated")
        monkeypatch.chdir(tree.root)
        assert main(["generate"]) == 0
        made.append(tree.files())
    assert made[0] == made[1]


def test_what_is_generated_is_as_ruff_leaves_it() -> None:
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", "generated"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
