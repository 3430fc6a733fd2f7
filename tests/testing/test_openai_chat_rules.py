"""OpenAI Chat's rules, each broken on purpose, and what the adapter does so that none of them is."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from golem_sdk import Agent, Prompt, image
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script, SentRequest, call
from golem_sdk.testing.wires import openai_chat
from tests.testing.kit import KEY, RefundArgs, post, refund, strict_object

pytestmark = pytest.mark.anyio

Body = dict[str, Any]


def body() -> Body:
    """A request that breaks no rule and uses what the rules are about."""
    return {
        "model": "gpt-5.2",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://x.org/a.png"}}]},
            {"role": "assistant", "tool_calls": [made_call("call_1"), made_call("call_2")]},
            {"role": "tool", "tool_call_id": "call_2", "content": "two"},
            {"role": "tool", "tool_call_id": "call_1", "content": "one"},
            {"role": "user", "content": "Go on, in JSON."},
        ],
        "tools": [
            {"type": "function", "function": {"name": "f", "parameters": strict_object(), "strict": True}},
            {"type": "function", "function": {"name": "g", "parameters": {"type": "object", "properties": {}}}},
        ],
        "tool_choice": {"type": "function", "function": {"name": "f"}},
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": strict_object(), "strict": True},
        },
        "temperature": 0.5,
        "max_completion_tokens": 100,
    }


def made_call(call_id: str) -> Body:
    return {"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}"}}


REMOVE = object()


def changed(path: str, value: object) -> Body:
    """The body with one place changed or, for REMOVE, gone."""
    out = copy.deepcopy(body())
    place: Any = out
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        place = place[step]
    if value is REMOVE:
        del place[last]
    else:
        place[last] = value
    return out


_TOO_MANY = [{"type": "function", "function": {"name": "f"}}] * 129
_TURN = "messages.2"

# rule, place, what stands there instead, the provider's `param`, its `code`
BROKEN: list[tuple[str, str, object, str | None, str | None]] = [
    ("schema", "messages.1.role", "robot", "messages[1].role", "invalid_value"),
    ("schema", "messages.1.content.0.image_url", {}, "messages[1].content[0].image_url", "invalid_value"),
    ("schema", "messages.3.content", [{"type": "image_url"}], "messages[3].content[0].type", "invalid_value"),
    ("schema", "tool_choice", "perhaps", "tool_choice", "invalid_value"),
    ("schema", "model", 5, "model", "invalid_value"),
    ("arguments_are_known", "top_k", 5, None, None),
    ("arrays_hold_neither_nothing_nor_too_much", "messages", [], "messages", "empty_array"),
    ("arrays_hold_neither_nothing_nor_too_much", "tools", [], "tools", "empty_array"),
    ("arrays_hold_neither_nothing_nor_too_much", "tools", _TOO_MANY, "tools", "array_above_max_length"),
    ("arrays_hold_neither_nothing_nor_too_much", "stop", list("abcde"), "stop", "array_above_max_length"),
    ("arrays_hold_neither_nothing_nor_too_much", "messages.1.content", [], "messages[1].content", "empty_array"),
    ("arrays_hold_neither_nothing_nor_too_much", f"{_TURN}.tool_calls", [], "messages[2].tool_calls", "empty_array"),
    ("names_are_words", "tools.0.function.name", "a b", "tools[0].function.name", "invalid_value"),
    ("names_are_words", "tools.0.function.name", "", "tools[0].function.name", "empty_string"),
    ("names_are_words", "tools.0.function.name", "a" * 65, "tools[0].function.name", "string_above_max_length"),
    (
        "names_are_words",
        f"{_TURN}.tool_calls.0.function.name",
        "a.b",
        "messages[2].tool_calls[0].function.name",
        "invalid_value",
    ),
    (
        "names_are_words",
        "response_format.json_schema.name",
        "list[int]",
        "response_format.json_schema.name",
        "invalid_value",
    ),
    ("assistant_messages_say_something", _TURN, {"role": "assistant"}, "messages[2].content", None),
    ("assistant_messages_say_something", _TURN, {"role": "assistant", "content": ""}, "messages[2].content", None),
    ("tool_results_follow_their_calls", "messages.3.tool_call_id", "call_9", "messages[3].role", None),
    ("tool_results_follow_their_calls", "messages.4.tool_call_id", "call_2", "messages[4].role", None),
    ("tool_results_follow_their_calls", _TURN, {"role": "assistant", "content": "x"}, "messages[3].role", None),
    ("every_call_is_answered", "messages.4", REMOVE, "messages[2].role", None),
    (
        "every_call_is_answered",
        "messages.5",
        {"role": "assistant", "tool_calls": [made_call("x")]},
        "messages[5].role",
        None,
    ),
    (
        "images_are_https_or_data",
        "messages.1.content.0.image_url.url",
        "http://x.org/a.png",
        "messages[1].content[0].image_url.url",
        "invalid_value",
    ),
    (
        "images_are_https_or_data",
        "messages.1.content.0.image_url.url",
        "data:image/svg+xml;base64,AAAA",
        "messages[1].content[0].image_url.url",
        "invalid_value",
    ),
    ("tool_settings_need_tools", "tools", REMOVE, "tool_choice", None),
    (
        "tool_choice_names_an_offered_tool",
        "tool_choice.function.name",
        "h",
        "tool_choice.function.name",
        "invalid_value",
    ),
    (
        "tool_choice_names_an_offered_tool",
        "tool_choice",
        {
            "type": "allowed_tools",
            "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "h"}}]},
        },
        "tool_choice.allowed_tools.tools[0].function.name",
        "invalid_value",
    ),
    (
        "functions_describe_their_arguments",
        "tools.1.function.parameters",
        {"type": "object"},
        "tools[1].function.parameters",
        "invalid_function_parameters",
    ),
    (
        "functions_describe_their_arguments",
        "tools.1.function.parameters",
        {"type": "object", "properties": {"a": {"type": ["array", "null"]}}},
        "tools[1].function.parameters",
        "invalid_function_parameters",
    ),
    (
        "functions_describe_their_arguments",
        "tools.0.function.parameters.additionalProperties",
        True,
        "tools[0].function.parameters",
        "invalid_function_parameters",
    ),
    (
        "strict_formats_lie_in_the_subset",
        "response_format.json_schema.schema.required",
        [],
        "response_format",
        None,
    ),
    ("json_mode_says_json", "messages.5.content", "Go on.", "messages", None),
    ("token_limit_has_its_new_name", "max_tokens", 5, "max_tokens", "unsupported_parameter"),
    ("stream_options_need_a_stream", "stream_options", {"include_usage": True}, "stream_options", None),
    ("numbers_are_in_range", "temperature", 2.5, "temperature", "decimal_above_max_value"),
    ("numbers_are_in_range", "max_completion_tokens", 0, "max_completion_tokens", "integer_below_min_value"),
    ("labels_are_short", "metadata", {"k" * 65: "v"}, "metadata", "invalid_value"),
    ("labels_are_short", "safety_identifier", "s" * 129, "safety_identifier", "string_above_max_length"),
]


async def test_a_request_that_breaks_no_rule_is_taken() -> None:
    async with FakeProvider("openai_chat", Script().text("{}")) as server:
        answer = await post(server, body())
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(("rule", "path", "value", "param", "code"), BROKEN)
async def test_a_broken_rule_is_refused_in_the_providers_words(
    rule: str, path: str, value: object, param: str | None, code: str | None
) -> None:
    sent = changed(path, value)
    if rule == "json_mode_says_json":
        sent["response_format"] = {"type": "json_object"}
    async with FakeProvider("openai_chat") as server:
        answer = await post(server, sent)
    error = answer.json()["error"]
    assert (answer.status_code, error["param"], error["code"]) == (400, param, code), error
    assert error["type"] == "invalid_request_error"
    assert error["message"].endswith(f"(rule: {rule})")
    assert server.requests[0].refused == error["message"]


def test_every_rule_is_broken_by_a_case() -> None:
    assert {case[0] for case in BROKEN} == {"schema", *(rule.__name__ for rule in openai_chat.RULES)}


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"{", "Expecting property name"),
        (b'{"model":"a","model":"b"}', "the key 'model' stands twice"),
        (b'{"temperature":NaN}', "NaN is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
async def test_a_body_that_is_no_json_is_refused(raw: bytes, told: str) -> None:
    async with FakeProvider("openai_chat") as server:
        answer = await post(server, raw)
    assert answer.status_code == 400
    assert told in answer.json()["error"]["message"]
    assert server.requests[0].body == {}


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"authorization": ""}, 401), ({"authorization": "Basic x"}, 401), ({"content-type": "text/plain"}, 415)],
)
async def test_a_request_without_key_or_kind_is_refused(headers: Mapping[str, str], status: int) -> None:
    async with FakeProvider("openai_chat") as server:
        assert (await post(server, body(), **headers)).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("POST", "/v1/completions", 404), ("POST", "/chat/completions", 404), ("GET", "/v1/chat/completions", 405)],
)
def test_a_request_elsewhere_is_refused(method: str, path: str, status: int) -> None:
    breach = openai_chat.admit(SentRequest(method, path, {"authorization": "Bearer k"}, b"", 1))
    assert breach is not None
    assert breach.status == status


@pytest.mark.parametrize("name", ["", "functions.refund", "re fund", "r" * 65, "退款"])
async def test_b13_a_name_that_the_model_made_up_can_be_sent_back(name: str) -> None:
    """The provider refuses a history with such a name, and a rejected call is part of the history."""
    made_up = call(refund, RefundArgs(cents=5)).replace(name=name)
    async with FakeProvider("openai_chat", Script().calls(made_up).text("done")) as server:
        agent = Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url))
        result = await agent.run("go")
    assert result.output == "done"
    assert result.messages[1].tool_calls[0].name == name


async def test_images_are_sent_as_the_provider_takes_them() -> None:
    parts: Prompt = ["Look:", image(url="https://x.org/a.png"), image(data=b"\x89PNG", media_type="image/png")]
    async with FakeProvider("openai_chat", Script().text("seen")) as server:
        agent = Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url))
        assert (await agent.run(parts)).output == "seen"
