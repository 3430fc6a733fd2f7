"""From a provider's types to the slice that is committed: what the roots reach, no prose, every object named.

A document in has `$defs` and `x-roots`; a document out has the same, as JSON Schema 2020-12. What upstream
says about the wire stays as it is: a closed enum stays closed here, and is opened by a later step.
"""

from collections.abc import Callable, Mapping

from golem_codegen.document import JsonObject, JsonValue, SpecError, Where, as_object, object_at, string_at
from golem_codegen.names import camel
from golem_codegen.schema import (
    DIALECT,
    REF,
    Step,
    branches,
    closure,
    discriminator,
    map_schemas,
    properties,
    reference,
    required,
    tags,
)

__all__ = ["slice_document"]

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


def _strip_prose(schema: JsonObject) -> JsonObject:
    facts = {keyword: value for keyword, value in schema.items() if keyword not in _PROSE}
    return map_schemas(facts, lambda below, _: _strip_prose(below))


def _drop_files(schema: JsonObject) -> JsonObject:
    """Drop the branches that only a Python caller has: a path or an open file for what goes on the wire."""
    rebuilt = map_schemas(schema, lambda below, _: _drop_files(below))
    for keyword in ("anyOf", "oneOf"):
        found = branches(rebuilt, keyword)
        kept = [item for item in found if item.get("format") not in ("path", "binary")]
        if len(kept) == len(found) or not kept:
            continue
        union: JsonObject = {keyword: [*kept]}
        rest = {key: value for key, value in rebuilt.items() if key != keyword}
        rebuilt = {**rest, **(kept[0] if len(kept) == 1 else union)}
    return rebuilt


def _merge_twins(schema: JsonObject, defs: Mapping[str, JsonObject]) -> JsonObject:
    """Make one object of two that differ in one flag: the overloads of a call that may stream.

    What validates stays the same, because one property differs: in the merged one it may be like either.
    """
    twins = [defs.get(reference(branch), {}) for branch in branches(schema, "anyOf")]
    if len(twins) != 2 or schema.keys() != {"anyOf"}:
        return schema
    first, second = twins
    ours, theirs = properties(first), properties(second)
    differing = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
    alike = _apart_from_members(first) == _apart_from_members(second) and ours.keys() == theirs.keys()
    if not alike or len(differing) != 1 or not required(first) ^ required(second) <= differing:
        return schema
    name = differing.pop()
    flag = _flag(ours[name], theirs[name])
    members: JsonObject = {
        "properties": {**ours, name: flag},
        "required": [*sorted(required(first) & required(second))],
    }
    return schema if flag is None else {**first, **members}


def _apart_from_members(schema: JsonObject) -> JsonObject:
    return {keyword: value for keyword, value in schema.items() if keyword not in ("properties", "required")}


def _flag(first: JsonValue, second: JsonValue) -> JsonObject | None:
    """Return what allows either, if one of them says false and the other true."""
    both: list[JsonValue] = [{"const": value, "type": "boolean"} for value in (False, True)]
    found: list[JsonValue] = []
    for schema in (first, second):
        inner = branches(schema, "anyOf") if isinstance(schema, dict) and schema.keys() == {"anyOf"} else [schema]
        found += [branch for branch in inner if branch not in found]
    rest = [branch for branch in found if branch not in both]
    if len(found) - len(rest) != len(both):
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
        branch for keyword in ("anyOf", "oneOf") for branch in branches(schema, keyword) if "properties" in branch
    ]

    def visit(below: JsonObject, step: Step) -> JsonObject:
        keyword, key = step
        if keyword not in _INLINE_SUFFIX:
            # What is below `allOf` or `not` is a part of what is around it, and no value of its own.
            return _hoist(below, owner, name, add)
        if keyword == "properties":
            inner = name + camel(str(key))
        elif below in inline and len(inline) > 1:
            inner = name + camel("-".join(tag for _, tag in sorted(tags(below).items())))
        else:
            inner = name if name != owner else name + _INLINE_SUFFIX[keyword]
        if "properties" not in below:
            return _hoist(below, owner, inner, add)
        add(inner, _hoist(below, inner, inner, add))
        return {"$ref": REF + inner}

    return map_schemas(schema, visit)


def _derive_discriminators(schema: JsonObject, defs: Mapping[str, JsonObject]) -> JsonObject:
    """Say which property tells the branches of a union apart, where upstream's own facts show it."""
    rebuilt = map_schemas(schema, lambda below, _: _derive_discriminators(below, defs))
    for keyword in ("anyOf", "oneOf"):
        names = [reference(branch) if branch.keys() == {"$ref"} else "" for branch in branches(rebuilt, keyword)]
        found = None if "discriminator" in rebuilt else discriminator(names, defs)
        if found is not None:
            union: JsonObject = {"oneOf": rebuilt.pop(keyword), "discriminator": found}
            rebuilt |= union
    return rebuilt
