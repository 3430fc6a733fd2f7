"""`golem-codegen check`: what is in `generated/` is what `spec/` says, to the byte, or it is named."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.codegen.tree import TABLES, Tree

WIRE_MODULE = "generated/golem_wire/openai_chat/wire.py"
MANIFEST = "generated/manifest.json"
STALE_MANIFEST = f"{MANIFEST}: is stale; run `make generate`"


def test_the_committed_tree_is_clean(tree: Tree) -> None:
    assert tree.findings() == []


@pytest.mark.parametrize("name", [WIRE_MODULE, "generated/golem_wire/schema/golem.schema.json"])
def test_a_hand_edit_of_one_byte_is_named(tree: Tree, name: str) -> None:
    path = tree.root / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    assert tree.findings() == [f"{name}: was edited by hand; change spec/ instead, and run `make generate`"]


def test_a_spec_that_changed_without_generate_is_named_by_what_is_stale(tree: Tree) -> None:
    tree.replace(TABLES, 'title = "OpenAI Chat Completions"', 'title = "Chat Completions"')
    found = tree.findings()
    assert f"{WIRE_MODULE}: is stale; run `make generate`" in found
    assert not [line for line in found if "edited by hand" in line]
    tree.generate()
    assert tree.findings() == []


def test_a_hand_edit_is_told_from_what_is_stale(tree: Tree) -> None:
    tree.replace(TABLES, 'title = "OpenAI Chat Completions"', 'title = "Chat Completions"')
    tree.write("generated/golem_wire/canonical.py", tree.text("generated/golem_wire/canonical.py") + "# mine\n")
    edited = [line.partition(":")[0] for line in tree.findings() if "edited by hand" in line]
    assert edited == ["generated/golem_wire/canonical.py"]


def test_a_missing_file_is_named_and_written_again(tree: Tree) -> None:
    before = tree.files()
    (tree.root / WIRE_MODULE).unlink()
    assert tree.findings() == [f"{WIRE_MODULE}: is missing; run `make generate`"]
    tree.generate()
    assert tree.files() == before


def test_a_file_too_many_is_named_and_removed_with_its_folder(tree: Tree) -> None:
    extra = "generated/golem_wire/acme/wire.py"
    (tree.root / extra).parent.mkdir()
    tree.write(extra, "")
    assert tree.findings() == [f"{extra}: nothing generates it; `make generate` removes it"]
    tree.generate()
    assert not (tree.root / extra).parent.exists()
    assert tree.findings() == []


def _conflict(_: str) -> str:
    return "<<<<<<< ours\n"


def _no_object(_: str) -> str:
    return "[]"


def _foreign_version(text: str) -> str:
    document = json.loads(text)
    document["inputs"]["datamodel-code-generator"] = "0.0.1"
    return json.dumps(document)


@pytest.mark.parametrize("spoil", [_conflict, _no_object, _foreign_version])
def test_a_manifest_that_is_not_the_right_one_is_named_and_written_again(
    tree: Tree, spoil: Callable[[str], str]
) -> None:
    before = tree.files()
    tree.write(MANIFEST, spoil(tree.text(MANIFEST)))
    assert tree.findings() == [STALE_MANIFEST]
    tree.generate()
    assert tree.files() == before


def test_a_missing_manifest_is_named(tree: Tree) -> None:
    (tree.root / MANIFEST).unlink()
    assert tree.findings() == [f"{MANIFEST}: is missing; run `make generate`"]
