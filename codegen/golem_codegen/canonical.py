"""The canonical schemas: one file a shape in `spec/golem/`, bundled into one document."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from golem_codegen.json import JsonObject, JsonValue, SpecError, Where, as_object, object_at, parse, string_at
from golem_codegen.models import DIALECT, ModelPlan

VERSION = 1
"""The version of the durable JSON; raised only by a change that is not additive, which there should not be."""

_FILE_KEYS = ("$schema", "$id", "title", "$defs")


def bundle(folder: Path) -> JsonObject:
    """All shapes as one schema document, `#/$defs/<Title>` each; what ships as `golem.schema.json`."""
    places = {path.name: Where(f"spec/golem/{path.name}") for path in sorted(folder.glob("*.schema.json"))}
    files = {name: as_object(parse((folder / name).read_text("utf-8"), where), where) for name, where in places.items()}
    titles = {name: _title(doc, places[name]) for name, doc in files.items()}
    defs: JsonObject = {}
    for name, doc in files.items():
        shape = {key: value for key, value in doc.items() if key not in _FILE_KEYS}
        inner = as_object(doc.get("$defs", {}), places[name].at("$defs"))
        for title, schema in {titles[name]: shape, **inner}.items():
            if title in defs:
                raise SpecError(places[name].at("$defs", title), "unique", "a shape of this name exists already")
            defs[title] = _absolute(schema, titles, places[name])
    return {"$schema": DIALECT, "$id": "golem", "x-version": VERSION, "$defs": defs}


def _title(doc: JsonObject, where: Where) -> str:
    title = string_at(doc, "title", where)
    if not title.isidentifier():
        raise SpecError(where.at("title"), "class-name", f"{title!r} is no class name")
    return title


def _absolute(node: JsonValue, titles: Mapping[str, str], where: Where) -> JsonValue:
    """The schema with references between files turned into references within the bundle."""
    match node:
        case {"$ref": str(ref)}:
            file, _, fragment = ref.partition("#")
            if file and file not in titles:
                raise SpecError(where, "ref", f"$ref {ref!r}: there is no such file in spec/golem")
            target = f"#{fragment}" if fragment else f"#/$defs/{titles[file]}"
            rest = {key: value for key, value in as_object(node, where).items() if key != "$ref"}
            return {"$ref": target, **as_object(_absolute(rest, titles, where), where)}
        case dict():
            return {key: _absolute(value, titles, where) for key, value in node.items()}
        case list():
            return [_absolute(item, titles, where) for item in node]
        case _:
            return node


def model_plan(document: JsonObject) -> ModelPlan:
    """What the canonical models are made from."""
    where = Where("golem.schema.json")
    defs = object_at(document, "$defs", where)
    kept = {
        name: _python(as_object(schema, where.at("$defs", name))) for name, schema in defs.items() if _is_class(schema)
    }
    bases = {name: base.rpartition(".")[2] for name, base in _marked(defs, "x-python-base")}
    wrappers = {name: 'Field(union_mode="left_to_right")' for name, _ in _marked(defs, "x-open-union")}
    return ModelPlan(kept, "Frozen", replace=True, bases=bases, wrappers=wrappers)


def _is_class(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and schema.get("type") != "array" and not schema.get("x-no-alias")


def _python(schema: JsonObject) -> JsonObject:
    """The schema without the keys that Python folds into another field, and without documentation."""
    properties = cast("JsonObject", schema.get("properties", {}))
    kept = {
        name: value
        for name, value in properties.items()
        if not (isinstance(value, dict) and value.get("x-python-omit"))
    }
    rest = {key: value for key, value in schema.items() if key not in ("examples", "properties")}
    return {**rest, "properties": kept} if properties else rest


def _marked(defs: JsonObject, mark: str) -> list[tuple[str, str]]:
    return [(name, str(s[mark])) for name, s in defs.items() if isinstance(s, dict) and mark in s]
