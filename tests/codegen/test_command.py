"""`golem-codegen` as a command: exit codes, and what it says where it cannot work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.codegen.tree import TABLES, Tree, run

BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name={module!r})

sys.meta_path.insert(0, Blocker())
from golem_codegen.cli import main
sys.exit(main(["check"]))
"""


def test_check_exits_0_on_a_clean_tree_and_1_on_findings(tree: Tree) -> None:
    done = tree.run("check")
    assert (done.code, done.out) == (0, "")
    tree.write("generated/golem_wire/py.typed", "\n")
    done = tree.run("check", folder="golem_sdk")
    assert (done.code, done.out.count("\n")) == (1, 1)
    assert done.out.startswith("generated/golem_wire/py.typed: was edited by hand")
    assert "findings: 1" in done.err


def test_generate_exits_1_on_a_mistake_in_the_spec(tree: Tree) -> None:
    tree.write(TABLES, "name =")
    done = tree.run("generate")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"error: {TABLES}: is not TOML: ")


def test_generate_exits_1_where_a_file_stands_in_its_way(tree: Tree) -> None:
    """Nothing was replaced before it found out, and none of its own files stay behind."""
    (tree.root / "generated/golem_wire/canonical.py").unlink()
    (tree.root / "generated/golem_wire/openai_chat").rename(tree.root / "generated/elsewhere")
    tree.write("generated/golem_wire/openai_chat", "")
    before = tree.files()
    done = tree.run("generate")
    assert (done.code, done.err.count("Traceback")) == (1, 0)
    assert "openai_chat" in done.err.splitlines()[-1]
    assert tree.files() == before


def test_list_says_where_each_provider_comes_from(tree: Tree) -> None:
    done = tree.run("list")
    assert done.code == 0
    extension, base = done.out.splitlines()
    assert extension.startswith("azure_openai: extends openai_chat, openai ")
    assert base.startswith("openai_chat: openai ")
    assert " mapped" in base


@pytest.mark.parametrize("command", ["generate", "check", "list"])
def test_started_outside_a_tree_it_says_so(tmp_path: Path, command: str) -> None:
    done = run([sys.executable, "-m", "golem_codegen", command], tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: no spec/golem in {tmp_path} or above it: start golem-codegen inside the project\n"


@pytest.mark.parametrize("arguments", [[], ["sync"], ["bake"]])
def test_wrong_usage_exits_2(tmp_path: Path, arguments: list[str]) -> None:
    done = run([sys.executable, "-m", "golem_codegen", *arguments], tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("usage: golem-codegen")


@pytest.mark.parametrize("module", ["datamodel_code_generator", "jinja2", "jsonschema", "ruff"])
def test_without_the_extra_it_says_what_to_install(tree: Tree, module: str) -> None:
    done = run([sys.executable, "-c", BLOCKED.format(module=module)], tree.root)
    assert (done.code, done.out) == (2, "")
    last = done.err.splitlines()[-1]
    assert last == f"error: {module} is not installed. It comes with the extra `codegen`: golem-sdk[codegen]"
