"""Walking JSON Schema: where schemas are below a schema, what refers to what, what tells branches apart."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from golem_codegen.document import JsonObject, JsonValue, SpecError, Where

__all__ = [
    "DIALECT",
    "NULL",
    "REF",
    "Step",
    "branches",
    "check_references",
    "check_schema",
    "closure",
    "discriminator",
    "map_schemas",
    "properties",
    "reference",
    "references",
    "rename_refs",
    "required",
    "tags",
]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/"
NULL: JsonObject = {"type": "null"}

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


def reference(schema: JsonValue) -> str:
    """Return the name of the definition that a schema refers to; nothing where it refers to none."""
    ref = schema.get("$ref") if isinstance(schema, dict) else None
    return ref.removeprefix(REF) if isinstance(ref, str) and ref.startswith(REF) else ""


def references(schema: JsonObject, where: Where) -> list[tuple[str, Where]]:
    """Return what a schema refers to, itself and below, each with its place."""
    found: list[tuple[str, Where]] = []
    if isinstance(ref := schema.get("$ref"), str):
        found.append((ref, where.at("$ref")))

    def visit(below: JsonObject, step: Step) -> JsonObject:
        found.extend(references(below, where.at(*(key for key in step if key is not None))))
        return below

    map_schemas(schema, visit)
    return found


def rename_refs(schema: JsonObject, names: Mapping[str, str]) -> JsonObject:
    """Point every reference to a definition at its new name."""
    rebuilt = map_schemas(schema, lambda below, _: rename_refs(below, names))
    name = reference(rebuilt)
    return {**rebuilt, "$ref": REF + names.get(name, name)} if name else rebuilt


def check_schema(document: JsonObject, where: Where) -> None:
    """Refuse what is no JSON Schema."""
    # Imported here: a run that finds nothing to do should not pay for it.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(document)
    except SchemaError as error:
        raise SpecError(where.at(*error.absolute_path), "json-schema-2020-12", error.message) from error


def check_references(schema: JsonObject, defs: Mapping[str, JsonObject], where: Where) -> None:
    """Refuse a schema that refers to a definition which is not there."""
    for ref, place in references(schema, where):
        if ref.removeprefix(REF) not in defs:
            raise SpecError(place, "no-dangling-reference", f"refers to {ref!r}, which is not defined")


def closure(defs: Mapping[str, JsonObject], roots: Iterable[str], where: Where) -> dict[str, JsonObject]:
    """Return the definitions that the roots reach; `where` is the document's place."""
    waiting = list(roots)
    for root in waiting:
        check_references({"$ref": REF + root}, defs, where.at("x-roots"))
    reached: dict[str, JsonObject] = {}
    while waiting:
        name = waiting.pop()
        if name not in reached:
            place = where.at("$defs", name)
            check_references(defs[name], defs, place)
            reached[name] = defs[name]
            waiting += [ref.removeprefix(REF) for ref, _ in references(defs[name], place)]
    return reached


def branches(schema: JsonObject, keyword: str) -> list[JsonObject]:
    """Return the schemas below `anyOf` and its like."""
    found = schema.get(keyword)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def properties(schema: JsonValue) -> JsonObject:
    """Return the properties of an object, each with its schema; none where a schema has none."""
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def required(schema: JsonObject) -> set[str]:
    """Return the properties that an object must have."""
    found = schema.get("required")
    return {name for name in found if isinstance(name, str)} if isinstance(found, list) else set()


def tags(schema: JsonObject) -> dict[str, str]:
    """Return the properties that an object must have with one certain string, and that string."""
    found: dict[str, str] = {}
    for name, value in properties(schema).items():
        const = value.get("const") if isinstance(value, dict) else None
        if isinstance(const, str) and name in required(schema):
            found[name] = const
    return found


def discriminator(names: Sequence[str], defs: Mapping[str, JsonObject]) -> JsonObject | None:
    """Say which property tells these definitions apart, where their own facts show it."""
    found = [tags(defs.get(name, {})) for name in names]
    for tag in sorted(tag for tag in (found[0] if found else {}) if all(tag in each for each in found)):
        mapping: JsonObject = {each[tag]: REF + name for each, name in zip(found, names, strict=True)}
        if 1 < len(mapping) == len(names):
            return {"propertyName": tag, "mapping": mapping}
    return None
