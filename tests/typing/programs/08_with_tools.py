# A wrong-deps tool by with_tools | Roster Ledger
from world import Roster, ledger_tool, model, roster_tool, search_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster).with_tools(
    roster_tool,
    search_tool,
    ledger_tool,  # E: arg-type reportArgumentType
)
