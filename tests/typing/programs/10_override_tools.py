# A wrong-deps tool by override | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster, tools=[roster_tool])

with agent.override(
    tools=[  # E2
        ledger_tool,  # E: list-item reportArgumentType
    ]
):
    pass
