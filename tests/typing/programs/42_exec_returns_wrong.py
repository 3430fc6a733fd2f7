# An exec that returns what no tool returns, sync and async | list ToolResult
from world import Query, Roster

from golem_sdk import Args, Tool, ToolContext


def plain(ctx: ToolContext, deps: Roster, args: Args) -> list[str]:
    return [args.text]


async def typed(ctx: ToolContext, deps: Roster, args: Query) -> list[str]:
    return [args.q]


one = Tool(
    name="t",
    description="d",
    schema={"type": "object"},
    exec=plain,  # E: arg-type reportArgumentType
)
two = Tool.typed(
    name="t",
    description="d",
    args=Query,
    exec=typed,  # E: arg-type reportArgumentType
)
