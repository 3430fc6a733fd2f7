"""Wire definitions as models are made from them: strict where we send, tolerant where a provider answers.

Of an answer every field may be absent or null, enums are open, and a union has an arm for what no tag fits: what
a host adds tomorrow never fails to be read. Unions get names of their own, so that a `match` can be exhaustive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from golem_codegen.document import JsonObject, JsonValue, SpecError, Where, as_object, object_at, string_at
from golem_codegen.names import camel
from golem_codegen.schema import NULL, REF, Step, branches, discriminator, map_schemas, properties, reference, required

__all__ = ["Definitions", "OpenUnion", "discriminated", "tag_fields"]


@dataclass(frozen=True)
class OpenUnion:
    """A union of the answer: its variants by tag, and the class of what no tag fits."""

    name: str
    tag: str
    variants: Mapping[str, str]
    unknown: str


def discriminated(schema: JsonObject, defs: Mapping[str, JsonObject]) -> JsonObject:
    """The schema with every choice between tagged objects told by its tag, whatever else it may be.

    Upstream writes an optional union flat, as `A | B | null`; without a tag it could not be opened.
    """
    rebuilt = map_schemas(schema, lambda below, _: discriminated(below, defs))
    found = branches(rebuilt, "anyOf")
    objects = [branch for branch in found if reference(branch)]
    told = discriminator([reference(branch) for branch in objects], defs)
    if told is None:
        return rebuilt
    union: JsonObject = {"oneOf": [*objects], "discriminator": told}
    others: list[JsonValue] = [branch for branch in found if branch not in objects]
    rest = {key: value for key, value in rebuilt.items() if key != "anyOf"}
    return {**rest, "anyOf": [union, *others]} if others else {**rest, **union}


def tag_fields(schemas: Iterable[JsonValue], where: Where) -> set[tuple[str, str]]:
    """The (definition, property) pairs that tell the variants of some union apart."""
    found: set[tuple[str, str]] = set()

    def visit(schema: JsonObject, _: Step = ("", None)) -> JsonObject:
        if "discriminator" in schema:
            union = _union("", schema, where)
            found.update((target, union.tag) for target in union.variants.values())
        return map_schemas(schema, visit)

    for schema in schemas:
        visit(as_object(schema, where))
    return found


def _union(name: str, schema: JsonObject, where: Where) -> OpenUnion:
    facts = object_at(schema, "discriminator", where)
    mapping = object_at(facts, "mapping", where.at("discriminator"))
    variants = {tag: str(ref).removeprefix(REF) for tag, ref in mapping.items()}
    return OpenUnion(name, string_at(facts, "propertyName", where.at("discriminator")), variants, f"Unknown{name}")


class Definitions:
    """Collects the definitions of one wire. `tags` are the constants of answers that must stay constant."""

    def __init__(self, tags: Set[tuple[str, str]], where: Where) -> None:
        self._tags, self._where = tags, where
        self.defs: dict[str, JsonObject] = {}
        self.unions: dict[str, OpenUnion] = {}

    def add(self, name: str, schema: JsonObject, *, answered: bool) -> None:
        """Adds one definition; `answered` says that a provider sends it."""
        if "properties" in schema:
            self._put(name, self._object(name, schema, answered))
            return
        made = self._made(schema, name, answered)
        if answered and "discriminator" in made:
            self._open(name, made)
        else:
            self._put(name, made)

    def _put(self, name: str, schema: JsonObject) -> None:
        if name in self.defs:
            problem = "two definitions would have this name; one is a union, named by its owner and property"
            raise SpecError(self._where.at("$defs", name), "unique-names", problem)
        self.defs[name] = schema

    def _object(self, name: str, schema: JsonObject, answered: bool) -> JsonObject:
        place = self._where.at("$defs", name, "properties")
        members = {key: as_object(value, place.at(key)) for key, value in properties(schema).items()}
        if answered:
            made = {key: self._answered(name, key, value) for key, value in members.items()}
            needed = [key for key in members if (name, key) in self._tags]
        else:
            made = {key: self._sent(name, key, value) for key, value in members.items()}
            needed = [key for key in members if key in required(schema)]
        return {"type": "object", "properties": {**made}, "required": [*needed]}

    def _answered(self, owner: str, key: str, schema: JsonObject) -> JsonObject:
        if (owner, key) in self._tags:
            return _constant(schema)
        made = _without_default(self._visit(schema, owner + camel(key), answered=True))
        optional: JsonObject = made if NULL in branches(made, "anyOf") else {"anyOf": [made, NULL]}
        return {**optional, "x-tolerant": True} if {"type": "integer"} in branches(optional, "anyOf") else optional

    def _sent(self, owner: str, key: str, schema: JsonObject) -> JsonObject:
        if "const" in schema:
            return _constant(schema)
        return _without_default(self._visit(_without_null(schema), owner + camel(key), answered=False))

    def _visit(self, schema: JsonObject, name: str, answered: bool) -> JsonObject:
        """A schema below another; a choice that is worth a name becomes a definition called `name`."""
        made = self._made(schema, name, answered)
        if answered and "discriminator" in made:
            self._open(name, made)
            return {"$ref": REF + name}
        if not answered and _worth_a_name(made):
            self._put(name, made)
            return {"$ref": REF + name}
        return made

    def _made(self, schema: JsonObject, name: str, answered: bool) -> JsonObject:
        def below(inner: JsonObject, step: Step) -> JsonObject:
            return self._visit(inner, f"{name}Item" if step[0] == "items" else name, answered)

        made = map_schemas(schema, below)
        if answered and ("enum" in made or "const" in made):
            return _open_words(made)
        if not answered and len(branches(made, "oneOf")) == 1:
            return branches(made, "oneOf")[0]
        if made.get("type") == "object" and made.get("additionalProperties") is True:
            return {"type": "object", "x-python-type": "FrozenObject"}
        return _plain_string(made)

    def _open(self, name: str, schema: JsonObject) -> None:
        union = _union(name, schema, self._where.at("$defs", name))
        known, tags = f"Known{name}", sorted(union.variants)
        # A choice of one needs no tag, and pydantic accepts none.
        self._put(known, schema if len(tags) > 1 else branches(schema, "oneOf")[0])
        tag: JsonObject = {"anyOf": [{"type": "string"}, NULL]}
        arm: JsonObject = {
            "type": "object",
            "properties": {union.tag: tag},
            "x-tag": union.tag,
            "x-known-tags": [*tags],
        }
        self._put(union.unknown, arm)
        self._put(name, {"anyOf": [{"$ref": REF + known}, {"$ref": REF + union.unknown}]})
        self.unions[name] = union


def _open_words(schema: JsonObject) -> JsonObject:
    """An enum, or one word, with room for the words of tomorrow."""
    found = schema.get("enum", [schema.get("const")])
    words = [word for word in found if word is not None] if isinstance(found, list) else []
    types = {_type(word) for word in words}
    other: JsonObject = {"type": types.pop()} if len(types) == 1 else {}
    return {"anyOf": [{"enum": [*words]}, other]}


def _type(word: JsonValue) -> str:
    match word:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case _:
            return "string"


def _constant(schema: JsonObject) -> JsonObject:
    """One word and its default; a tag of several words has none."""
    return {"const": schema["const"], "default": schema["const"]} if "const" in schema else schema


def _worth_a_name(schema: JsonObject) -> bool:
    """A choice between several things, one of them an object."""
    found = [branch for branch in branches(schema, "anyOf") if branch != NULL]
    return "discriminator" in schema or (len(found) > 1 and any(reference(branch) for branch in found))


def _without_default(schema: JsonObject) -> JsonObject:
    return {key: value for key, value in schema.items() if key != "default"}


def _without_null(schema: JsonObject) -> JsonObject:
    """What is absent is left out, so that null is never sent and need not be a type."""
    kept = [branch for branch in branches(schema, "anyOf") if branch != NULL]
    if len(kept) == len(branches(schema, "anyOf")):
        return schema
    return kept[0] if len(kept) == 1 else {**schema, "anyOf": [*kept]}


def _plain_string(schema: JsonObject) -> JsonObject:
    """`string | "a" | "b"` is a string; the list of words that upstream suggests ages by the week."""
    found = branches(schema, "anyOf")
    kept = [branch for branch in found if "enum" not in branch]
    if {"type": "string"} not in found or len(kept) == len(found):
        return schema
    return kept[0] if len(kept) == 1 else {**schema, "anyOf": [*kept]}
