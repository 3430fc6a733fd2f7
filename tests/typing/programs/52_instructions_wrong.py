# Dynamic instructions that need other deps | Roster Ledger
from world import Ledger, Roster, model, roster_tool

from golem_sdk import Agent, RunContext


def instructions(ctx: RunContext, deps: Ledger) -> str:
    return str(deps.total)


agent = Agent(
    model,
    deps_type=Roster,
    tools=[roster_tool],
    dynamic_instructions=instructions,  # E: arg-type reportArgumentType
)
