# An agent of the base made where one of the subclass is expected (passes) |
from world import BigRoster, Roster, model, roster_tool

from golem_sdk import Agent

agent: Agent[BigRoster, str] = Agent(model, deps_type=Roster, tools=[roster_tool])
