# A wrong-deps tool in a tuple | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool

from golem_sdk import Agent

agent = Agent(
    model,
    deps_type=Roster,
    tools=(  # E: arg-type reportArgumentType
        roster_tool,
        ledger_tool,
    ),
)
