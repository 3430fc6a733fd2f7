"""B14: call ids that a host left out or used twice are replaced at decode, the same way every time."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from golem_sdk import Agent, JsonValue, Message, Request
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.testing import ScriptedModel
from golem_wire._runtime import digest
from tests.contract.kit import assistant, call, does, result, tools_of, user

ADAPTER = OpenAIChatAdapter("m")


def body(ids: Sequence[str | None], text: str = "", **more: JsonValue) -> bytes:
    function: JsonValue = {"name": "work", "arguments": "{}"}
    calls: list[JsonValue] = [{"id": one, "type": "function", "function": function} for one in ids]
    message: dict[str, JsonValue] = {"role": "assistant", "content": text, "tool_calls": calls, **more}
    return json.dumps({"choices": [{"message": message, "finish_reason": "tool_calls"}]}).encode()


def decoded(ids: Sequence[str | None], text: str = "", **more: JsonValue) -> Message:
    return ADAPTER.decode(body(ids, text, **more)).message


def ids(message: Message) -> list[str]:
    return [one.id for one in message.tool_calls]


def test_b14_good_ids_stay() -> None:
    assert ids(decoded(["a", "b"])) == ["a", "b"]


@pytest.mark.parametrize("given", [["", ""], [None, None], ["a", "a"], ["a", "", "a", "b"], ["", "a", "", "a"]])
def test_b14_empty_ids_and_duplicates_are_replaced_by_the_digest_and_the_place(given: list[str | None]) -> None:
    message = decoded(given)
    before = assistant("", *(call(args="{}", call_id=one or "") for one in given))
    stem = digest(before.replace(model=message.model).to_value())[:16]
    first = {one: index for index, one in reversed(list(enumerate(given)))}
    expected = [one if one and first[one] == index else f"call_{stem}_{index}" for index, one in enumerate(given)]
    assert ids(message) == expected
    assert len(set(expected)) == len(given)


def test_b14_replacements_have_a_form_and_a_bound() -> None:
    made = ids(decoded([""] * 200))
    assert all(re.fullmatch(r"call_[0-9a-f]{16}_\d+", one) for one in made)
    assert max(map(len, made)) <= 40


def test_b14_decode_is_pure_and_different_messages_have_different_ids() -> None:
    assert ids(decoded(["", ""])) == ids(decoded(["", ""]))
    assert not set(ids(decoded(["", ""]))) & set(ids(decoded(["", ""], "other text")))


def test_b14_replaced_ids_are_those_of_the_providers_content_too() -> None:
    message = decoded(["", "x", "x"], "calling", reasoning_details=[{"data": "opaque"}])
    assert message.native is not None
    sent = json.loads(ADAPTER.encode(Request(messages=(message,))).body)["messages"][0]
    assert sent["reasoning_details"] == [{"data": "opaque"}]
    assert [one["id"] for one in sent["tool_calls"]] == ids(message)


@pytest.mark.anyio
async def test_b14_results_answer_the_replaced_ids() -> None:
    model = ScriptedModel().respond(ADAPTER.decode(body(["", ""]))).text("ok")
    done = await Agent(model, tools=[does("first", "second")]).run("go")
    assert [m.tool_call_id for m in done.messages if m.role == "tool"] == ids(done.messages[1])


@pytest.mark.anyio
async def test_b14_repeats_across_messages_are_harmless() -> None:
    history = [user(), assistant("", call()), result(text="one"), assistant("", call()), result(text="two")]
    model = ScriptedModel().calls(call()).text("ok")
    done = await Agent(model, tools=[does("three")]).run("go", history=history)
    assert tools_of(done.messages) == ["one", "two", "three"]
