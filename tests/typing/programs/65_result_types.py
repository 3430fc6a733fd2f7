# Everything in a result has a type (passes) |
from collections.abc import Mapping
from typing import assert_type

from world import Roster, Weather, model, roster_tool

from golem_sdk import Agent, Evidence, JsonValue, Message, Part, RunResult, ToolCall, ToolResult, Usage, image

agent = Agent(model, deps_type=Roster, output=Weather, tools=[roster_tool])


async def main() -> None:
    result = await agent.run(["Who is on it?", image(url="https://example.com/team.png")], deps=Roster(()))
    assert_type(result, RunResult[Weather])
    assert_type(result.output.temp, int)
    assert_type(result.evidence, Evidence)
    assert_type(result.messages, tuple[Message, ...])
    assert_type(result.usage, Usage)
    assert_type(result.usage.input, int)
    assert_type(result.requests, int)
    assert_type(result.finish_reason, str | None)
    assert_type(result.messages[0].content, str)
    assert_type(result.messages[0].parts, tuple[Part, ...])
    assert_type(result.messages[0].tool_calls, tuple[ToolCall, ...])
    assert_type(result.messages[0].replace(content="y"), Message)
    assert_type(roster_tool.schema, Mapping[str, JsonValue])
    assert_type(ToolResult.json(Roster(())), ToolResult)
    again = await agent.run("Again?", deps=Roster(()), history=result.messages)
    assert_type(again, RunResult[Weather])
