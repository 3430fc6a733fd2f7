"""Schemas as OpenAI takes them: the strict subset from both sides, and what the adapter makes of any type."""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, HttpUrl
from pydantic.config import JsonDict

from golem_sdk import Agent, Args, DecodeError, JsonValue, Tool, ToolContext
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script
from golem_sdk.testing._node import Node
from golem_sdk.testing.wires import openai_chat
from tests.testing.kit import KEY, strict_object

pytestmark = pytest.mark.anyio

OUTSIDE: Mapping[str, JsonValue] = {
    "a type is needed": {"description": "anything"},
    "items are needed": {"type": "array"},
    "typed items are needed": {"type": "array", "items": {}},
    "objects are closed": {"type": "object", "properties": {}},
    "nullable objects too": {"type": ["object", "null"], "properties": {}},
    "objects name their properties": {"type": "object", "additionalProperties": False},
    "all are required": {**strict_object(), "required": []},
    "no more are required": {**strict_object(), "required": ["a", "b"]},
    "no defaults": {"type": "string", "default": "x"},
    "no oneOf": {"oneOf": [{"type": "string"}], "type": "string"},
    "no unique items": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
    "no tuples": {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "string"}},
    "known formats": {"type": "string", "format": "uri"},
    "no look-around": {"type": "string", "pattern": "^(?!x)"},
    "no keyword beside a reference": {"$ref": "#/$defs/d", "description": "x"},
    "references stay inside": {"$ref": "https://x.org/y"},
    "references lead somewhere": {"$ref": "#/$defs/e"},
    "first keys differ": {"anyOf": [strict_object(), {"$ref": "#/$defs/d"}]},
}


@pytest.mark.parametrize("inner", OUTSIDE.values(), ids=OUTSIDE.keys())
def test_a_schema_outside_the_strict_subset_is_refused(inner: JsonValue) -> None:
    assert list(strict_breaches({**strict_object(x=inner), "$defs": {"d": strict_object()}}))


def nested(levels: int) -> JsonDict:
    schema = strict_object()
    for _ in range(levels - 1):
        schema = strict_object(inner=schema)
    return schema


INSIDE: Mapping[str, JsonValue] = {
    "ten levels": nested(10),
    "levels count apart in definitions": {**nested(10), "$defs": {"d": nested(10)}},
    "recursion": {**strict_object(kids={"type": "array", "items": {"$ref": "#"}})},
    "optional is null": strict_object(a={"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}]}),
    "a constant tells apart": strict_object(
        u={
            "anyOf": [
                strict_object(kind={"const": "a", "type": "string"}),
                strict_object(kind={"const": "b", "type": "string"}),
            ]
        }
    ),
    "5000 properties": strict_object(**{f"p{n}": {"type": "string"} for n in range(5000)}),
}


@pytest.mark.parametrize("schema", INSIDE.values(), ids=INSIDE.keys())
def test_a_schema_inside_the_strict_subset_is_taken(schema: JsonValue) -> None:
    assert list(strict_breaches(schema)) == []


@pytest.mark.parametrize(
    "schema",
    [
        nested(11),
        {"$defs": {"d": nested(11)}, **strict_object()},
        strict_object(**{f"p{n}": {"type": "string"} for n in range(5001)}),
    ],
)
def test_a_schema_over_the_bounds_is_refused(schema: JsonValue) -> None:
    assert len(list(strict_breaches(schema))) == 1


@pytest.mark.parametrize("root", [{"type": "array", "items": {"type": "string"}}, {**strict_object(), "anyOf": []}])
def test_the_root_is_an_object_and_no_union(root: JsonValue) -> None:
    assert list(strict_breaches(root))


def strict_breaches(schema: JsonValue) -> list[str]:
    form: JsonValue = {"json_schema": {"name": "n", "strict": True, "schema": schema}}
    found = openai_chat.strict_formats_lie_in_the_subset(Node({"response_format": form}))
    return [breach.message for breach in found]


# Whatever a user's types are, what the adapter makes of them is taken.


class Left(BaseModel):
    name: str
    x: int


class Right(BaseModel):
    name: str
    y: int


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


class Tree(BaseModel):
    kids: list[Tree]


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Everything(BaseModel):
    model_config = ConfigDict(extra="allow")
    default: int = 3
    described: Left = Field(description="beside a reference")
    when: datetime.datetime
    wait: datetime.timedelta
    key: uuid.UUID
    link: HttpUrl
    color: Color
    mixed: Literal["a", 1]
    anything: Any
    pair: tuple[int, str]
    many: set[int]
    table: dict[str, Left]
    price: decimal.Decimal


class Looking(BaseModel):
    model_config = ConfigDict(regex_engine="python-re")
    text: str = Field(pattern="^(?=x)")


class Alike(BaseModel):
    either: Left | Right


class Tagged(BaseModel):
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]


def without_items(schema: JsonDict) -> None:
    del schema["items"]


class ByHand(BaseModel):
    many: list[int] = Field(json_schema_extra=without_items)


class Nullable(BaseModel):
    inner: int = Field(json_schema_extra={"type": ["object", "null"], "properties": {}})


class Nothing(BaseModel):
    pass


class Union(BaseModel):
    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["a"]}]})
    a: int


MODELS: list[type[BaseModel]] = [
    *(Left, Tree, Everything, Looking, Alike, Tagged, ByHand, Nullable, Nothing, Union),
]
TYPES: list[object] = [
    *(*MODELS, Color, int, list[int], list[Left] | None, Left | Right, Cat | Dog, dict[str, Left], tuple[int, str]),
]


@pytest.mark.parametrize("output", TYPES, ids=str)
async def test_c7_any_output_type_makes_a_request_that_the_provider_takes(output: type[object]) -> None:
    async with FakeProvider("openai_chat", Script().text("no JSON")) as server:
        agent = Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url), output=output, output_retries=0)
        with pytest.raises(DecodeError):
            await agent.run("go")


@pytest.mark.parametrize("args", MODELS, ids=str)
async def test_b2_any_argument_type_makes_a_tool_that_the_provider_takes(args: type[BaseModel]) -> None:
    typed: Tool[object] = Tool.typed(name="t", description="d", args=args, exec=lambda ctx, deps, args: "")
    async with FakeProvider("openai_chat", Script().text("done")) as server:
        agent = Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url), tools=[typed])
        assert (await agent.run("go")).output == "done"


def bare(ctx: ToolContext, deps: object, args: Args) -> str:
    return "bare"


async def test_b3_a_tool_whose_schema_names_no_properties_is_taken() -> None:
    """The provider refuses `{"type": "object"}`; the adapter adds what is missing."""
    plain = Tool[object](name="bare", description="d", schema={"type": "object"}, exec=bare)
    async with FakeProvider("openai_chat", Script().call(plain).text("done")) as server:
        agent = Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url), tools=[plain])
        assert (await agent.run("go")).output == "done"
