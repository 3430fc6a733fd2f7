"""Recorded provider answers, served over HTTP to our adapter, and what we send back about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import cast

import pytest

from golem_sdk import ApiError, JsonValue, Request
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Reply, Script
from golem_wire.canonical import Message, Response
from tests.conftest import shared
from tests.testing.kit import KEY

pytestmark = pytest.mark.anyio

PROMPT = Message(role="user", content="hi")


def exchanges() -> tuple[Mapping[str, JsonValue], ...]:
    """Every exchange that is not streamed."""
    return _plain(shared("recordings/openai-chat.jsonl").read_text("utf-8"))


@cache
def _plain(text: str) -> tuple[Mapping[str, JsonValue], ...]:
    read = (cast("Mapping[str, JsonValue]", json.loads(line)) for line in text.splitlines())
    return tuple(exchange for exchange in read if exchange["response_kind"] == "json")


def meaning(exchange: Mapping[str, JsonValue]) -> Response | ApiError:
    """What the adapter alone makes of an exchange."""
    reply, adapter = Reply.recorded(exchange), OpenAIChatAdapter("gpt-5.2")
    try:
        if reply.status != 200:
            return adapter.decode_error(reply.status, reply.headers, reply.body)
        return adapter.decode(reply.body)
    except ApiError as error:
        return error


def told(outcome: Response | ApiError) -> tuple[object, ...]:
    if isinstance(outcome, Response):
        return (outcome,)
    return (outcome.message, outcome.details.kind, outcome.details.code, outcome.details.retry_after)


async def asked(model: OpenAIChat, *messages: Message) -> Response | ApiError:
    try:
        return await model.request(Request(messages=messages))
    except ApiError as error:
        return error


async def test_recorded_answers_mean_the_same_over_http() -> None:
    recorded = exchanges()
    async with FakeProvider("openai_chat", recorded=recorded) as server:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)
        over_http = [told(await asked(model, PROMPT)) for _ in recorded]
    assert over_http == [told(meaning(exchange)) for exchange in recorded]
    assert len(over_http) == 249
    assert server.connections == 1


async def test_a6_every_recorded_answer_can_be_sent_back() -> None:
    """With a result for each call and another prompt behind it, no rule of the provider is broken."""
    answers = [outcome for exchange in exchanges() if isinstance(outcome := meaning(exchange), Response)]
    assert len(answers) > 200
    async with FakeProvider("openai_chat", lambda request: Script().text("fine").steps[0]) as server:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)
        for answer in answers:
            calls = answer.message.tool_calls
            results = [Message(role="tool", tool_call_id=call.id, tool_name=call.name, content="r") for call in calls]
            await asked(model, PROMPT, answer.message, *results, PROMPT)
    assert [request.refused for request in server.requests if request.refused] == []
