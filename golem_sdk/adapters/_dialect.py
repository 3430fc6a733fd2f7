"""Schemas that a provider enforces to the letter: whether one lies in its subset, tidied without changing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from golem_wire._runtime import JsonValue, SchemaDialect

__all__ = ["strict_schema"]


def strict_schema(schema: Mapping[str, JsonValue], dialect: SchemaDialect) -> Mapping[str, JsonValue] | None:
    """The schema in the provider's strict subset, or None when it does not lie in it.

    Titles go, and an object whose properties are all required is closed; every value that the result accepts,
    the schema accepts. Nothing is made required, and no keyword that means something is dropped.
    """
    tidy = cast("Mapping[str, JsonValue]", _tidy(schema, dialect))
    properties = sum(1 for node in _objects(tidy) for _ in cast("Mapping[str, JsonValue]", node["properties"]))
    fits = tidy.get("type") == "object" and properties <= dialect.max_properties
    return (
        tidy
        if fits and _depth(tidy) <= dialect.max_depth and all(_fits(node, dialect) for node in _nodes(tidy))
        else None
    )


def _tidy(node: JsonValue, dialect: SchemaDialect) -> JsonValue:
    if not isinstance(node, Mapping):
        return node
    out = {key: _below(key, value, dialect) for key, value in node.items() if key not in dialect.dropped}
    properties = out.get("properties")
    required = cast("tuple[str, ...]", out.get("required", ()))
    if isinstance(properties, Mapping) and "additionalProperties" not in out and set(properties) == set(required):
        out["additionalProperties"] = False
    return out


_MAPS = ("properties", "$defs", "definitions")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems")
_ONE = ("items", "additionalProperties", "not")


def _below(key: str, value: JsonValue, dialect: SchemaDialect) -> JsonValue:
    if key in _MAPS and isinstance(value, Mapping):
        return {name: _tidy(schema, dialect) for name, schema in value.items()}
    if key in _MANY and isinstance(value, tuple | list):
        return [_tidy(schema, dialect) for schema in value]
    return _tidy(value, dialect) if key in _ONE else value


def _nodes(node: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    """The schema and every schema below it; what is under a keyword that holds data is none."""
    if not isinstance(node, Mapping):
        return
    yield node
    for key, value in node.items():
        if key in _MAPS and isinstance(value, Mapping):
            for schema in value.values():
                yield from _nodes(schema)
        elif key in _MANY and isinstance(value, tuple | list):
            for schema in value:
                yield from _nodes(schema)
        elif key in _ONE:
            yield from _nodes(value)


def _objects(node: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    return (schema for schema in _nodes(node) if isinstance(schema.get("properties"), Mapping))


def _fits(node: Mapping[str, JsonValue], dialect: SchemaDialect) -> bool:
    if not set(node) <= dialect.keywords or ("$ref" in node and len(node) > 1):
        return False
    if "format" in node and node["format"] not in dialect.formats:
        return False
    if node.get("type") != "object":
        # A schema that says nothing accepts anything, which no provider can enforce.
        return bool(node)
    properties = node.get("properties")
    closed = node.get("additionalProperties") is False and isinstance(properties, Mapping)
    return closed and set(cast("tuple[str, ...]", node.get("required", ()))) == set(
        cast("Mapping[str, JsonValue]", properties)
    )


def _depth(node: JsonValue) -> int:
    """How deep objects are nested; references are not followed, as the provider does not."""
    if not isinstance(node, Mapping):
        return 0
    inner = [
        _depth(schema)
        for key, value in node.items()
        if key in (*_MAPS, *_MANY, *_ONE)
        for schema in (
            value.values()
            if key in _MAPS and isinstance(value, Mapping)
            else value
            if key in _MANY and isinstance(value, tuple | list)
            else (value,)
        )
    ]
    return max(inner, default=0) + (1 if "properties" in node else 0)
