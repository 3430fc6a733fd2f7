# A tool that needs nothing is Tool[object] and serves every agent (passes) |
from typing import assert_type

from world import Ledger, Roster, ledger_tool, model, search_tool

from golem_sdk import Agent, Args, Tool, ToolContext, plain_tool, tool


@plain_tool()
async def now() -> str:
    """The time."""
    return "noon"


@tool()
def whoever(ctx: ToolContext, deps: object) -> str:
    """The call."""
    return ctx.call_id


def echo(ctx: ToolContext, deps: object, args: Args) -> str:
    return args.text


def by_hand() -> Tool:
    return Tool(name="echo", description="Echoes.", schema={"type": "object"}, exec=echo)


assert_type(now, Tool[object])
assert_type(whoever, Tool[object])
assert_type(search_tool, Tool[object])
assert_type(by_hand(), Tool[object])

no_deps = Agent(model, tools=[now, whoever, search_tool, by_hand()])
of_roster = Agent(model, deps_type=Roster, tools=[now, whoever, search_tool, by_hand()])
of_ledger = Agent(model, deps_type=Ledger, tools=[ledger_tool, now]).with_tools(whoever)
of_none: Agent[None] = Agent(model, tools=[now])
bare: Agent = Agent(model, tools=[now])

assert_type(no_deps, Agent[object, str])
