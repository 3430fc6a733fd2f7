# A tool that needs one member does not serve an agent whose deps are a union | Roster Ledger
from world import Ledger, Roster, ledger_tool, model

from golem_sdk import Agent

agent = Agent(
    model,
    deps_type=Roster | Ledger,
    tools=[  # E2
        ledger_tool,  # E: list-item reportArgumentType
    ],
)
