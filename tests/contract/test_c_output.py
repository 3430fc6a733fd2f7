"""C7: the answer as a value that has been validated: text, a type, or a decoder's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, assert_type

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from golem_sdk import Agent, Canceled, DecodeError, JsonValue, ModelRetry
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import OutputRejected, OutputSpec
from tests.contract.kit import Heard, answer, failure


class Winner(BaseModel):
    """Who wins."""

    name: str
    points: int = Field(ge=0)


@dataclass(frozen=True)
class Point:
    x: int
    y: int


class Row(TypedDict):
    a: int
    b: NotRequired[str]


class Tree(BaseModel):
    """A tree."""

    children: list[Tree] = []


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


def wire(spec: OutputSpec) -> Mapping[str, JsonValue]:
    value: Mapping[str, JsonValue] = json.loads(spec.to_json())
    return value


@pytest.mark.anyio
async def test_c7_text_is_the_default_and_is_given_as_it_is() -> None:
    model = ScriptedModel().text('  {"not": "decoded"}\n')
    result = await Agent(model).run("go")
    assert_type(result.output, str)
    assert result.output == '  {"not": "decoded"}\n'
    assert model.requests[0].output is None


@pytest.mark.anyio
async def test_c7_a_model_comes_out_validated_and_its_schema_goes_to_the_provider() -> None:
    model = ScriptedModel().text('{"name":"Anne","points":3}')
    result = await Agent(model, output=Winner).run("go")
    assert_type(result.output, Winner)
    assert result.output == Winner(name="Anne", points=3)
    spec = model.requests[0].output
    assert spec is not None
    assert wire(spec) == {"name": "Winner", "schema": Winner.model_json_schema()}
    body = json.loads(OpenAIChatAdapter("m").encode(model.requests[0]).body)
    assert body["response_format"]["json_schema"]["name"] == "Winner"


@pytest.mark.anyio
async def test_c7_objects_of_other_kinds() -> None:
    point = await Agent(ScriptedModel().text('{"x":1,"y":2}'), output=Point).run("go")
    row = await Agent(ScriptedModel().text('{"a":1}'), output=Row).run("go")
    tree = await Agent(ScriptedModel().text('{"children":[{}]}'), output=Tree).run("go")
    assert (point.output, row.output, tree.output) == (Point(1, 2), {"a": 1}, Tree(children=[Tree()]))


@pytest.mark.anyio
async def test_c7_what_is_no_object_is_asked_for_in_one() -> None:
    model = ScriptedModel()
    for value in ("[1,2]", '{"kind":"dog"}', "null", "5", '"a"', "true"):
        model.text(f'{{"value":{value}}}')
    numbers = await Agent(model, output=list[int]).run("go")
    pet = await Agent(model, output=Cat | Dog).run("go")
    nothing = await Agent(model, output=Winner | None).run("go")
    bounded = await Agent(model, output=Annotated[int, Field(ge=0)]).run("go")
    letter = await Agent(model, output=Literal["a", "b"]).run("go")
    yes = await Agent(model, output=bool).run("go")
    outputs: list[object] = [numbers.output, pet.output, nothing.output, bounded.output, letter.output, yes.output]
    assert outputs == [[1, 2], Dog(kind="dog"), None, 5, "a", True]
    for request in model.requests:
        assert request.output is not None
        assert request.output.name.isidentifier()
        schema = wire(request.output)["schema"]
        assert isinstance(schema, dict)
        assert (schema["type"], schema["required"]) == ("object", ["value"])


@pytest.mark.parametrize(
    "bad",
    [
        "no json",
        "{",
        "[]",
        "",
        '{"name":"Anne"}',
        '{"name":"Anne","points":-1}',
        '{"name":5,"points":"x"}',
    ],
)
@pytest.mark.anyio
async def test_c7_a_rejection_is_fed_back_once_by_default(bad: str) -> None:
    model, heard = ScriptedModel().text(bad).text('{"name":"Anne","points":3}'), Heard()
    with model:
        result = await Agent(model, output=Winner).run("go", observers=[heard])
    assert result.output == Winner(name="Anne", points=3)
    assert [m.role for m in result.messages] == ["user", "assistant", "user", "assistant"]
    told = result.messages[2]
    assert told.content.startswith("The answer was refused: ")
    assert told.run_id == result.run_id
    (event,) = [event for event in heard.events if isinstance(event, OutputRejected)]
    assert event.attempt == 1
    assert event.reason in told.content


@pytest.mark.anyio
async def test_c7_feedback_names_each_bad_field() -> None:
    model = ScriptedModel().text('{"points":-1}').text('{"name":"Anne","points":3}')
    result = await Agent(model, output=Winner).run("go")
    assert "- name: " in result.messages[2].content
    assert "- points: " in result.messages[2].content


@pytest.mark.parametrize("retries", [0, 1, 2])
@pytest.mark.anyio
async def test_c7_an_answer_that_is_refused_to_the_end_is_stage_decode(retries: int) -> None:
    model, heard = ScriptedModel(), Heard()
    for _ in range(retries + 1):
        model.text("no json")
    with model:
        error = await failure(Agent(model, output=Winner, output_retries=retries).run("go", observers=[heard]))
    assert isinstance(error, DecodeError)
    assert f"refused {retries + 1} times, {retries} corrections are allowed" in str(error)
    assert heard.kinds.count("output_rejected") == retries
    assert error.partial.messages[-1].content == "no json"
    assert error.data.cause[0].type == "ValidationError"


@pytest.mark.anyio
async def test_c7_an_answer_of_a_scalar_without_its_object_is_refused() -> None:
    model = ScriptedModel().text("5").text('{"number":5}').text('{"value":5}')
    result = await Agent(model, output=int, output_retries=2).run("go")
    assert result.output == 5
    assert "'value'" in result.messages[4].content


def shout(text: str) -> list[str]:
    """A decoder that an application wrote."""
    if not text.isupper():
        raise ModelRetry("shout, please")
    return text.split()


@pytest.mark.anyio
async def test_c7_a_decoder_makes_the_value_and_may_ask_again() -> None:
    model = ScriptedModel().text("hello").text("HELLO YOU")
    agent = Agent(model).with_decoder(shout)
    result = await agent.run("go")
    assert_type(result.output, list[str])
    assert result.output == ["HELLO", "YOU"]
    assert "shout, please" in result.messages[2].content
    assert model.requests[0].output is None


@pytest.mark.anyio
async def test_c7_a_decoders_wrapped_retry_is_found_like_a_tools() -> None:
    def decode(text: str) -> str:
        if text == "a":
            raise ValueError from ModelRetry("not a")
        return text

    assert (await Agent(ScriptedModel().text("a").text("b")).with_decoder(decode).run("go")).output == "b"


@pytest.mark.parametrize("error", [KeyError("bug"), Canceled("no")])
@pytest.mark.anyio
async def test_c7_a_decoders_own_failure_is_stage_decode_at_once(error: Exception) -> None:
    def decode(_text: str) -> str:
        raise error

    model = ScriptedModel().text("a")
    failed = await failure(Agent(model).with_decoder(decode).run("go"))
    assert isinstance(failed, DecodeError)
    assert failed.find(type(error)) is error
    assert failed.partial.messages[-1].content == "a"
    assert len(model.requests) == 1


@pytest.mark.anyio
async def test_c7_with_decoder_leaves_the_agent_as_it_was() -> None:
    agent = Agent(ScriptedModel().text("hello").text("HELLO"), instructions="Be.")
    shouting = agent.with_decoder(shout)
    assert (await agent.run("go")).output == "hello"
    assert (await shouting.run("go")).output == ["HELLO"]


@pytest.mark.anyio
async def test_c7_a_refused_answer_stays_in_the_evidence_of_a_success() -> None:
    model = ScriptedModel().respond(answer("hello", raw="end")).text("HELLO")
    result = await Agent(model).with_decoder(shout).run("go")
    assert [m.content for m in result.messages if m.role == "assistant"] == ["hello", "HELLO"]
    assert result.requests == 2
