"""The canonical schemas: one file a shape in `spec/golem/`, bundled into one document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from golem_codegen.document import JsonObject, SpecError, Where, as_object, object_at, read_json, string_at
from golem_codegen.models import ModelPlan, check_class, check_members
from golem_codegen.schema import DIALECT, REF, check_references, check_schema, map_schemas, properties

__all__ = ["VERSION", "bundle", "definition", "model_plan", "variants"]

VERSION = 1
"""The version of the durable JSON; raised only by a change that is not additive, which there should not be."""

_FOLDER = "spec/golem"
_FILE_KEYS = ("$schema", "$id", "title", "$defs")


@dataclass(frozen=True)
class _Shape:
    """A shape as its file has it: its name, its schema, and the places of both."""

    name: str
    schema: JsonObject
    where: Where
    named: Where


def bundle(root: Path) -> JsonObject:
    """All shapes as one schema document, `#/$defs/<Title>` each; what ships as `golem.schema.json`."""
    places = [Where(f"{_FOLDER}/{path.name}") for path in sorted((root / _FOLDER).glob("*.schema.json"))]
    documents = {where: read_json(root, where) for where in places}
    for where, document in documents.items():
        check_schema(document, where)
    shapes = [shape for where, document in documents.items() for shape in _shapes(document, where)]
    titles = {Path(where.file).name: str(document["title"]) for where, document in documents.items()}
    defs: dict[str, JsonObject] = {}
    for shape in shapes:
        if shape.name in defs:
            raise SpecError(shape.named, "unique-names", f"there is another shape called {shape.name!r}")
        check_class(shape.name, shape.named)
        _check_members(shape)
        defs[shape.name] = _absolute(shape.schema, titles, shape.where)
    for shape in shapes:
        check_references(defs[shape.name], defs, shape.where)
    bundled: JsonObject = {"$schema": DIALECT, "$id": "golem", "x-version": VERSION, "$defs": {**defs}}
    check_members(model_plan(bundled), {shape.name: shape.where for shape in shapes})
    return bundled


def _shapes(document: JsonObject, where: Where) -> Iterator[_Shape]:
    """The shape of a file, and those beside it."""
    own = {key: value for key, value in document.items() if key not in _FILE_KEYS}
    yield _Shape(string_at(document, "title", where), own, where, where.at("title"))
    for name, schema in as_object(document.get("$defs", {}), where.at("$defs")).items():
        place = where.at("$defs", name)
        yield _Shape(name, as_object(schema, place), place, place)


def _check_members(shape: _Shape) -> None:
    for key in ("required", "x-drops-native"):
        named = shape.schema.get(key, [])
        for index, name in enumerate(named if isinstance(named, list) else []):
            if name not in properties(shape.schema):
                raise SpecError(shape.where.at(key, index), "known-property", f"{name!r} is no property of this shape")


def _absolute(schema: JsonObject, titles: Mapping[str, str], where: Where) -> JsonObject:
    """The schema with references between files turned into references within the bundle."""
    rebuilt = map_schemas(
        schema, lambda below, step: _absolute(below, titles, where.at(*(key for key in step if key is not None)))
    )
    ref = rebuilt.get("$ref")
    if not isinstance(ref, str):
        return rebuilt
    file, _, fragment = ref.partition("#")
    if file and file not in titles:
        raise SpecError(where.at("$ref"), "no-dangling-reference", f"{ref!r}: there is no {file!r} in {_FOLDER}")
    return {**rebuilt, "$ref": f"#{fragment}" if fragment else REF + titles[file]}


def model_plan(document: JsonObject) -> ModelPlan:
    """What the canonical models are made from."""
    defs = {name: schema for name, schema in _definitions(document).items() if _is_class(schema)}
    return ModelPlan(
        {name: _python(schema) for name, schema in defs.items()},
        "Frozen",
        replace=True,
        bases={
            name: str(schema["x-python-base"]).rpartition(".")[2]
            for name, schema in defs.items()
            if "x-python-base" in schema
        },
        wrappers={name: 'Field(union_mode="left_to_right")' for name in defs if "x-open-union" in defs[name]},
    )


def definition(document: JsonObject, name: str) -> JsonObject:
    """One shape of the bundle. Raises SpecError when there is none of that name."""
    return object_at(object_at(document, "$defs", Where(_FOLDER)), name, Where(_FOLDER))


def variants(document: JsonObject, name: str) -> dict[str, str]:
    """The variants of a union of the bundle: their tags, and the shape of each."""
    found = object_at(definition(document, name), "discriminator", Where(_FOLDER))
    mapping = object_at(found, "mapping", Where(_FOLDER))
    return {tag: str(ref).removeprefix(REF) for tag, ref in mapping.items()}


def _definitions(document: JsonObject) -> dict[str, JsonObject]:
    where = Where(_FOLDER)
    return {name: as_object(schema, where) for name, schema in object_at(document, "$defs", where).items()}


def _is_class(schema: JsonObject) -> bool:
    return schema.get("type") != "array" and not schema.get("x-no-alias")


def _python(schema: JsonObject) -> JsonObject:
    """The schema without the keys that Python folds into another field, and without examples; `x-order` has all."""
    kept: JsonObject = {
        name: value
        for name, value in properties(schema).items()
        if not (isinstance(value, dict) and value.get("x-python-omit"))
    }
    rest = {key: value for key, value in schema.items() if key not in ("examples", "properties")}
    rest["x-order"] = list(properties(schema))
    return {**rest, "properties": kept} if "properties" in schema else rest
