# An exec that lacks a parameter | ToolContext Roster
from world import Roster

from golem_sdk import Tool, ToolContext


def short(ctx: ToolContext, deps: Roster) -> str:
    return deps.names[0]


tool = Tool(
    name="t",
    description="d",
    schema={"type": "object"},
    exec=short,  # E: arg-type reportArgumentType
)
