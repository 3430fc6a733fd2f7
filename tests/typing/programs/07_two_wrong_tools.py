# Two wrong-deps tools in one list, each on its line | Roster Ledger
from world import Roster, ledger_by_hand, ledger_tool, model, roster_tool

from golem_sdk import Agent

agent = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        ledger_tool,  # E: list-item reportArgumentType
        roster_tool,
        ledger_by_hand,  # E: list-item reportArgumentType
    ],
)
