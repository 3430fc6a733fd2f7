# A tool that needs the base serves an agent of the subclass (passes) |
from typing import assert_type

from world import BigRoster, Roster, model, roster_tool, search_tool

from golem_sdk import Agent, Tool

agent = Agent(model, deps_type=BigRoster, tools=[roster_tool, search_tool])
more = agent.with_tools(roster_tool)
used: Tool[BigRoster] = roster_tool
of_base = Agent(model, deps_type=Roster, tools=[roster_tool])
narrower: Agent[BigRoster, str] = of_base

assert_type(roster_tool, Tool[Roster])
assert_type(agent, Agent[BigRoster, str])
assert_type(more, Agent[BigRoster, str])
assert_type(agent.tools, tuple[Tool[BigRoster], ...])
