"""What is measured on: a conversation of every kind of message, and the tool that its calls name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pydantic import BaseModel

from golem_sdk import ToolContext, tool

__all__ = ["PROMPT", "TURN", "durable", "forecast", "weather"]

PROMPT = "What is the weather in Zürich on day 3? Please be brief."
TURN = 5
"""A history of a multiple of so many messages leaves no call open."""
_STAMPS = {"runId": "01936b2c-7b1e-7c3a-9d4e-5f6a7b8c9d0e", "conversationId": "01936b2c-8000-7c3a-9d4e-5f6a7b8c9d0e"}


def forecast(city: str, days: int) -> str:
    """What the tool says."""
    return f"Sunny in {city} for {days} days, 21 degrees, wind 3 m/s, humidity 40 %."


class Wanted(BaseModel):
    """What the tool is asked."""

    city: str
    days: int


@tool(args=Wanted)
async def weather(ctx: ToolContext, deps: object, args: Wanted) -> str:
    """Tells the weather of a city."""
    return forecast(args.city, args.days)


def durable(count: int) -> list[dict[str, object]]:
    """The durable JSON of a conversation, as `json` reads it."""
    return list(islice(_messages(), count))


def _messages() -> Iterator[dict[str, object]]:
    number = 0
    while True:
        for message in _exchange(number):
            yield {**message, **dict(_facts(message, number)), **_STAMPS, **dict(_answer(message, number))}
        number += 1


def _exchange(number: int) -> Iterator[dict[str, object]]:
    first, second = f"call_{number}a", f"call_{number}b"
    calls = [
        {"id": first, "name": "weather", "args": {"city": "Zürich", "days": number}},
        {"id": second, "name": "weather", "args": {"city": "Oslo", "days": number, "at": [1, 2.5, None]}},
    ]
    rain = 'Rain "heavy"\n' * 6
    yield {"role": "user", "content": f"What is the weather in Zürich and Oslo on day {number}? Please be brief."}
    yield {"role": "assistant", "content": "Let me look.", "toolCalls": calls}
    yield {"role": "tool", "content": forecast("Zürich", number) * 2, "toolCallId": first, "toolName": "weather"}
    yield {"role": "tool", "content": rain, "toolCallId": second, "toolName": "weather"}
    yield {"role": "assistant", "content": "In Zürich it is sunny with 21 degrees; in Oslo it rains heavily. " * 2}


def _facts(message: dict[str, object], number: int) -> Iterator[tuple[str, object]]:
    if message["role"] == "tool" and number % 4 == 0:
        yield "failed", True
    if message["role"] == "assistant" and number % 3 == 0:
        yield "thinking", [{"text": "The user wants two cities. " * 4, "signature": "EqQB" * 20, "provider": "other"}]


def _answer(message: dict[str, object], number: int) -> Iterator[tuple[str, object]]:
    if message["role"] == "assistant":
        yield from (("finishReason", "tool_call" if "toolCalls" in message else "stop"), ("model", "m-1"))
        if number % 5 == 0:
            yield "native", {"tag": "other", "digest": "0" * 32, "content": [{"type": "text", "text": "Let me look."}]}
        if number % 7 == 0:
            yield "futureKey", {"a": [1, 2]}
