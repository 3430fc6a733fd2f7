# @tool over a function that lacks the deps, or has a parameter too many | ToolContext Roster
from world import Query, Roster

from golem_sdk import ToolContext, tool


@tool()  # E: arg-type reportArgumentType
def extra(ctx: ToolContext, deps: Roster, args: Query) -> str:
    """Takes arguments that nobody gives."""
    return args.q


@tool(args=Query)  # E: arg-type reportArgumentType
def short(ctx: ToolContext, deps: Roster) -> str:
    """Takes no arguments."""
    return deps.names[0]
