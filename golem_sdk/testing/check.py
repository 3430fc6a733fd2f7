"""The full check of tools' schemas: JSON Schema 2020-12, its patterns and its references."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Never, cast

from golem_sdk.testing._schema import specification
from golem_sdk.tool import Tool
from golem_wire._runtime import JsonValue, compact

__all__ = ["check_tools"]


def check_tools(tools: Sequence[Tool[Never]]) -> None:
    """Raises ValueError, which names each tool and place, when a schema is not JSON Schema 2020-12.

    `Tool` checks the structure of an object's schema when it is made; this checks the whole against the
    specification's own schema, that patterns compile, and that every `$ref` leads somewhere inside the schema.
    Needs the extra `testing`.
    """
    problems = [f"tool {tool.name!r}: {problem}" for tool in tools for problem in _problems(tool)]
    if problems:
        raise ValueError("\n".join(problems))


def _problems(tool: Tool[Never]) -> Iterator[str]:
    schema = cast("Mapping[str, JsonValue]", json.loads(compact(tool.schema)))  # jsonschema takes lists, no tuples
    errors = [f"schema at {_pointer(e.absolute_path)}: {e.message}" for e in specification().iter_errors(schema)]
    yield from errors or _dangling(schema)


def _dangling(schema: Mapping[str, JsonValue]) -> Iterator[str]:
    from referencing import Registry  # comes with jsonschema
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    root = DRAFT202012.create_resource(cast("bool | Mapping[str, object]", schema))
    resolver = Registry[bool | Mapping[str, object]]().with_resource("", root).resolver()
    for place, ref in _references(schema, ()):
        try:
            resolver.lookup(ref)
        except Unresolvable:
            yield f"schema at {_pointer(place)}: {ref!r} leads nowhere in this schema"


# Keywords whose value is data or names: a "$ref" below them refers to nothing.
_DATA = frozenset(("const", "enum", "default", "examples", "required", "dependentRequired"))
_MAPS = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"))


def _references(node: JsonValue, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    match node:
        case Mapping():
            for key, value in node.items():
                if key in ("$ref", "$dynamicRef") and isinstance(value, str):
                    yield (*place, key), value
                elif key in _MAPS and isinstance(value, Mapping):
                    for name, schema in value.items():
                        yield from _references(schema, (*place, key, name))
                elif key not in _DATA:
                    yield from _references(value, (*place, key))
        case list():
            for index, value in enumerate(node):
                yield from _references(value, (*place, index))
        case _:
            return


def _pointer(steps: Sequence[str | int]) -> str:
    escaped = (str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return "".join(f"/{step}" for step in escaped) or "the root"
