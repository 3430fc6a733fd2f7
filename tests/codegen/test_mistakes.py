"""A mistake in `spec/` is one error that names file, pointer and rule; nothing in the tree is touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from golem_codegen.document import JsonObject, JsonValue, SpecError, Where
from tests.codegen.tree import OVERLAY, TABLES, WIRE, Tree, inside

USAGE = "spec/golem/usage.schema.json"
MESSAGE = "spec/golem/message.schema.json"
CALL = "spec/golem/tool_call.schema.json"


def refused(tree: Tree) -> tuple[str, str, str]:
    """Generates, expects an error, and sees that no file was written, changed or left behind."""
    before = tree.files()
    with pytest.raises(SpecError) as caught:
        tree.generate()
    assert tree.files() == before
    error = caught.value
    assert str(error) == f"{error.where}: {error.problem} [rule: {error.rule}]"
    return error.where.file, error.where.pointer, error.rule


def member(value: JsonValue, *path: str) -> Callable[[JsonObject], None]:
    """Sets one member of a document."""

    def change(document: JsonObject) -> None:
        *owners, key = path
        if owners == ["$defs"]:
            document.setdefault("$defs", {})
        inside(document, *owners)[key] = value

    return change


def untitled(document: JsonObject) -> None:
    """Takes a document's title away."""
    del document["title"]


@pytest.mark.parametrize("name", [USAGE, WIRE, OVERLAY])
@pytest.mark.parametrize(
    ("text", "pointer", "rule"),
    [
        pytest.param("{", "", "json", id="cut"),
        pytest.param('{"title": NaN}', "", "json", id="NaN"),
        pytest.param('{"title": "A", "title": "B"}', "", "json", id="key twice"),
        pytest.param("[]", "", "type", id="no object"),
    ],
)
def test_a_file_that_is_no_json_object(tree: Tree, name: str, text: str, pointer: str, rule: str) -> None:
    tree.write(name, text)
    assert refused(tree) == (name, pointer, rule)


@pytest.mark.parametrize("name", [USAGE, TABLES])
def test_a_file_that_is_not_utf_8(tree: Tree, name: str) -> None:
    (tree.root / name).write_bytes(b"title = \xff")
    assert refused(tree) == (name, "", "utf-8")


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        pytest.param(
            member({"$ref": "lost.schema.json"}, "properties", "native"),
            "/properties/native/$ref",
            "no-dangling-reference",
            id="reference to no file",
        ),
        pytest.param(
            member({"type": "array", "items": {"$ref": "#/$defs/Lost"}}, "properties", "parts"),
            "/properties/parts/items/$ref",
            "no-dangling-reference",
            id="reference to no shape",
        ),
        pytest.param(
            member({"$ref": "part.schema.json#/properties/url"}, "properties", "native"),
            "/properties/native/$ref",
            "no-dangling-reference",
            id="reference into a shape",
        ),
        pytest.param(member("Delta", "title"), "/title", "unique-names", id="title of another file"),
        pytest.param(member({}, "$defs", "Delta"), "/$defs/Delta", "unique-names", id="name of another file's shape"),
        pytest.param(untitled, "/title", "required", id="no title"),
        pytest.param(member("Me ss", "title"), "/title", "class-name", id="title that is no class name"),
        pytest.param(member("Mapping", "title"), "/title", "class-name", id="title that hides an import"),
        pytest.param(member("None", "title"), "/title", "class-name", id="title that is a keyword"),
        pytest.param(
            member({"type": "strng"}, "properties", "content"),
            "/properties/content/type",
            "json-schema-2020-12",
            id="type",
        ),
        pytest.param(member(["rule"], "required"), "/required/0", "known-property", id="required without a property"),
        pytest.param(
            member(["role", "rule"], "x-drops-native"), "/x-drops-native/1", "known-property", id="no such native key"
        ),
        pytest.param(
            member({"type": "string"}, "properties", "tool_calls"),
            "/properties/tool_calls",
            "unique-names",
            id="two keys of one name in Python",
        ),
        pytest.param(
            member({"type": "string"}, "properties", "replace"),
            "/properties/replace",
            "unique-names",
            id="key that hides a method",
        ),
        pytest.param(
            member({"type": "array", "items": {"type": "object", "properties": {}}}, "properties", "parts"),
            "/properties/parts/items",
            "named-object",
            id="object without a name",
        ),
        pytest.param(
            member("golem_wire._runtime.Message", "x-python-base"), "/x-python-base", "known-type", id="unknown base"
        ),
        pytest.param(
            member({"x-python-type": "golem_wire._runtime.FrozenJsn"}, "properties", "native"),
            "/properties/native/x-python-type",
            "known-type",
            id="unknown Python type",
        ),
    ],
)
def test_a_mistake_in_a_canonical_schema(
    tree: Tree, change: Callable[[JsonObject], None], pointer: str, rule: str
) -> None:
    tree.edit(MESSAGE, change)
    assert refused(tree) == (MESSAGE, pointer, rule)


