# A list of tools kept in a variable without an annotation (passes) |
from world import Roster, model, roster_tool, search_tool

from golem_sdk import Agent

tools = [roster_tool, search_tool]
agent = Agent(model, deps_type=Roster, tools=tools)
