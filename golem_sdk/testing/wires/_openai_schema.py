"""Schemas as OpenAI takes them: what it asks of any function, and the subset that `strict` enforces.

Written from the provider's documentation and its answers, apart from the adapter's own tables, so that a mistake
in those shows here. Limits that nobody has confirmed of late, such as the length of all names together, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from golem_wire._runtime import JsonValue

__all__ = ["function_problems", "strict_problems"]

Context: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, JsonValue]
_Check: TypeAlias = Callable[[Schema, Schema], Iterator[str]]

_BY_NAME = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_IN_ORDER = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_DEFINITIONS = ("$defs", "definitions")


def function_problems(schema: Schema) -> Iterator[tuple[Context, str]]:
    """What is refused of any function's parameters, strict or not."""
    # spring-projects/spring-ai#4776 (2025), inboxapi/cli#106 (tried live, 2026-05)
    if "properties" not in schema:
        yield (), "object schema missing properties"
    # mark3labs/mcp-filesystem-server#23 (2025), garrytan/gbrain#904 (2026-05)
    for context, node in _walk(schema, ()):
        if "array" in _types(node) and "items" not in node:
            yield context, "array schema missing items"


def strict_problems(schema: Schema) -> Iterator[tuple[Context, str]]:
    """What puts a schema outside the strict subset. Source: structured outputs guide, 2026, and the answers."""
    if schema.get("type") != "object":
        yield (), "schema must be a JSON Schema of 'type: \"object\"'"
    if "anyOf" in schema:
        yield (), "'anyOf' is not permitted at the root"
    for context, node in _walk(schema, ()):
        for check in _CHECKS:
            yield from ((context, text) for text in check(node, schema))
    yield from _sizes(schema)


def _walk(node: Schema, context: Context) -> Iterator[tuple[Context, Schema]]:
    """The schema and every schema below it."""
    yield context, node
    for step, inner in _below(node):
        yield from _walk(inner, (*context, *step))


def _below(node: Schema) -> Iterator[tuple[Context, Schema]]:
    for key, value in node.items():
        below: Iterable[tuple[Context, JsonValue]] = ()
        if key in _BY_NAME and isinstance(value, Mapping):
            below = (((key, name), inner) for name, inner in value.items())
        elif key in _IN_ORDER and isinstance(value, list):
            below = (((key, index), inner) for index, inner in enumerate(value))
        elif key in _SINGLE:
            below = [((key,), value)]
        yield from ((step, inner) for step, inner in below if isinstance(inner, Mapping))


def _types(node: Schema) -> Sequence[JsonValue]:
    given = node.get("type")
    return given if isinstance(given, list) else [given]


def _closed_objects(node: Schema, root: Schema) -> Iterator[str]:
    """Objects are closed, list their properties, and require every one of them."""
    if "object" not in _types(node):
        return
    properties, required = node.get("properties"), node.get("required", [])
    if not isinstance(properties, Mapping) or not isinstance(required, list):
        yield "object schema missing properties"
        return
    if node.get("additionalProperties") is not False:
        yield "'additionalProperties' is required to be supplied and to be false"
    if missing := [name for name in properties if name not in required]:
        yield f"'required' is required to be supplied and to include every key in properties. Missing {missing[0]!r}"
    if extra := [name for name in required if name not in properties]:
        yield f"Extra required key {extra[0]!r} supplied"


def _typed(node: Schema, root: Schema) -> Iterator[str]:
    """can1357/oh-my-pi#211 (2026-02): every schema says what it describes; an array says of what."""
    if not any(key in node for key in ("type", "anyOf", "$ref", "enum", "const")):
        yield "schema must have a 'type' key"
    if "array" in _types(node) and "items" not in node:
        yield "array schema missing items"


_REFUSED = frozenset(
    (
        *("oneOf", "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties"),
        *("propertyNames", "unevaluatedProperties", "unevaluatedItems", "minProperties", "maxProperties", "contains"),
        *("minContains", "maxContains", "uniqueItems", "default", "prefixItems"),
    )
)