@pytest.mark.parametrize(
    ("old", "new", "pointer", "rule"),
    [
        pytest.param('name = "openai_chat"', 'name = "openai_chat', "", "toml", id="no TOML"),
        pytest.param('\ntag = "', '\ntagg = "', "/tag", "missing", id="key missing"),
        pytest.param("[endpoint]", "[endpoint]\nbase = 1", "/endpoint/base", "extra_forbidden", id="unknown key"),
        pytest.param('name = "openai_chat"', 'name = "acme"', "/name", "provider-name", id="name of another folder"),
        pytest.param('adapter = "', 'adapter = "An ', "/adapter", "string_pattern_mismatch", id="no class name"),
        pytest.param("429 = ", "4290 = ", "/errors/statuses/4290/[key]", "string_pattern_mismatch", id="no status"),
        pytest.param('"Bearer {}"', '"Bearer"', "/auth/format", "string_pattern_mismatch", id="no place for the key"),
        pytest.param(
            'reason = "the wire has no video part"',
            'reason = ""',
            "/parts/video",
            "value_error",
            id="refused without a reason",
        ),
        pytest.param("max_depth = 10\n", "", "/dialect/max_depth", "missing", id="half a dialect"),
    ],
)
def test_a_mistake_in_the_tables(tree: Tree, old: str, new: str, pointer: str, rule: str) -> None:
    tree.replace(TABLES, old, new)
    assert refused(tree) == (TABLES, pointer, rule)


def test_tables_that_make_no_python(tree: Tree) -> None:
    tree.replace(TABLES, 'returns = "c.ToolCall"', 'returns = "c.ToolCall |"')
    assert refused(tree) == ("spec/providers/openai_chat", "", "python")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param(member({"properties": {}}, "$defs", "Lost"), "/$defs/Lost", id="target gone"),
        pytest.param(
            member({"type": "string"}, "$defs", "CompletionUsage", "properties", "lost"),
            "/$defs/CompletionUsage/properties/lost",
            id="property gone",
        ),
        pytest.param(
            member({"x-new": True, "type": "object", "properties": {}}, "$defs", "CompletionUsage"),
            "/$defs/CompletionUsage",
            id="upstream has it now",
        ),
    ],
)
def test_an_overlay_that_upstream_overtook_is_not_laid_and_is_named(
    tree: Tree, change: Callable[[JsonObject], None], pointer: str
) -> None:
    tree.edit(OVERLAY, change)
    tree.generate()
    assert [line for line in tree.findings() if line.startswith(f"{OVERLAY}, {pointer}: ")]


def test_an_overlay_whose_target_upstream_renamed_is_not_laid_and_is_named(tree: Tree) -> None:
    def rename(document: JsonObject) -> None:
        defs = inside(document, "$defs")
        defs["UsageOfTokens"] = defs.pop("CompletionUsage")
        for owner in ("ChatCompletion", "ChatCompletionChunk"):
            inside(document, "$defs", owner, "properties")["usage"] = {"$ref": "#/$defs/UsageOfTokens"}

    tree.edit(WIRE, rename)
    tree.generate()
    assert [line for line in tree.findings() if line.startswith(f"{OVERLAY}, /$defs/CompletionUsage: ")]


def test_a_wire_schema_that_is_missing(tree: Tree) -> None:
    (tree.root / WIRE).unlink()
    assert refused(tree) == (WIRE, "", "file-exists")


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        pytest.param(
            member({"$ref": "#/$defs/Lost"}, "$defs", "ChatCompletion", "properties", "usage"),
            "/$defs/ChatCompletion/properties/usage/$ref",
            "no-dangling-reference",
            id="reference to nothing",
        ),
        pytest.param(
            member("#/$defs/Lost", "x-roots", "response"),
            "/x-roots/$ref",
            "no-dangling-reference",
            id="root that is gone",
        ),
        pytest.param(
            member(5, "$defs", "ChatCompletion", "required"),
            "/$defs/ChatCompletion/required",
            "json-schema-2020-12",
            id="no schema",
        ),
        pytest.param(
            member({"type": "string"}, "$defs", "CompletionUsage", "properties", "kept"),
            "/$defs/CompletionUsage/properties/kept",
            "unique-names",
            id="property that hides a method",
        ),
    ],
)
def test_a_mistake_in_the_wire_schema(
    tree: Tree, change: Callable[[JsonObject], None], pointer: str, rule: str
) -> None:
    tree.edit(WIRE, change)
    assert refused(tree) == (WIRE, pointer, rule)


def test_models_that_pydantic_refuses_never_reach_the_tree(tree: Tree) -> None:
    """Here a field has the type of a function."""
    tree.edit(USAGE, member("golem_wire._runtime.compact", "properties", "raw", "x-python-type"))
    assert refused(tree) == ("spec", "", "importable")


def test_a_place_is_written_as_a_json_pointer() -> None:
    where = Where("a.json").at("$defs", "A/B", 0, "~c")
    assert str(where) == "a.json, /$defs/A~1B/0/~0c"
