# A wrong-deps tool where the agent stands on one line | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool

from golem_sdk import Agent

one = Agent(model, deps_type=Roster, tools=[ledger_tool])  # E: list-item reportArgumentType
two = Agent(model, deps_type=Roster, tools=[roster_tool, ledger_tool])  # E: list-item reportArgumentType
three = Agent(model, deps_type=Roster, tools=(roster_tool, ledger_tool))  # E: arg-type reportArgumentType
