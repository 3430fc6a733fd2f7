"""A2: the durable JSON is additive only. What version 1 promised is pinned beside this file and stays true."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias, cast

import pytest

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

PINNED = Path(__file__).with_name("durable_v1.json")
_PROSE = ("description", "examples", "default", "title")
_GROWING = ("enum", "anyOf", "oneOf")


def current() -> dict[str, Json]:
    """The shipped schema's shapes, without what readers and writers of JSON do not see."""
    document = json.loads(files("golem_wire").joinpath("schema/golem.schema.json").read_text("utf-8"))
    return {name: _bare(shape) for name, shape in document["$defs"].items()}


def _bare(node: Json, *, names: bool = False) -> Json:
    match node:
        case dict():
            kept = {k: v for k, v in node.items() if names or not (k in _PROSE or k.startswith("x-"))}
            return {key: _bare(value, names=key == "properties" and not names) for key, value in kept.items()}
        case list():
            return [_bare(item) for item in node]
        case _:
            return node


def breaks(old: Json, new: Json, where: str = "", *, names: bool = False) -> list[str]:
    """Where the new schema refuses or renames what the old one promised."""
    if isinstance(old, dict) and isinstance(new, dict):
        gone = [f"{where}/{key} is gone" for key in old if key not in new]
        tighter = [f"{where}/{key} is new" for key in new if key not in old and not names]
        below = [found for k, v in old.items() if k in new for found in _member(k, v, new[k], where, names=names)]
        return gone + tighter + below
    return [] if old == new else [f"{where}: {old} became {new}"]


def _member(key: str, old: Json, new: Json, where: str, *, names: bool) -> list[str]:
    place = f"{where}/{key}"
    if not names and isinstance(old, list) and isinstance(new, list):
        if key == "required":
            return [f"{place}: {name} is new" for name in new if name not in old]
        if key in _GROWING:
            return [f"{place}: {arm} is gone" for arm in old if all(breaks(arm, other) for other in new)]
    return breaks(old, new, place, names=key == "properties" and not names)


def pinned() -> dict[str, Json]:
    return cast("dict[str, Json]", json.loads(PINNED.read_text("utf-8")))


def test_a2_the_schema_carries_a_version() -> None:
    document = json.loads(files("golem_wire").joinpath("schema/golem.schema.json").read_text("utf-8"))
    assert document["x-version"] == 1


def test_a2_every_change_of_the_durable_json_is_additive() -> None:
    now = current()
    assert [found for name, shape in pinned().items() for found in breaks(shape, now.get(name), name)] == []


def _properties(shapes: Mapping[str, Json], name: str) -> dict[str, Json]:
    return cast("dict[str, Json]", cast("dict[str, Json]", shapes[name])["properties"])


def _renamed(shapes: dict[str, Json]) -> None:
    properties = _properties(shapes, "Message")
    properties["text"] = properties.pop("content")


def _retyped(shapes: dict[str, Json]) -> None:
    _properties(shapes, "Usage")["input"] = {"type": "string"}


def _required(shapes: dict[str, Json]) -> None:
    cast("list[Json]", cast("dict[str, Json]", shapes["Message"])["required"]).append("content")


def _fewer_words(shapes: dict[str, Json]) -> None:
    cast("list[Json]", cast("dict[str, Json]", shapes["FinishReason"])["enum"]).remove("pause")


def _bounded(shapes: dict[str, Json]) -> None:
    cast("dict[str, Json]", _properties(shapes, "Message")["content"])["maxLength"] = 10


def _without_a_shape(shapes: dict[str, Json]) -> None:
    del shapes["ThinkingBlock"]


@pytest.mark.parametrize("change", [_renamed, _retyped, _required, _fewer_words, _bounded, _without_a_shape])
def test_a2_a_change_that_is_not_additive_is_noticed(change: Callable[[dict[str, Json]], None]) -> None:
    shapes = copy.deepcopy(current())
    change(shapes)
    assert [found for name, shape in pinned().items() for found in breaks(shape, shapes.get(name), name)]


def _more_keys(shapes: dict[str, Json]) -> None:
    _properties(shapes, "Message")["mood"] = {"type": "string"}


def _more_words(shapes: dict[str, Json]) -> None:
    cast("list[Json]", cast("dict[str, Json]", shapes["FinishReason"])["enum"]).append("bored")


def _more_shapes(shapes: dict[str, Json]) -> None:
    shapes["Mood"] = {"type": "object"}


@pytest.mark.parametrize("change", [_more_keys, _more_words, _more_shapes])
def test_a2_an_additive_change_is_allowed(change: Callable[[dict[str, Json]], None]) -> None:
    shapes = copy.deepcopy(current())
    change(shapes)
    assert [found for name, shape in pinned().items() for found in breaks(shape, shapes.get(name), name)] == []
