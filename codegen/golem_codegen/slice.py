"""From a provider's types to the slice that is committed: what the roots reach, no prose, every object named.

A document in has `$defs` and `x-roots`; a document out has the same, as JSON Schema 2020-12. What upstream
says about the wire stays as it is: a closed enum stays closed here, and is opened by a later step.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from golem_codegen.json import JsonObject, JsonValue, SpecError, Where, as_object, object_at, string_at

__all__ = ["DIALECT", "REF", "Step", "closure", "map_schemas", "rename_refs", "slice_document"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/"

Step: TypeAlias = tuple[str, str | int | None]
"""How to get from a schema to one below it: the keyword, and the property or position under it, if any."""

# Where schemas are below a schema. Under a _MAPS keyword the keys are the vendor's own names, and may well be
# "properties", "title" or "$ref"; what is under any other keyword ("default", "const", "enum") is data.
_ONE = {
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
}
_MANY = {"anyOf", "oneOf", "allOf", "prefixItems"}
_MAPS = {"properties", "patternProperties", "dependentSchemas", "$defs"}
_PROSE = {"title", "description", "examples"}
# Where an object is a value of its own, and what its name gets where no property names it.
_INLINE_SUFFIX = {
    "properties": "",
    "patternProperties": "Value",
    "additionalProperties": "Value",
    "items": "Item",
    "prefixItems": "Item",
    "anyOf": "Object",
    "oneOf": "Object",
}


def slice_document(document: JsonObject, where: Where) -> JsonObject:
    """Return the committed form of what a reader found; `where` is the place that errors name."""
    defs = {
        name: _drop_files(_strip_prose(as_object(schema, where.at("$defs", name))))
        for name, schema in object_at(document, "$defs", where).items()
    }
    roots = object_at(document, "x-roots", where)
    names = [string_at(roots, root, where.at("x-roots")).removeprefix(REF) for root in roots]
    for name in names:
        if name in defs:
            defs[name] = _merge_twins(defs[name], defs)
    defs = _hoist_all(closure(defs, names, where), where)
    return {
        **document,
        "$schema": DIALECT,
        "$defs": {name: _derive_discriminators(schema, defs) for name, schema in defs.items()},
    }


def map_schemas(schema: JsonObject, visit: Callable[[JsonObject, Step], JsonObject]) -> JsonObject:
    """Rebuild a schema with every schema directly below it replaced; names and data are left alone."""
    rebuilt: JsonObject = {}
    for keyword, value in schema.items():
        if keyword in _ONE and isinstance(value, dict):
            rebuilt[keyword] = visit(value, (keyword, None))
        elif keyword in _MANY and isinstance(value, list):
            rebuilt[keyword] = [
                visit(item, (keyword, index)) if isinstance(item, dict) else item for index, item in enumerate(value)
            ]
        elif keyword in _MAPS and isinstance(value, dict):
            rebuilt[keyword] = {
                name: visit(item, (keyword, name)) if isinstance(item, dict) else item for name, item in value.items()
            }
        else:
            rebuilt[keyword] = value
    return rebuilt


def rename_refs(schema: JsonObject, names: Mapping[str, str]) -> JsonObject:
    """Point every reference to a definition at its new name."""
    rebuilt = map_schemas(schema, lambda below, _: rename_refs(below, names))
    target = _target(rebuilt)
    return rebuilt if target is None else {**rebuilt, "$ref": REF + names.get(target, target)}


def closure(defs: Mapping[str, JsonObject], roots: list[str], where: Where) -> dict[str, JsonObject]:
    """Return the definitions that the roots reach."""
    reached: dict[str, JsonObject] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        if name not in defs:
            raise SpecError(where.at("$defs", name), "no-dangling-reference", "is referred to and not defined")
        reached[name] = defs[name]
        waiting += _targets(defs[name])
    return reached


def _target(schema: JsonObject) -> str | None:
    ref = schema.get("$ref")
    return ref.removeprefix(REF) if isinstance(ref, str) and ref.startswith(REF) else None


def _targets(schema: JsonObject) -> list[str]:
    target = _target(schema)
    found = [] if target is None else [target]

    def visit(below: JsonObject, _: Step) -> JsonObject:
        found.extend(_targets(below))
        return below

    map_schemas(schema, visit)
    return found


def _strip_prose(schema: JsonObject) -> JsonObject:
    facts = {keyword: value for keyword, value in schema.items() if keyword not in _PROSE}
    return map_schemas(facts, lambda below, _: _strip_prose(below))


def _branches(schema: JsonObject, keyword: str) -> list[JsonObject]:
    branches = schema.get(keyword)
    return [item for item in branches if isinstance(item, dict)] if isinstance(branches, list) else []


def _drop_files(schema: JsonObject) -> JsonObject:
    """Drop the branches that only a Python caller has: a path or an open file for what goes on the wire."""
    rebuilt = map_schemas(schema, lambda below, _: _drop_files(below))
    for keyword in ("anyOf", "oneOf"):
        branches = _branches(rebuilt, keyword)
        kept = [item for item in branches if item.get("format") not in ("path", "binary")]
        if len(kept) == len(branches) or not kept:
            continue
        union: JsonObject = {keyword: [*kept]}
        rest = {key: value for key, value in rebuilt.items() if key != keyword}
        rebuilt = {**rest, **(kept[0] if len(kept) == 1 else union)}
    return rebuilt


def _merge_twins(schema: JsonObject, defs: Mapping[str, JsonObject]) -> JsonObject:
    """Make one object of two that differ in one flag: the overloads of a call that may stream.

    What validates stays the same, because one property differs: in the merged one it may be like either.
    """
    twins = [defs.get(_target(branch) or "", {}) for branch in _branches(schema, "anyOf")]
    if len(twins) != 2 or schema.keys() != {"anyOf"}:
        return schema
    first, second = twins
    ours, theirs = _properties(first), _properties(second)
    differing = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
    alike = _apart_from_members(first) == _apart_from_members(second) and ours.keys() == theirs.keys()
    if not alike or len(differing) != 1 or not _required(first) ^ _required(second) <= differing:
        return schema
    name = differing.pop()
    flag = _flag(ours[name], theirs[name])
    required: list[JsonValue] = [*sorted(_required(first) & _required(second))]
    return schema if flag is None else {**first, "properties": {**ours, name: flag}, "required": required}


def _apart_from_members(schema: JsonObject) -> JsonObject:
    return {keyword: value for keyword, value in schema.items() if keyword not in ("properties", "required")}


def _flag(first: JsonValue, second: JsonValue) -> JsonObject | None:
    """Return what allows either, if one of them says false and the other true."""
    both: list[JsonValue] = [{"const": value, "type": "boolean"} for value in (False, True)]
    branches: list[JsonValue] = []
    for schema in (first, second):
        inner = _branches(schema, "anyOf") if isinstance(schema, dict) and schema.keys() == {"anyOf"} else [schema]
        branches += [branch for branch in inner if branch not in branches]
    rest = [branch for branch in branches if branch not in both]
    if len(branches) - len(rest) != len(both):
        return None
    return {"anyOf": [{"type": "boolean"}, *rest]} if rest else {"type": "boolean"}


def _hoist_all(defs: Mapping[str, JsonObject], where: Where) -> dict[str, JsonObject]:
    """Make a definition of every inline object, named by owner and property: nobody numbers it later."""
    named = dict(defs)

    def add(name: str, schema: JsonObject) -> None:
        if name in named:
            problem = "two objects would have this name: one inline, by its owner and property"
            raise SpecError(where.at("$defs", name), "unique-names", problem)
        named[name] = schema

    for owner, schema in defs.items():
        named[owner] = _hoist(schema, owner, owner, add)
    return named


def _hoist(schema: JsonObject, owner: str, name: str, add: Callable[[str, JsonObject], None]) -> JsonObject:
    inline = [
        branch for keyword in ("anyOf", "oneOf") for branch in _branches(schema, keyword) if "properties" in branch
    ]

    def visit(below: JsonObject, step: Step) -> JsonObject:
        keyword, key = step
        if keyword not in _INLINE_SUFFIX:
            # What is below `allOf` or `not` is a part of what is around it, and no value of its own.
            return _hoist(below, owner, name, add)
        if keyword == "properties":
            inner = name + _camel(str(key))
        elif below in inline and len(inline) > 1:
            inner = name + _camel("-".join(tag for _, tag in sorted(_tags(below).items())))
        else:
            inner = name if name != owner else name + _INLINE_SUFFIX[keyword]
        if "properties" not in below:
            return _hoist(below, owner, inner, add)
        add(inner, _hoist(below, inner, inner, add))
        return {"$ref": REF + inner}

    return map_schemas(schema, visit)


def _camel(text: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^0-9A-Za-z]+", text))


def _derive_discriminators(schema: JsonObject, defs: Mapping[str, JsonObject]) -> JsonObject:
    """Say which property tells the branches of a union apart, where upstream's own facts show it."""
    rebuilt = map_schemas(schema, lambda below, _: _derive_discriminators(below, defs))
    for keyword in ("anyOf", "oneOf"):
        found = None if "discriminator" in rebuilt else _discriminator(rebuilt.get(keyword), defs)
        if found is not None:
            union: JsonObject = {"oneOf": rebuilt.pop(keyword), "discriminator": found}
            rebuilt |= union
    return rebuilt


def _discriminator(branches: JsonValue, defs: Mapping[str, JsonObject]) -> JsonObject | None:
    if not isinstance(branches, list) or len(branches) < 2:
        return None
    targets = [_target(item) if isinstance(item, dict) and item.keys() == {"$ref"} else None for item in branches]
    tags = [{} if target is None else _tags(defs[target]) for target in targets]
    for name in sorted(name for name in tags[0] if all(name in each for each in tags)):
        mapping: JsonObject = {each[name]: f"{REF}{target}" for each, target in zip(tags, targets, strict=True)}
        if len(mapping) == len(branches):
            return {"propertyName": name, "mapping": mapping}
    return None


def _tags(schema: JsonObject) -> dict[str, str]:
    """Return the properties that an object must have with one certain string, and that string."""
    tags: dict[str, str] = {}
    for name, value in _properties(schema).items():
        const = value.get("const") if isinstance(value, dict) else None
        if isinstance(const, str) and name in _required(schema):
            tags[name] = const
    return tags


def _properties(schema: JsonObject) -> JsonObject:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _required(schema: JsonObject) -> set[str]:
    required = schema.get("required")
    return {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
