# A list of tools kept in a variable, its element wrong | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool, search_tool

from golem_sdk import Agent, Tool

right: list[Tool[Roster]] = [roster_tool, search_tool]
wrong: list[Tool[Roster]] = [  # E2
    roster_tool,
    ledger_tool,  # E: list-item reportAssignmentType
]
agent = Agent(model, deps_type=Roster, tools=right)
