# A bare function in place of the tools | Tool Roster
from world import Roster, model, roster_tool

from golem_sdk import Agent


def lookup(deps: Roster) -> str:
    return deps.names[0]


one = Agent(
    model,
    deps_type=Roster,
    tools=lookup,  # E: arg-type reportArgumentType
)
two = Agent(
    model,
    deps_type=Roster,
    tools=roster_tool,  # E: arg-type reportArgumentType
)
