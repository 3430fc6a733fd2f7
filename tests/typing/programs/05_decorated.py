# A wrong-deps tool made by the decorator, with arguments and without | Roster Ledger
from world import Ledger, Order, Roster, model, roster_tool

from golem_sdk import Agent, ToolContext, tool


@tool()
def total(ctx: ToolContext, deps: Ledger) -> str:
    """The total."""
    return str(deps.total)


@tool(args=Order)
async def add(ctx: ToolContext, deps: Ledger, args: Order) -> str:
    """Adds an order."""
    return str(deps.total + args.cents)


one = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        total,  # E: list-item reportArgumentType
        roster_tool,
    ],
)
two = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        add,  # E: list-item reportArgumentType
    ],
)
