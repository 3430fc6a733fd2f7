# A wrong-deps tool in a list of one | Roster Ledger
from world import Roster, ledger_tool, model

from golem_sdk import Agent

agent = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        ledger_tool,  # E: list-item reportArgumentType
    ],
)
