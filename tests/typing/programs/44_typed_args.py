# Tool.typed whose exec takes another model | Query Order
from world import Order, Query, Roster

from golem_sdk import Tool, ToolContext


def order(ctx: ToolContext, deps: Roster, args: Order) -> str:
    return str(args.cents)


tool = Tool.typed(
    name="t",
    description="d",
    args=Query,
    exec=order,  # E: arg-type reportArgumentType
)
