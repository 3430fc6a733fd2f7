# Dynamic instructions get the agent's deps, sync, async and as a lambda (passes) |
from typing import assert_type

from world import HasNames, Roster, model, roster_tool

from golem_sdk import Agent, DynamicInstructions, RunContext


async def later(ctx: RunContext, deps: HasNames) -> str:
    return deps.names[0]


kept: DynamicInstructions[Roster] = later
one = Agent(model, deps_type=Roster, tools=[roster_tool], dynamic_instructions=later)
two = Agent(model, deps_type=Roster, dynamic_instructions=lambda ctx, deps: deps.names[0] + ctx.run_id)
three = Agent(model, deps_type=Roster, dynamic_instructions=kept)

assert_type(one, Agent[Roster, str])
assert_type(two, Agent[Roster, str])
assert_type(three, Agent[Roster, str])
