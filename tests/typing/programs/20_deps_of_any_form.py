# deps_type takes any type form (passes) |
from typing import Annotated, Literal, assert_type

from world import Ledger, Roster, model, search_tool

from golem_sdk import Agent, ToolContext, tool

Either = Roster | Ledger


@tool()
def either(ctx: ToolContext, deps: Roster | Ledger) -> str:
    """Either."""
    return repr(deps)


@tool()
def first(ctx: ToolContext, deps: list[Roster]) -> str:
    """The first one."""
    return deps[0].names[0]


union = Agent(model, deps_type=Roster | Ledger, tools=[either, search_tool])
alias = Agent(model, deps_type=Either, tools=[either])
member = Agent(model, deps_type=Ledger, tools=[either])
listed = Agent(model, deps_type=list[Roster], tools=[first, search_tool])
annotated = Agent(model, deps_type=Annotated[Roster, "of the house"])
literal = Agent(model, deps_type=Literal["red", "blue"])

assert_type(union, Agent[Roster | Ledger, str])
assert_type(alias, Agent[Roster | Ledger, str])
assert_type(listed, Agent[list[Roster], str])
assert_type(annotated, Agent[Roster, str])
assert_type(literal, Agent[Literal["red", "blue"], str])
