"""When a format changes, what is now wrong is a type error on the line that must change, and `check` says the rest."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from golem_codegen.document import JsonObject, JsonValue
from tests.codegen.tree import ADAPTER, TABLES, WIRE, Tree, inside

PARTS = "spec/golem/part.schema.json"
CHOICES = "spec/golem/tool_choice.schema.json"


def lines_with(source: str, name: str) -> Iterator[int]:
    """The lines where a module reads an attribute of this name, or calls something with an argument of this name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=attr, lineno=line) if attr == name:
                yield line
            case ast.Call(keywords=keywords, lineno=line) if name in {keyword.arg for keyword in keywords}:
                yield line
            case _:
                pass


def class_line(source: str) -> int:
    """The line of the adapter's class."""
    (line,) = [node.lineno for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return line


def renaming(definition: str, old: str, new: str) -> Callable[[JsonObject], None]:
    """Renames a property of a wire definition, as upstream would."""

    def change(document: JsonObject) -> None:
        schema = inside(document, "$defs", definition)
        properties = inside(schema, "properties")
        properties[new] = properties.pop(old)
        schema["required"] = [new if key == old else key for key in cast("list[JsonValue]", schema["required"])]

    return change


@pytest.mark.parametrize(
    ("definition", "old", "new"),
    [
        pytest.param("ChatCompletionMessage", "refusal", "declined", id="what they send"),
        pytest.param("CompletionCreateParams", "max_completion_tokens", "max_answer_tokens", id="what we send"),
    ],
)
def test_a_renamed_wire_field_is_a_type_error_where_it_is_used(
    tree: Tree, mypy_cache: Path, definition: str, old: str, new: str
) -> None:
    tree.edit(WIRE, renaming(definition, old, new))
    tree.generate()
    assert tree.findings() == [
        f"{TABLES}, [coverage]: {definition}.{new} is unreviewed: map it, pass it through, or ignore it with a reason",
        f"{TABLES}, [coverage]: {definition}.{old} covers no field of the wire",
    ]
    problems = tree.mypy(mypy_cache)
    assert {problem.file for problem in problems} == {ADAPTER}
    assert {problem.line for problem in problems} == set(lines_with(tree.text(ADAPTER), old))
    assert all(definition in problem.text and old in problem.text for problem in problems)


def add_variant(union: JsonObject, tag: str, name: str) -> None:
    """Adds a variant to a tagged union."""
    cast("list[JsonValue]", union["oneOf"]).append({"$ref": f"#/$defs/{name}"})
    inside(union, "discriminator", "mapping")[tag] = f"#/$defs/{name}"


def missing_moves(tree: Tree, cache: Path) -> tuple[str, str]:
    """The one thing that each checker reports, which must be at the adapter's class."""
    line = class_line(tree.text(ADAPTER))
    (mypy,) = [problem for problem in tree.mypy(cache) if problem.file == ADAPTER]
    (pyright,) = tree.pyright()
    assert (mypy.line, pyright.line) == (line, line)
    assert pyright.file.endswith(ADAPTER)
    return mypy.text, pyright.text


def test_a_new_part_kind_is_a_missing_move(tree: Tree, mypy_cache: Path) -> None:
    def hologram(document: JsonObject) -> None:
        kind: JsonObject = {"const": "hologram", "default": "hologram"}
        properties: JsonObject = {"kind": kind, "depth": {"type": "integer", "default": 0, "description": "Layers."}}
        shape: JsonObject = {"type": "object", "properties": properties, "required": ["kind"], "description": "Light."}
        inside(document, "$defs")["HologramPart"] = shape
        add_variant(inside(document, "$defs", "KnownPart"), "hologram", "HologramPart")

    tree.edit(PARTS, hologram)
    tree.generate()
    assert tree.findings() == [f"{TABLES}, [parts] lacks 'hologram': its cells, or `move = false` and a reason"]
    assert all("encode_hologram" in text for text in missing_moves(tree, mypy_cache))


def test_a_part_kind_with_a_row_that_refuses_it_needs_no_move(tree: Tree, mypy_cache: Path) -> None:
    def sketch(document: JsonObject) -> None:
        shape = json.loads(json.dumps(inside(document, "$defs", "VideoPart")))
        shape["properties"]["kind"] = {"const": "sketch", "default": "sketch"}
        inside(document, "$defs")["SketchPart"] = shape
        add_variant(inside(document, "$defs", "KnownPart"), "sketch", "SketchPart")

    tree.edit(PARTS, sketch)
    row = '[parts.sketch]\nmove = false\nreason = "the wire has no sketches"\nsource = "none"\n\n[native]'
    tree.replace(TABLES, "[native]", row)
    tree.generate()
    assert tree.findings() == []
    assert [problem for problem in tree.mypy(mypy_cache) if problem.file == ADAPTER] == []


def test_a_new_tool_choice_is_a_missing_move(tree: Tree, mypy_cache: Path) -> None:
    def maybe(document: JsonObject) -> None:
        kind: JsonObject = {"const": "maybe", "default": "maybe"}
        shape: JsonObject = {"type": "object", "properties": {"kind": kind}, "required": ["kind"], "description": "?"}
        inside(document, "$defs")["Maybe"] = shape
        add_variant(document, "maybe", "Maybe")

    tree.edit(CHOICES, maybe)
    tree.generate()
    assert tree.findings() == []
    assert all("encode_choice_maybe" in text for text in missing_moves(tree, mypy_cache))


def test_a_new_kind_of_call_on_the_wire_is_a_missing_move(tree: Tree, mypy_cache: Path) -> None:
    def remote(document: JsonObject) -> None:
        properties: JsonObject = {"type": {"const": "remote", "type": "string"}, "server": {"type": "string"}}
        shape: JsonObject = {"type": "object", "properties": properties, "required": ["type"]}
        inside(document, "$defs")["RemoteToolCall"] = shape
        calls = inside(document, "$defs", "ChatCompletionMessage", "properties", "tool_calls", "anyOf", 0, "items")
        add_variant(calls, "remote", "RemoteToolCall")

    tree.edit(WIRE, remote)
    tree.generate()
    unreviewed = "is unreviewed: map it, pass it through, or ignore it with a reason"
    assert tree.findings() == [
        f"{TABLES}, [coverage]: RemoteToolCall.server {unreviewed}",
        f"{TABLES}, [coverage]: RemoteToolCall.type {unreviewed}",
    ]
    assert all("decode_tool_call_remote" in text for text in missing_moves(tree, mypy_cache))
