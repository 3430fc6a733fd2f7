"""B3's second half: schemas against JSON Schema 2020-12 itself."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pydantic import BaseModel

from golem_sdk import Args, JsonValue, Tool, ToolContext
from golem_sdk.testing import check_tools
from tests.testing.kit import get_player_name, refund


def never(ctx: ToolContext, deps: object, args: Args) -> str:
    raise AssertionError("a schema is read without executing anything")


def tool_of(schema: Mapping[str, JsonValue], name: str = "t") -> Tool[object]:
    return Tool(name=name, description="d", schema=schema, exec=never)


class Node(BaseModel):
    kids: list[Node]


class Tree(BaseModel):
    root: Node
    pair: tuple[int, str]


def test_b3_good_schemas_pass_recursive_ones_included() -> None:
    typed: Tool[object] = Tool.typed(name="tree", description="d", args=Tree, exec=lambda ctx, deps, args: "")
    anchored: Mapping[str, JsonValue] = {
        "type": "object",
        "properties": {"$ref": {"type": "string"}, "a": {"$ref": "#here"}, "b": {"default": {"$ref": "#/nowhere"}}},
        "$defs": {"x": {"$anchor": "here", "type": "integer"}},
    }
    check_tools([get_player_name, refund, typed, tool_of(anchored)])


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ({"type": "object", "properties": {"a": {"type": "strnig"}}}, "/properties/a/type: 'strnig' is not valid"),
        ({"type": "object", "properties": {"a": {"minimum": "3"}}}, "/properties/a/minimum: '3' is not of type"),
        ({"type": "object", "properties": {"a": {"pattern": "("}}}, "/properties/a/pattern: '(' is not a 'regex'"),
        ({"type": "object", "properties": {"a/b": {"enum": 1}}}, "/properties/a~1b/enum: 1 is not of type"),
        ({"type": "object", "required": ["a", "a"]}, "/required: ['a', 'a'] has non-unique elements"),
        ({"type": "object", "allOf": [{"$ref": "#/$defs/x"}]}, "/allOf/0/$ref: '#/$defs/x' leads nowhere"),
        ({"type": "object", "properties": {"a": {"$ref": "https://x.org/y"}}}, "/properties/a/$ref: 'https://x.org/y'"),
    ],
)
def test_b3_a_schema_that_is_none_is_refused_with_tool_and_place(schema: Mapping[str, JsonValue], place: str) -> None:
    with pytest.raises(ValueError, match="tool 't': schema at ") as caught:
        check_tools([refund, tool_of(schema)])
    assert f"schema at {place}" in str(caught.value)


def test_b3_every_problem_of_every_tool_is_told() -> None:
    bad: Mapping[str, JsonValue] = {"type": "object", "properties": {"a": {"type": 1}, "b": {"maxLength": -1}}}
    with pytest.raises(ValueError, match="tool 'one'") as caught:
        check_tools([tool_of(bad, "one"), tool_of(bad, "two")])
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == ["tool 'one'"] * 2 + ["tool 'two'"] * 2
