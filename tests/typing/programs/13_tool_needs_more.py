# A tool that needs the subclass does not serve an agent of the base | Roster BigRoster
from world import BigRoster, Roster, model, roster_tool

from golem_sdk import Agent, ToolContext, tool


@tool()
def seats(ctx: ToolContext, deps: BigRoster) -> str:
    """How many seats there are."""
    return str(deps.seats)


agent = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        roster_tool,
        seats,  # E: list-item reportArgumentType
    ],
)
