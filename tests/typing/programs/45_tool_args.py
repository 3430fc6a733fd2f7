# @tool(args=...) over a function that takes another model | Query Order
from world import Order, Query, Roster

from golem_sdk import ToolContext, plain_tool, tool


@tool(args=Query)  # E: arg-type reportArgumentType
def order(ctx: ToolContext, deps: Roster, args: Order) -> str:
    """Orders."""
    return str(args.cents)


@plain_tool(args=Query)  # E: arg-type reportArgumentType
def price(args: Order) -> str:
    """The price."""
    return str(args.cents)
