# @tool over a function that returns what no tool returns | int ToolResult
from world import Query, Roster

from golem_sdk import ToolContext, plain_tool, tool


@tool()  # E: arg-type reportArgumentType
def count(ctx: ToolContext, deps: Roster) -> int:
    """Counts."""
    return len(deps.names)


@plain_tool(args=Query)  # E: arg-type reportArgumentType
async def length(args: Query) -> int:
    """Measures."""
    return len(args.q)
