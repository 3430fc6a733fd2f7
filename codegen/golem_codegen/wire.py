"""From a committed wire schema to definitions that models are generated from.

What they send is read with tolerance: every answered field may be absent or null, enums and unions are open,
and a field that is `ignored` in `adapter.toml` is not read at all, so that its mistakes cannot hurt. What we
send is as strict as upstream says, without the fields that are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from golem_codegen.json import JsonObject, JsonValue, SpecError, Where, as_object, object_at, string_at
from golem_codegen.models import ModelPlan
from golem_codegen.slice import REF, Step, closure, map_schemas
from golem_codegen.tables import Tables

__all__ = ["Union", "Wire", "camel", "overlaid", "paths", "prepare", "request_schema"]


@dataclass(frozen=True)
class Union:
    """A union of the answer: its variants by tag, and the class of what no tag fits."""

    name: str
    tag: str
    variants: Mapping[str, str]
    unknown: str


@dataclass(frozen=True)
class Wire:
    """A provider's wire, prepared: what models are made of, its unions, and each field's coverage."""

    defs: Mapping[str, JsonObject]
    unions: Mapping[str, Union]
    coverage: Mapping[str, str]
    plan: ModelPlan


def overlaid(schema: JsonObject, overlay: JsonObject, where: Where) -> JsonObject:
    """The schema with what hosts really send laid over it; a patch whose target is gone is an error.

    A patch names a definition and properties; a definition that upstream has not is marked `x-new`.
    """
    defs = dict(object_at(schema, "$defs", where))
    for name, patch in object_at(overlay, "$defs", where).items():
        change = dict(as_object(patch, where.at("$defs", name)))
        new = change.pop("x-new", False)
        if bool(new) == (name in defs):
            problem = "upstream has it now: drop `x-new`" if new else "its target is gone upstream"
            raise SpecError(where.at("$defs", name), "overlay-target", problem)
        defs[name] = change if new else _merged(as_object(defs[name], where), change)
    return {**schema, "$defs": defs}


def _merged(target: JsonObject, change: JsonObject) -> JsonObject:
    properties = {
        **cast("JsonObject", target.get("properties", {})),
        **cast("JsonObject", change.get("properties", {})),
    }
    return {**target, **change, "properties": properties}


def request_schema(schema: JsonObject, where: Where) -> JsonObject:
    """The schema of requests alone, for those who check what is sent: shipped in the wheel."""
    root = _root(schema, "request", where)
    defs = {name: as_object(value, where) for name, value in object_at(schema, "$defs", where).items()}
    reached = closure(defs, [root], where)
    return {
        "$schema": schema["$schema"],
        "$id": f"request:{root}",
        "x-source": schema["x-source"],
        "$ref": REF + root,
        "$defs": cast("JsonObject", reached),
    }


def prepare(schema: JsonObject, tables: Tables, where: Where) -> Wire:
    """Definitions, unions and coverage of one provider."""
    raw = {name: as_object(value, where.at("$defs", name)) for name, value in object_at(schema, "$defs", where).items()}
    pruned = {name: _prune(name, value, tables) for name, value in raw.items()}
    request = closure(pruned, [_root(schema, "request", where)], where)
    response = closure(pruned, [_root(schema, "response", where)], where)
    builder = _Builder(tables)
    for name, value in request.items():
        builder.add(name, value, answered=False)
    for name, value in response.items():
        builder.add(name, value, answered=True)
    error = closure(pruned, [_root(schema, "error", where)], where)
    coverage = _coverage(raw, (*request, *response, *error), tables)
    return Wire(builder.defs, builder.unions, coverage, builder.plan())


def _root(schema: JsonObject, name: str, where: Where) -> str:
    roots = object_at(schema, "x-roots", where)
    return string_at(roots, name, where.at("x-roots")).removeprefix(REF)


def _coverage(defs: Mapping[str, JsonObject], names: tuple[str, ...], tables: Tables) -> dict[str, str]:
    """The state of every field that can be reached without passing an ignored one."""
    fields = {f"{name}.{field}" for name in names for field in cast("JsonObject", defs[name].get("properties", {}))}
    return {field: tables.coverage.state(field) for field in sorted(fields)}


def _prune(name: str, schema: JsonObject, tables: Tables) -> JsonObject:
    properties = cast("JsonObject", schema.get("properties", {}))
    kept = {key: value for key, value in properties.items() if tables.coverage.state(f"{name}.{key}") in _READ}
    required: list[JsonValue] = [key for key in cast("list[str]", schema.get("required", [])) if key in kept]
    facts: JsonObject = {"properties": kept, "required": required} if properties else {}
    return _without_branches({**schema, **facts}, tables)


_READ = ("mapped", "unreviewed")
"""What the models hold: an unreviewed field is there, so that the type checkers show what it breaks."""


def _without_branches(schema: JsonObject, tables: Tables) -> JsonObject:
    rebuilt = map_schemas(schema, lambda below, _: _without_branches(below, tables))
    for keyword in ("anyOf", "oneOf"):
        branches = rebuilt.get(keyword)
        if isinstance(branches, list):
            rebuilt = _keep_branches(rebuilt, keyword, [b for b in branches if not _ignored(b, tables)])
    return rebuilt


def _ignored(branch: JsonValue, tables: Tables) -> bool:
    return isinstance(branch, dict) and "$ref" in branch and tables.coverage.state(_name(branch)) == "ignored"


def _keep_branches(schema: JsonObject, keyword: str, kept: list[JsonValue]) -> JsonObject:
    rest = {key: value for key, value in schema.items() if key not in (keyword, "discriminator")}
    if len(kept) == 1:
        return {**rest, **cast("JsonObject", kept[0])}
    if isinstance(found := schema.get("discriminator"), dict):
        refs = [_name(branch) for branch in kept if isinstance(branch, dict)]
        mapping = {
            tag: ref for tag, ref in cast("dict[str, str]", found["mapping"]).items() if ref.removeprefix(REF) in refs
        }
        rest["discriminator"] = {**found, "mapping": cast("JsonValue", mapping)}
    return {**rest, keyword: kept}


def _name(branch: JsonObject) -> str:
    return str(branch.get("$ref", "")).removeprefix(REF)


class _Builder:
    """Collects the definitions of one wire, with its unions hoisted to names of their own."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.defs: dict[str, JsonObject] = {}
        self.unions: dict[str, Union] = {}
        self.wrappers: dict[str, str] = {}

    def add(self, name: str, schema: JsonObject, *, answered: bool) -> None:
        """Adds one definition; `answered` says that a provider sends it."""
        properties = cast("JsonObject", schema.get("properties", {}))
        if not properties:
            self.defs[name] = self._visit(schema, name, answered)
            return
        made = {
            key: self._property(as_object(value, Where(name)), name, key, answered) for key, value in properties.items()
        }
        required = [key for key in properties if "const" in cast("JsonObject", properties[key])]
        facts: JsonObject = {"type": "object", "properties": cast("JsonValue", made)}
        self.defs[name] = {
            **facts,
            "required": cast("JsonValue", required if answered else schema.get("required", [])),
        }

    def _property(self, schema: JsonObject, owner: str, key: str, answered: bool) -> JsonObject:
        made = self._visit(schema, owner + camel(key), answered)
        if "const" in made:
            return {"const": made["const"], "default": made["const"]}
        made = {k: v for k, v in made.items() if k != "default"}
        if not answered:
            return _without_null(made)
        return made if _nullable(made) else {"anyOf": [made, {"type": "null"}]}

    def _visit(self, schema: JsonObject, name: str, answered: bool) -> JsonObject:
        def below(inner: JsonObject, step: Step) -> JsonObject:
            return self._visit(inner, f"{name}Item" if step[0] == "items" else name, answered)

        made = map_schemas(schema, below)
        if "enum" in made and answered:
            return {"anyOf": [{"enum": made["enum"]}, {"type": "string"}]}
        if isinstance(made.get("discriminator"), dict):
            return self._hoist(made, name, answered)
        if made.get("type") == "object" and "properties" not in made:
            return (
                {"type": "object", "x-python-type": "FrozenObject"}
                if made.get("additionalProperties") is True
                else made
            )
        made = _plain_string(made)
        return self._hoist(made, name, answered) if _mixed(made) and not answered else made

    def _hoist(self, union: JsonObject, name: str, answered: bool) -> JsonObject:
        if not answered:
            self.defs[name] = union
            return {"$ref": REF + name}
        found = cast("JsonObject", union["discriminator"])
        tag = str(found["propertyName"])
        variants = {value: str(ref).removeprefix(REF) for value, ref in cast("JsonObject", found["mapping"]).items()}
        known, unknown = f"Known{name}", f"Unknown{name}"
        self.unions[name] = Union(name, tag, variants, unknown)
        self.defs[known] = union
        self.defs[unknown] = {
            "type": "object",
            "properties": {tag: {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "x-known-tags": cast("JsonValue", sorted(variants)),
        }
        self.defs[name] = {"anyOf": [{"$ref": REF + known}, {"$ref": REF + unknown}]}
        default = next((row.default_tag for row in self.tables.decode.values() if row.union == name), "")
        self.wrappers[name] = 'Field(union_mode="left_to_right")' + (
            f", DefaultTag({tag!r}, {default!r})" if default else ""
        )
        return {"$ref": REF + name}

    def plan(self) -> ModelPlan:
        """What the models are made from."""
        bases = {union.unknown: "UnknownVariant" for union in self.unions.values()}
        bases |= {name: "KeptModel" for name in self.tables.keep if name in self.defs}
        return ModelPlan(cast("Mapping[str, JsonValue]", self.defs), "WireModel", bases=bases, wrappers=self.wrappers)


def _mixed(schema: JsonObject) -> bool:
    """A choice between several things, one of them an object: worth a name of its own."""
    branches = [b for b in cast("list[JsonObject]", schema.get("anyOf", [])) if b != {"type": "null"}]
    return len(branches) > 1 and any("$ref" in branch for branch in branches)


def camel(key: str) -> str:
    """`tool_choice` as `ToolChoice`."""
    return "".join(word[:1].upper() + word[1:] for word in key.split("_"))


def _nullable(schema: JsonObject) -> bool:
    return {"type": "null"} in cast("list[JsonValue]", schema.get("anyOf", []))


def _without_null(schema: JsonObject) -> JsonObject:
    """What is absent is left out, so that null is never sent and need not be a type."""
    if not _nullable(schema):
        return schema
    kept = [branch for branch in cast("list[JsonValue]", schema["anyOf"]) if branch != {"type": "null"}]
    return cast("JsonObject", kept[0]) if len(kept) == 1 else {**schema, "anyOf": kept}


def _plain_string(schema: JsonObject) -> JsonObject:
    """`string | "a" | "b"` is a string; the list of words that upstream suggests ages by the week."""
    branches = cast("list[JsonValue]", schema.get("anyOf", []))
    if {"type": "string"} not in branches or not any(isinstance(b, dict) and "enum" in b for b in branches):
        return schema
    rest = [b for b in branches if not (isinstance(b, dict) and "enum" in b)]
    return cast("JsonObject", rest[0]) if len(rest) == 1 else {**schema, "anyOf": rest}


def paths(defs: Mapping[str, JsonObject], definition: str, path: str) -> Iterator[tuple[str, str]]:
    """The (definition, property) steps of a dotted path; raises KeyError where it leads nowhere."""
    name = definition
    for step in path.split("."):
        schema = cast("JsonObject", cast("JsonObject", defs[name]["properties"])[step])
        yield name, step
        refs = [b for b in (schema, *cast("list[JsonValue]", schema.get("anyOf", []))) if isinstance(b, dict)]
        name = next((_name(b) for b in refs if "$ref" in b), "")
