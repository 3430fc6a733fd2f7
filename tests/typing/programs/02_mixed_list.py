# A wrong-deps tool among right ones | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool, search_tool

from golem_sdk import Agent

agent = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        roster_tool,
        search_tool,
        ledger_tool,  # E: list-item reportArgumentType
        roster_tool,
    ],
)
