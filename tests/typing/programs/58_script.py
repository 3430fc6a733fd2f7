# A script calls any tool, with a model, an object or text (passes) |
from typing import assert_type

from world import Order, Query, Roster, ledger_tool, roster_tool, search_tool

from golem_sdk import Agent, Request, ToolCall
from golem_sdk.testing import Script, ScriptedModel, call, check_tools

script = ScriptedModel().call(roster_tool).call(search_tool, Query(q="x")).call(ledger_tool, {"cents": 5}).text("Anne")
assert_type(script, ScriptedModel)
assert_type(Script().calls(call(search_tool, "{}"), call(ledger_tool, Order(cents=5))).fail(), Script)
assert_type(call(roster_tool), ToolCall)
assert_type(script.requests, list[Request])
agent = Agent(script, deps_type=Roster, tools=[roster_tool])
check_tools([roster_tool, search_tool])
check_tools(agent.tools)
