# An agent of the subclass is no agent of the base | Roster BigRoster
from world import BigRoster, Roster, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=BigRoster, tools=[roster_tool])
wider: Agent[Roster, str] = agent  # E: assignment reportAssignmentType
