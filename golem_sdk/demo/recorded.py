"""Recorded provider conversations with tool calls, served over HTTP to an agent that has the recorded tools."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from golem_sdk.agent import Agent
from golem_sdk.errors import RunError
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.outcome import Canceled
from golem_sdk.testing import FakeProvider
from golem_sdk.tool import Args, Tool, ToolContext
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Evidence

__all__ = ["Conversation", "conversations", "replay"]

Exchange = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Conversation:
    """Consecutive exchanges of one recording: the model calls tools, and in the last one it has its answer.

    The answer is a text, or a call of a tool that has no recorded result: the tool by which it was given.
    """

    host: str
    topic: str
    exchanges: tuple[Exchange, ...]

    @property
    def ends_in_text(self) -> bool:
        """Whether the answer is a text."""
        return not _calls(self.exchanges[-1])

    @property
    def prompt(self) -> str:
        """What the user asked."""
        return _prompt(self.exchanges[0])

    @property
    def asked(self) -> tuple[str, str]:
        """Whom, and what: conversations of the same kind."""
        return self.host, self.prompt


def conversations(path: Path) -> list[Conversation]:
    """The tool conversations of a file of recordings, one JSON object a line. Raises ValueError for other files."""
    groups: dict[str, list[Exchange]] = defaultdict(list)
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            exchange = cast("Exchange", json.loads(line))
            groups[str(exchange["id"]).rpartition("-")[0]].append(exchange)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}, line {number}: not a recorded exchange: {error!r}") from error
    return [found for group in groups.values() for found in _split(group)]


def _split(group: Sequence[Exchange]) -> Iterator[Conversation]:
    run: list[Exchange] = []
    for exchange in sorted(group, key=lambda e: int(str(e["id"]).rpartition("-")[2])):
        if not _whole(exchange):
            run = []
            continue
        run.append(exchange)
        if not _calls(exchange):
            if len(run) > 1:
                yield _conversation(run)
            run = []
    if run and _calls(run[-1]):
        yield _conversation(run)


def _whole(exchange: Exchange) -> bool:
    """Whether a request and an answer of the model are there."""
    answered = exchange["status"] == 200 and exchange["response_kind"] == "json"
    return answered and isinstance(exchange["request"], Mapping) and bool(_message(exchange))


def _conversation(run: Sequence[Exchange]) -> Conversation:
    return Conversation(str(run[0]["host"]), str(run[0]["topic"]), tuple(run))


def _message(exchange: Exchange) -> Mapping[str, JsonValue]:
    answer = exchange["response"]
    choices = cast("Sequence[Exchange]", answer.get("choices") or ()) if isinstance(answer, Mapping) else ()
    nothing: Exchange = {}
    return cast("Exchange", choices[0].get("message") or nothing) if choices else nothing


def _calls(exchange: Exchange) -> Sequence[Mapping[str, JsonValue]]:
    return cast("Sequence[Mapping[str, JsonValue]]", _message(exchange).get("tool_calls") or ())


def _request(exchange: Exchange) -> Mapping[str, JsonValue]:
    return cast("Mapping[str, JsonValue]", exchange["request"])


async def replay(conversation: Conversation) -> Evidence:
    """Runs an agent against the recorded answers, with the recorded tools and their recorded results.

    Raises RunError where the conversation does not run to its end.
    """
    results = dict(_results(conversation.exchanges))
    tools = [_tool(description, results) for description in _tools(conversation.exchanges[0])]
    async with (
        FakeProvider("openai_chat", recorded=list(conversation.exchanges)) as server,
        OpenAIChat("recorded", api_key="recorded", base_url=server.base_url) as model,
    ):
        agent = Agent(model, tools=tools, tool_retries=len(conversation.exchanges))
        try:
            return (await agent.run(conversation.prompt, deps=None)).evidence
        except RunError as error:
            if error.find(Canceled) is None:
                raise
            return error.partial


def _tools(exchange: Exchange) -> Sequence[Mapping[str, JsonValue]]:
    tools = cast("Sequence[Mapping[str, JsonValue]]", _request(exchange).get("tools") or ())
    return [cast("Mapping[str, JsonValue]", tool["function"]) for tool in tools]


def _tool(description: Mapping[str, JsonValue], results: Mapping[str, str]) -> Tool[object]:
    def recorded(ctx: ToolContext, deps: object, args: Args) -> str:
        if ctx.call_id not in results:
            raise Canceled(f"the answer was given by {ctx.tool_name}")
        return results[ctx.call_id]

    schema = cast("Mapping[str, JsonValue]", description.get("parameters") or {"type": "object"})
    return Tool(
        name=str(description["name"]), description=str(description.get("description", "")), schema=schema, exec=recorded
    )


def _results(exchanges: Sequence[Exchange]) -> Iterator[tuple[str, str]]:
    for exchange in exchanges[1:]:
        for message in cast("Sequence[Mapping[str, JsonValue]]", _request(exchange)["messages"]):
            if message["role"] == "tool":
                yield str(message.get("tool_call_id")), str(message.get("content"))


def _prompt(exchange: Exchange) -> str:
    for message in cast("Sequence[Mapping[str, JsonValue]]", _request(exchange)["messages"]):
        if message["role"] == "user" and isinstance(message["content"], str):
            return message["content"]
    return "Go on."
