"""JSON Schemas as a provider wants them: the subset that it enforces to the letter, and objects it can read.

The caller's schema is never changed; what comes out is another one that means the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, cast

from golem_wire._runtime import JsonValue, SchemaDialect

__all__ = ["strict_schema", "with_properties"]

_Object: TypeAlias = Mapping[str, JsonValue]

# Keywords that hold schemas: by name, in an array, alone. What stands under any other keyword is data.
_MAPS = ("properties", "$defs", "definitions")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems")
_ONE = ("items", "additionalProperties", "not")

_REFERENCE = re.compile(r"#(/(\$defs|definitions)/[^/]+)?")
_LOOKS_AROUND = re.compile(r"\(\?<?[=!]")


def strict_schema(schema: _Object, dialect: SchemaDialect) -> _Object | None:
    """The schema in the provider's strict subset, or None when it does not lie in it.

    Titles go, and an object whose properties are all required is closed; every value that the result accepts,
    the schema accepts. Nothing is made required, and no keyword that means something is dropped.
    """
    root = cast("_Object", _rewritten(schema, lambda node: _tidy(node, dialect)))
    properties = sum(len(_properties(node)) for node in _nodes(root))
    fits = (
        root.get("type") == "object"
        and "anyOf" not in root
        and properties <= dialect.max_properties
        and _depth(root) <= dialect.max_depth
        and all(_fits(node, root, dialect) for node in _nodes(root))
    )
    return root if fits else None


def with_properties(schema: _Object) -> _Object:
    """The schema of an object, with `properties` in objects and `items` in arrays, which a provider asks for."""

    def filled(node: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if node.get("type") == "object" and not isinstance(node.get("properties"), Mapping):
            return {**node, "properties": {}}
        return {**node, "items": {}} if node.get("type") == "array" and "items" not in node else node

    return cast("_Object", _rewritten({"type": "object", **schema}, filled))


def _rewritten(node: JsonValue, change: Callable[[dict[str, JsonValue]], dict[str, JsonValue]]) -> JsonValue:
    """The schema with each schema in it changed, the innermost first."""
    if not isinstance(node, Mapping):
        return node
    out = dict(node)
    for key, value in node.items():
        if key in _MAPS and isinstance(value, Mapping):
            out[key] = {name: _rewritten(schema, change) for name, schema in value.items()}
        elif key in _MANY and isinstance(value, tuple | list):
            out[key] = [_rewritten(schema, change) for schema in value]
        elif key in _ONE:
            out[key] = _rewritten(value, change)
    return change(out)


def _tidy(node: dict[str, JsonValue], dialect: SchemaDialect) -> dict[str, JsonValue]:
    out = {key: value for key, value in node.items() if key not in dialect.dropped}
    if "properties" in out and "additionalProperties" not in out and _all_required(out):
        out["additionalProperties"] = False
    if "$ref" in out and len(out) > 1 and "anyOf" not in out:
        # The provider takes no siblings of a reference; in an `anyOf` of one it is no sibling.
        out = {"anyOf": [{"$ref": out.pop("$ref")}], **out}
    return out


def _fits(node: JsonValue, root: _Object, dialect: SchemaDialect) -> bool:
    """Whether one schema, apart from those below it, is of the subset."""
    if not isinstance(node, Mapping) or not set(node) <= dialect.keywords:
        return False
    if "$ref" in node:
        return len(node) == 1 and bool(_REFERENCE.fullmatch(str(node["$ref"])))
    kind = node.get("type", ())
    types = (kind,) if isinstance(kind, str) else cast("tuple[str, ...]", kind)
    closed = "properties" in node and node.get("additionalProperties") is False and _all_required(node)
    return (
        # A schema that names no type accepts anything, which no provider can enforce.
        bool(types or "anyOf" in node)
        and ("format" not in node or node["format"] in dialect.formats)
        and not _LOOKS_AROUND.search(str(node.get("pattern", "")))
        and (closed or not ("object" in types or "properties" in node))
        and ("items" in node or "array" not in types)
        and _distinct(node, root)
    )


def _distinct(node: _Object, root: _Object) -> bool:
    """Objects of one `anyOf` must not begin with the same key."""
    branches = (_target(branch, root) for branch in cast("tuple[JsonValue, ...]", node.get("anyOf", ())))
    first = [next(iter(properties)) for branch in branches if (properties := _properties(branch))]
    return len(set(first)) == len(first)


def _target(node: JsonValue, root: _Object) -> JsonValue:
    if not isinstance(node, Mapping) or "$ref" not in node:
        return node
    found: JsonValue = root
    for step in str(node["$ref"]).split("/")[1:]:
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _all_required(node: _Object) -> bool:
    return set(_properties(node)) == set(cast("tuple[str, ...]", node.get("required", ())))


def _properties(node: JsonValue) -> _Object:
    found = node.get("properties") if isinstance(node, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _below(node: JsonValue) -> Iterator[JsonValue]:
    """The schemas right below one. That an object is closed is said with `false`, which is none."""
    for key, value in node.items() if isinstance(node, Mapping) else ():
        if key in _MAPS and isinstance(value, Mapping):
            yield from value.values()
        elif key in _MANY and isinstance(value, tuple | list):
            yield from value
        elif key in _ONE and not (key == "additionalProperties" and value is False):
            yield value


def _nodes(node: JsonValue) -> Iterator[JsonValue]:
    """The schema and every schema below it."""
    yield node
    for schema in _below(node):
        yield from _nodes(schema)


def _depth(node: JsonValue) -> int:
    """How deep objects are nested; references are not followed, as the provider does not."""
    return max(map(_depth, _below(node)), default=0) + (1 if _properties(node) else 0)
