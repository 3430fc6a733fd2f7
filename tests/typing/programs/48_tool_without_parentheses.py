# @tool without its parentheses | tool
from world import Roster

from golem_sdk import ToolContext, tool


@tool  # E: call-overload reportCallIssue,reportUntypedFunctionDecorator
def first(ctx: ToolContext, deps: Roster) -> str:
    """The first name."""
    return deps.names[0]