def _permitted(node: Schema, root: Schema) -> Iterator[str]:
    """Keywords outside the subset."""
    yield from (f"{key!r} is not permitted" for key in node if key in _REFUSED)


_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")


def _formats(node: Schema, root: Schema) -> Iterator[str]:
    """can1357/oh-my-pi#206 (2026-02): only some formats."""
    if "format" in node and node["format"] not in _FORMATS:
        yield f"{node['format']!r} is not a valid format"


def _patterns(node: Schema, root: Schema) -> Iterator[str]:
    """Look-around is refused."""
    pattern = node.get("pattern")
    if isinstance(pattern, str) and any(mark in pattern for mark in ("(?=", "(?!", "(?<=", "(?<!")):
        yield f"pattern {pattern!r} uses look-around, which is not supported"


def _references(node: Schema, root: Schema) -> Iterator[str]:
    """`$ref` stands alone, and leads to the root or to a definition."""
    if "$ref" not in node:
        return
    if len(node) > 1:
        beside = next(key for key in node if key != "$ref")
        yield f"$ref cannot have keywords beside it: {beside!r}"
    if _target(node, root) is None:
        yield f"reference {node['$ref']!r} leads to no definition"


def _target(node: Schema, root: Schema) -> Schema | None:
    ref = node.get("$ref")
    steps = str(ref).split("/")
    if ref == "#":
        return root
    if len(steps) != 3 or steps[0] != "#" or steps[1] not in _DEFINITIONS:
        return None
    definitions = root.get(steps[1])
    found = definitions.get(steps[2]) if isinstance(definitions, Mapping) else None
    return found if isinstance(found, Mapping) else None


def _first_keys(node: Schema, root: Schema) -> Iterator[str]:
    """openai/openai-python#2193: the first key tells the objects of a union apart, by its name or its constant."""
    seen: dict[str, list[JsonValue]] = {}
    branches = node.get("anyOf")
    for branch in branches if isinstance(branches, list) else ():
        target = _target(branch, root) if isinstance(branch, Mapping) and "$ref" in branch else branch
        properties = target.get("properties") if isinstance(target, Mapping) else None
        if not isinstance(properties, Mapping) or not properties:
            continue
        key = next(iter(properties))
        constants = _constants(properties[key])
        if key in seen and (not constants or not seen[key] or any(value in seen[key] for value in constants)):
            yield f"Objects provided via 'anyOf' must not share identical first keys: {key!r}"
        seen[key] = [*seen.get(key, ()), *constants]


def _constants(node: JsonValue) -> Sequence[JsonValue]:
    if not isinstance(node, Mapping):
        return []
    if "const" in node:
        return [node["const"]]
    values = node.get("enum")
    return values if isinstance(values, list) else []


_CHECKS: tuple[_Check, ...] = (
    _permitted,
    _typed,
    _closed_objects,
    _formats,
    _patterns,
    _references,
    _first_keys,
)

_MAX_LEVELS = 10
_MAX_PROPERTIES = 5_000


def _sizes(schema: Schema) -> Iterator[tuple[Context, str]]:
    """Bounds count for the root and for each definition apart; references are not followed."""
    yield from _size((), {key: value for key, value in schema.items() if key not in _DEFINITIONS})
    for key in _DEFINITIONS:
        definitions = schema.get(key)
        for name, inner in definitions.items() if isinstance(definitions, Mapping) else ():
            yield from _size((key, name), cast("Schema", inner))


def _size(context: Context, schema: Schema) -> Iterator[tuple[Context, str]]:
    objects = [properties for _, node in _walk(schema, ()) if isinstance(properties := node.get("properties"), Mapping)]
    if (count := sum(map(len, objects))) > _MAX_PROPERTIES:
        yield context, f"{count} properties exceed the limit of {_MAX_PROPERTIES}"
    if (levels := _levels(schema)) > _MAX_LEVELS:
        yield context, f"{levels} levels of nesting exceed the limit of {_MAX_LEVELS}"


def _levels(schema: Schema) -> int:
    """How deep objects are nested."""
    inner = max((_levels(below) for _, below in _below(schema)), default=0)
    return inner + ("properties" in schema)
