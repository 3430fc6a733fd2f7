# Wrong deps at run | Roster Ledger
from world import Ledger, Roster, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster, tools=[roster_tool])


async def main() -> None:
    await agent.run(
        "x",
        deps=Ledger(1),  # E: arg-type reportArgumentType
    )
    await agent.run("x", deps=Ledger(1))  # E: arg-type reportArgumentType
