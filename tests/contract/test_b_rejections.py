"""B3: what a tool and an agent refuse when they are made, each with its own message."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import cast

import pytest

from golem_sdk import Agent, Args, JsonValue, NoTools, Only, Tool, ToolContext, UsageLimit, plain_tool
from golem_sdk.testing import ScriptedModel
from tests.contract.kit import NOTHING, does


def work(_ctx: ToolContext, _deps: object, _args: Args) -> str:
    return "done"


def made(
    *, name: str = "work", schema: object = NOTHING, function: object = work, max_retries: int | None = None
) -> Tool[object]:
    return Tool(
        name=name,
        description="Does it.",
        schema=cast("Mapping[str, JsonValue]", schema),
        exec=cast("Callable[[ToolContext, object, Args], str]", function),
        max_retries=max_retries,
    )


def holds_itself() -> object:
    schema: dict[str, object] = {"type": "object"}
    schema["properties"] = {"child": schema}
    return schema


NAME = "use 1 to 64 letters, digits, _ and -, beginning with a letter or _"

REFUSED: Mapping[str, tuple[Callable[[], object], str]] = {
    "an empty name": (lambda: made(name=""), f"tool name '': {NAME}"),
    "a name with a space": (lambda: made(name="a b"), f"tool name 'a b': {NAME}"),
    "a name with a dot": (lambda: made(name="a.b"), NAME),
    "a name that begins with a digit": (lambda: made(name="1a"), NAME),
    "a name that begins with a dash": (lambda: made(name="-a"), NAME),
    "a name of 65 letters": (lambda: made(name="a" * 65), NAME),
    "a name with a line end": (lambda: made(name="a\n"), NAME),
    "a name of other letters": (lambda: made(name="größe"), NAME),
    "a schema that is no mapping": (lambda: made(schema=[]), "tool 'work': the schema must be a mapping, not list"),
    "a schema with a set": (lambda: made(schema={"type": "object", "x": {1}}), "the schema is not JSON: set"),
    "a schema with NaN": (lambda: made(schema={"type": "object", "x": float("nan")}), "the schema is not JSON: float"),
    "a schema with a number as a key": (lambda: made(schema={"type": "object", 1: 2}), "key must be a string, not 1"),
    "a schema that holds itself": (lambda: made(schema=holds_itself()), "nested too deeply, or holds itself"),
    "a schema without a type": (lambda: made(schema={}), "the schema must be an object's: its type is None"),
    "an array's schema": (
        lambda: made(schema={"type": "array"}),
        "the schema must be an object's: its type is 'array'",
    ),
    "properties that are a list": (
        lambda: made(schema={"type": "object", "properties": ["a"]}),
        "the schema's properties must be an object",
    ),
    "required that is a text": (
        lambda: made(schema={"type": "object", "required": "a"}),
        "the schema's required must be an array of names, not 'a'",
    ),
    "required that holds numbers": (
        lambda: made(schema={"type": "object", "required": [1]}),
        "the schema's required must be an array of names",
    ),
    "an exec that is not callable": (lambda: made(function="work"), "tool 'work': exec is not callable: 'work'"),
    "negative max_retries": (lambda: made(max_retries=-1), "tool 'work': max_retries is negative: -1"),
    "a decorated lambda": (lambda: plain_tool(description="Does it.")(lambda: ""), f"tool name '<lambda>': {NAME}"),
    "two tools of a name": (
        lambda: Agent(ScriptedModel(), tools=[does("a"), does("b"), does("c", name="other")]),
        "Agent: more than one tool is named work",
    ),
    "a choice of no tool": (
        lambda: Agent(ScriptedModel(), tools=[does("a")], tool_choice=Only(names=("work", "play"))),
        "tool_choice names no tool of the agent: play",
    ),
    "another tool of a name": (
        lambda: Agent(ScriptedModel(), tools=[does("a")]).with_tools(does("b")),
        "Agent: more than one tool is named work",
    ),
    "no turn at all": (lambda: Agent(ScriptedModel(), max_turns=0), "Agent: max_turns too small"),
    "negative tool_retries": (lambda: Agent(ScriptedModel(), tool_retries=-1), "Agent: tool_retries too small"),
    "negative output_retries": (lambda: Agent(ScriptedModel(), output_retries=-1), "Agent: output_retries too small"),
    "a negative limit": (lambda: UsageLimit(tool_calls=-1), "UsageLimit: tool_calls is negative: -1"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_b3_a_mistake_is_refused_when_the_value_is_made_with_its_own_message(what: str) -> None:
    make, says = REFUSED[what]
    with pytest.raises((ValueError, TypeError), match=re.escape(says)):
        make()


@pytest.mark.parametrize("name", ["a", "_", "none", "a-b_C9", "a" * 64])
def test_b3_names_that_every_provider_accepts_are_accepted(name: str) -> None:
    assert made(name=name).name == name


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "properties": {}, "required": []},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ("a",), "additionalProperties": False},
        {"type": "object", "$defs": {"A": {}}, "properties": {"a": {"$ref": "#/$defs/A"}}},
    ],
)
def test_b3_schemas_of_objects_are_accepted(schema: Mapping[str, JsonValue]) -> None:
    assert made(schema=schema).schema["type"] == "object"


@pytest.mark.parametrize("tools", [[work], [does("a"), "work"], work])
def test_b3_a_bare_callable_is_no_tool(tools: object) -> None:
    with pytest.raises(TypeError, match="make one of a function with @tool"):
        Agent(ScriptedModel(), tools=cast("list[Tool[object]]", tools))


def test_b3_a_choice_that_names_nothing_is_no_mistake() -> None:
    Agent(ScriptedModel(), tools=[does("a")], tool_choice=NoTools())
    Agent(ScriptedModel(), tools=[does("a")], tool_choice=Only(names=("work",)))


@pytest.mark.anyio
async def test_b3_a_run_refuses_a_choice_of_no_tool_before_anything_starts() -> None:
    model = ScriptedModel().text("ok")
    with pytest.raises(ValueError, match="tool_choice names no tool of the agent: play"):
        await Agent(model, tools=[does("a")]).run("go", tool_choice=Only(names=("play",)))
    assert model.requests == []


def test_b3_an_override_is_checked_like_the_agent() -> None:
    agent = Agent(ScriptedModel(), tools=[does("a")], tool_choice=Only(names=("work",)))
    with pytest.raises(ValueError, match="names no tool"), agent.override(tools=[does("a", name="other")]):
        pass
    with pytest.raises(ValueError, match="more than one tool"), agent.override(tools=[does("a"), does("b")]):
        pass
