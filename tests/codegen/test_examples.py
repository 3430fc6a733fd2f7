"""The examples of the canonical schemas: they are valid, and the models give back what they load."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from golem_codegen.canonical import bundle
from golem_codegen.document import JsonObject, JsonValue
from golem_wire import canonical
from tests.conftest import ROOT

BUNDLE = bundle(ROOT)
SHAPES = cast("Mapping[str, JsonObject]", BUNDLE["$defs"])
EXAMPLES = [
    pytest.param(name, example, id=f"{name}-{number}")
    for name, shape in SHAPES.items()
    for number, example in enumerate(cast("list[JsonValue]", shape.get("examples", [])))
]


def loader(name: str, example: JsonValue) -> TypeAdapter[object]:
    """What loads a shape. One without a class is a list of messages, or a file of shapes that takes one of them."""
    if hasattr(canonical, name):
        return TypeAdapter(getattr(canonical, name))
    if "items" in SHAPES[name]:
        return TypeAdapter(tuple[canonical.Message, ...])
    refs = cast("list[Mapping[str, str]]", SHAPES[name]["anyOf"])
    names = [ref["$ref"].rpartition("/")[2] for ref in refs]
    (fitting,) = [name for name in names if not mistakes(name, example)]
    return TypeAdapter(getattr(canonical, fitting))


def mistakes(name: str, example: JsonValue) -> list[str]:
    """What is wrong with an example of a shape; references are resolved through the bundle."""
    validator = Draft202012Validator({**BUNDLE, "$ref": f"#/$defs/{name}"})
    found = validator.iter_errors(example)  # pyright: ignore[reportUnknownMemberType]  # so the stubs have it
    return [error.message for error in found]


def spelled(value: JsonValue) -> str:
    """The value as text: to Python `1 == true`, and to JSON `1` is `1.0`."""
    match value:
        case dict():
            return "{" + ",".join(f"{key!r}:{spelled(value[key])}" for key in sorted(value)) + "}"
        case list():
            return "[" + ",".join(map(spelled, value)) + "]"
        case int() if not isinstance(value, bool):
            return repr(float(value))
        case _:
            return repr(value)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_is_valid(name: str, example: JsonValue) -> None:
    assert mistakes(name, example) == []


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_loads_and_dumps_to_the_same_json(name: str, example: JsonValue) -> None:
    loads = loader(name, example)
    dumped = json.loads(loads.dump_json(loads.validate_json(json.dumps(example))))
    assert spelled(dumped) == spelled(example)


@pytest.mark.parametrize("path", sorted((ROOT / "spec/golem").glob("*.json")), ids=lambda path: path.stem)
def test_every_shape_has_an_example_and_says_what_it_is(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    assert document["examples"]
    assert document["description"]


def test_the_validation_above_refuses_what_is_wrong() -> None:
    """A bundle whose references lead nowhere would accept anything."""
    assert mistakes("Message", {"role": "user", "content": 5})
    assert mistakes("Message", {"role": "assistant", "toolCalls": [{"id": "c1", "name": "lookup"}]})
