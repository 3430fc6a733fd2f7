"""The strict subset: what lies in it, what does not, and that the caller's schema stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy

import pytest

from golem_sdk.adapters._dialect import strict_schema, with_properties
from golem_wire._runtime import JsonValue
from golem_wire.openai_chat.skeleton import FACTS

assert FACTS.dialect is not None
DIALECT = FACTS.dialect


def of(**properties: JsonValue) -> dict[str, JsonValue]:
    """An object that needs all of these."""
    return {"type": "object", "properties": properties, "required": [*properties]}


def closed(**properties: JsonValue) -> dict[str, JsonValue]:
    """The same, closed."""
    return {**of(**properties), "additionalProperties": False}


STRING: JsonValue = {"type": "string"}


def nested(levels: int) -> dict[str, JsonValue]:
    """Objects in objects."""
    return of(a=STRING if levels == 1 else nested(levels - 1))


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (of(), closed()),
        (of(a=STRING), closed(a=STRING)),
        ({**of(a={**of(b=STRING), "title": "B"}), "title": "A", "$schema": "x"}, closed(a=closed(b=STRING))),
        (of(title=STRING, discriminator=STRING), closed(title=STRING, discriminator=STRING)),
        (of(a={"anyOf": [STRING, {"type": "null"}]}), closed(a={"anyOf": [STRING, {"type": "null"}]})),
        (of(a={"type": ["string", "null"]}), closed(a={"type": ["string", "null"]})),
        (of(a={"type": "array", "items": of(b=STRING)}), closed(a={"type": "array", "items": closed(b=STRING)})),
        (of(a={"type": "string", "format": "date", "pattern": "^a(?:b|c)$", "minLength": 1}),) * 2,
        (of(a={"type": "integer", "minimum": 0, "multipleOf": 2}, b={"type": "string", "enum": ["x"]}),) * 2,
        ({**of(a={"$ref": "#/$defs/A"}), "$defs": {"A": of(b=STRING)}},) * 2,
        (of(a={"anyOf": [{"$ref": "#"}, {"type": "null"}]}),) * 2,
        (
            {**of(a={"$ref": "#/$defs/A", "description": "d"}), "$defs": {"A": of(b=STRING)}},
            {**closed(a={"anyOf": [{"$ref": "#/$defs/A"}], "description": "d"}), "$defs": {"A": closed(b=STRING)}},
        ),
        (of(a={"anyOf": [of(b=STRING), of(c=STRING)]}),) * 2,
        (nested(10),) * 2,
        (of(**{f"p{n}": STRING for n in range(5_000)}),) * 2,
    ],
)
def test_c7_schemas_in_the_subset_are_only_tidied(
    schema: Mapping[str, JsonValue], strict: Mapping[str, JsonValue]
) -> None:
    before = deepcopy(schema)
    got = strict_schema(schema, DIALECT)
    assert got is not None
    assert schema == before
    assert strict_schema(got, DIALECT) == got
    assert _open(got) == _open(strict)


def _open(schema: JsonValue) -> JsonValue:
    """The schema without the word that closes objects, which some rows leave to the reader."""
    if isinstance(schema, Mapping):
        return {
            key: _open(value) for key, value in schema.items() if not (key == "additionalProperties" and value is False)
        }
    return [_open(value) for value in schema] if isinstance(schema, list | tuple) else schema


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"type": "array", "items": STRING},
        {"$ref": "#/$defs/A", "$defs": {"A": of(a=STRING)}},
        {**of(a=STRING), "anyOf": [of(b=STRING)]},
        {"type": "object", "properties": {"a": STRING}},
        {"type": "object", "properties": {"a": STRING, "b": STRING}, "required": ["a"]},
        {**of(a=STRING), "required": ["a", "b"]},
        {**of(a=STRING), "additionalProperties": True},
        {**of(a=STRING), "additionalProperties": STRING},
        {**of(a=STRING), "minProperties": 1},
        {**of(a=STRING), "patternProperties": {}},
        of(a={}),
        of(a=True),
        of(a={"description": "anything"}),
        of(a={"enum": ["x", 1]}),
        of(a={"const": "x"}),
        of(a={"type": "object"}),
        of(a={"type": ["object", "null"], "properties": {"b": STRING}}),
        of(a={"properties": {"b": STRING}, "required": ["b"]}),
        of(a={"oneOf": [STRING]}),
        of(a={"allOf": [STRING]}),
        of(a={"not": STRING}),
        of(a={**of(b=STRING), "if": STRING}),
        of(a={"type": "string", "default": "x"}),
        of(a={"type": "string", "format": "uri"}),
        of(a={"type": "string", "pattern": "^(?=.*x)"}),
        of(a={"type": "string", "pattern": "(?<!x)y"}),
        of(a={"type": "array", "items": {}}),
        of(a={"type": "array", "items": True}),
        of(a={"type": "array", "items": STRING, "uniqueItems": True}),
        of(a={"type": "array", "prefixItems": [STRING]}),
        of(a={"type": "array", "items": STRING, "contains": STRING}),
        of(a={"$ref": "#/properties/b"}, b=STRING),
        of(a={"$ref": "https://x.test/schema"}),
        {**of(a={"$ref": "#/$defs/A"}), "$defs": {"A": {"type": "object", "properties": {"b": STRING}}}},
        of(a={"anyOf": [of(b=STRING, c=STRING), of(b={"type": "integer"})]}),
        {**of(a={"anyOf": [{"$ref": "#/$defs/A"}, of(b=STRING)]}), "$defs": {"A": of(b={"type": "integer"})}},
        nested(11),
        of(**{f"p{n}": STRING for n in range(5_001)}),
    ],
)
def test_c7_schemas_outside_the_subset_are_left_alone(schema: Mapping[str, JsonValue]) -> None:
    before = json.dumps(schema)
    assert strict_schema(schema, DIALECT) is None
    assert json.dumps(schema) == before


def test_c7_a_closed_schema_accepts_nothing_that_the_callers_refuses() -> None:
    """Tidying narrows: what was open is closed, and no key is required that was not."""
    got = strict_schema(of(a=of(b=STRING)), DIALECT)
    assert got == closed(a=closed(b=STRING))


def test_g4_properties_are_filled_in_where_schemas_stand_and_nowhere_else() -> None:
    schema: dict[str, JsonValue] = {
        "properties": {
            "type": {"type": "object"},
            "properties": {"type": "array", "items": {"type": "object", "properties": None}},
            "kept": {"type": "object", "properties": {"x": STRING}, "default": {"type": "object"}},
        },
        "$defs": {"D": {"anyOf": [{"type": "object"}, STRING]}},
    }
    before = deepcopy(schema)
    empty: JsonValue = {"type": "object", "properties": {}}
    assert with_properties(schema) == {
        "type": "object",
        "properties": {
            "type": empty,
            "properties": {"type": "array", "items": empty},
            "kept": {"type": "object", "properties": {"x": STRING}, "default": {"type": "object"}},
        },
        "$defs": {"D": {"anyOf": [empty, STRING]}},
    }
    assert schema == before
    assert with_properties({}) == empty
