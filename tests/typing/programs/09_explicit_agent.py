# A wrong-deps tool where the agent's types are written out | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool

from golem_sdk import Agent

one = Agent[Roster, str](
    model,
    deps_type=Roster,
    tools=[  # E2
        roster_tool,
        ledger_tool,  # E: list-item reportArgumentType
    ],
)
two: Agent[Roster] = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        ledger_tool,  # E: list-item reportArgumentType
    ],
)
