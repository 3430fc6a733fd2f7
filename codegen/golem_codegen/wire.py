"""From a committed wire schema to definitions that models are generated from.

A field that is `ignored` or passed through in `adapter.toml` is in no model: it is not sent, and when it comes its
mistakes cannot hurt. What is left is prepared by `definitions`, apart for what we send and what a provider answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from golem_codegen.definitions import Definitions, OpenUnion, discriminated, tag_fields
from golem_codegen.document import JsonObject, JsonValue, SpecError, Where, as_object, object_at, string_at
from golem_codegen.models import ModelPlan, check_class, check_members
from golem_codegen.schema import REF, branches, check_schema, closure, map_schemas, properties, reference, required
from golem_codegen.tables import Tables

__all__ = ["Overlaid", "Wire", "overlaid", "paths", "prepare", "request_schema"]

_READ = ("mapped", "unreviewed")
"""What the models hold: an unreviewed field is there, so that the type checkers show what it breaks."""


@dataclass(frozen=True)
class Wire:
    """A provider's wire, prepared: what models are made of, its unions, and each field's coverage."""

    defs: Mapping[str, JsonObject]
    unions: Mapping[str, OpenUnion]
    coverage: Mapping[str, str]
    plan: ModelPlan


@dataclass(frozen=True)
class Overlaid:
    """A schema with its overlay, and the patches that could not be laid because upstream has moved."""

    schema: JsonObject
    adrift: tuple[str, ...]


def overlaid(schema: JsonObject, overlay: JsonObject, where: Where) -> Overlaid:
    """The schema with what hosts really send laid over it.

    A patch names a definition and properties; what upstream has not is marked `x-new`. A patch whose target is
    gone, or that brings what is there by now, is not laid: what it hid is then seen by the type checkers.
    """
    defs, adrift = dict(object_at(schema, "$defs", where)), list[str]()
    for name, patch in object_at(overlay, "$defs", where).items():
        change = dict(as_object(patch, where.at("$defs", name)))
        if problem := _adrift(change.pop("x-new", False), name in defs):
            adrift.append(f"{where.at('$defs', name)}: {problem}")
        elif name not in defs:
            defs[name] = change
        else:
            defs[name] = _merged(as_object(defs[name], where), change, where.at("$defs", name), adrift)
    return Overlaid({**schema, "$defs": defs}, tuple(adrift))


def _merged(target: JsonObject, change: JsonObject, where: Where, adrift: list[str]) -> JsonObject:
    there, patched = properties(target), JsonObject()
    for key, value in properties(change).items():
        patch = dict(as_object(value, where.at("properties", key)))
        if problem := _adrift(patch.pop("x-new", False), key in there):
            adrift.append(f"{where.at('properties', key)}: {problem}")
        else:
            patched[key] = patch
    return {**target, **change, "properties": {**there, **patched}}


def _adrift(new: JsonValue, there: bool) -> str:
    """Why a patch does not fit; empty when it does."""
    if bool(new) == there:
        return "upstream has it now: drop `x-new`, or the patch" if new else "its target is gone upstream"
    return ""


def request_schema(schema: JsonObject, where: Where) -> JsonObject:
    """The schema of requests alone, for those who check what is sent: shipped in the wheel."""
    root = _root(schema, "request", where)
    return {
        "$schema": string_at(schema, "$schema", where),
        "$id": f"request:{root}",
        "x-source": object_at(schema, "x-source", where),
        "$ref": REF + root,
        "$defs": {**closure(_definitions(schema, where), [root], where)},
    }


def prepare(schema: JsonObject, tables: Tables, where: Where) -> Wire:
    """Definitions, unions and coverage of one provider."""
    check_schema(schema, where)
    raw = _definitions(schema, where)
    kept = {name: _prune(name, value, tables, where.at("$defs", name)) for name, value in raw.items()}
    sent = closure(kept, [_root(schema, "request", where)], where)
    answers = [
        _root(schema, name, where) for name in ("response", "chunk") if name in object_at(schema, "x-roots", where)
    ]
    answered = closure(kept, answers, where)
    failed = closure(kept, [_root(schema, "error", where)], where)
    answered = {name: discriminated(value, kept) for name, value in answered.items()}
    made = Definitions(tag_fields(answered.values(), where), where)
    # What is both sent and answered is read with tolerance.
    for name in [name for name in sent if name not in answered]:
        made.add(name, sent[name], answered=False)
    for name, value in answered.items():
        made.add(name, value, answered=True)
    coverage = _coverage(raw, (*sent, *answered, *failed), tables)
    return Wire(made.defs, made.unions, coverage, _plan(made, tables, where))


def _definitions(schema: JsonObject, where: Where) -> dict[str, JsonObject]:
    defs = object_at(schema, "$defs", where)
    return {name: as_object(value, where.at("$defs", name)) for name, value in defs.items()}


def _root(schema: JsonObject, name: str, where: Where) -> str:
    return string_at(object_at(schema, "x-roots", where), name, where.at("x-roots")).removeprefix(REF)


def _plan(made: Definitions, tables: Tables, where: Where) -> ModelPlan:
    """What the models are made from."""
    bases = {union.unknown: "UnknownVariant" for union in made.unions.values()}
    bases |= {name: "KeptModel" for name in tables.keep if name in made.defs}
    defaults = {row.union: row.default_tag for row in tables.decode.values() if row.default_tag}
    wrappers = {
        name: 'Field(union_mode="left_to_right")'
        + (f", DefaultTag({union.tag!r}, {defaults[name]!r})" if name in defaults else "")
        for name, union in made.unions.items()
    }
    plan = ModelPlan(made.defs, "WireModel", bases=bases, wrappers=wrappers)
    places = {name: where.at("$defs", name) for name in made.defs}
    for name, place in places.items():
        check_class(name, place)
    check_members(plan, places)
    return plan


def _coverage(defs: Mapping[str, JsonObject], names: tuple[str, ...], tables: Tables) -> dict[str, str]:
    """The state of every field that can be reached without passing one that is in no model."""
    fields = {f"{name}.{field}" for name in names for field in properties(defs[name])}
    return {field: tables.coverage.state(field) for field in sorted(fields)}


def _prune(name: str, schema: JsonObject, tables: Tables, where: Where) -> JsonObject:
    if "properties" not in schema:
        return _without_branches(schema, tables, where)
    kept: JsonObject = {
        key: value for key, value in properties(schema).items() if tables.coverage.state(f"{name}.{key}") in _READ
    }
    needed: list[JsonValue] = [key for key in kept if key in required(schema)]
    return _without_branches({**schema, "properties": kept, "required": needed}, tables, where)


def _without_branches(schema: JsonObject, tables: Tables, where: Where) -> JsonObject:
    """The schema without the branches of unions that are ignored."""
    rebuilt = map_schemas(schema, lambda below, _: _without_branches(below, tables, where))
    for keyword in ("anyOf", "oneOf"):
        found = branches(rebuilt, keyword)
        kept = [branch for branch in found if not _ignored(reference(branch), tables)]
        if found and not kept:
            raise SpecError(where, "branch-left", "all branches of a union are ignored: ignore the field instead")
        if len(kept) < len(found):
            rebuilt = _keep_branches(rebuilt, keyword, kept, where)
    return rebuilt


def _ignored(name: str, tables: Tables) -> bool:
    return bool(name) and tables.coverage.state(name) == "ignored"


def _keep_branches(schema: JsonObject, keyword: str, kept: list[JsonObject], where: Where) -> JsonObject:
    rest = {key: value for key, value in schema.items() if key not in (keyword, "discriminator")}
    told = schema.get("discriminator")
    if not isinstance(told, dict):
        union: JsonObject = {keyword: [*kept]}
        return {**rest, **(kept[0] if len(kept) == 1 else union)}
    names = {reference(branch) for branch in kept}
    mapping = object_at(told, "mapping", where.at("discriminator"))
    left: JsonObject = {tag: ref for tag, ref in mapping.items() if reference({"$ref": ref}) in names}
    return {**rest, "discriminator": {**told, "mapping": left}, keyword: [*kept]}


def paths(defs: Mapping[str, JsonObject], definition: str, path: str) -> Iterator[tuple[str, str]]:
    """The (definition, property) steps of a dotted path; raises KeyError where it leads nowhere."""
    name = definition
    for step in path.split("."):
        schema = as_object(properties(defs[name])[step], Where(name))
        yield name, step
        targets = [reference(branch) for branch in (schema, *branches(schema, "anyOf"))]
        name = next((target for target in targets if target), "")
