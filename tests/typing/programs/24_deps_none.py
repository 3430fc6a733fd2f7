# None for deps where they are needed | Roster None
from world import Roster, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster, tools=[roster_tool])


async def main() -> None:
    await agent.run(
        "x",
        deps=None,  # E: arg-type reportArgumentType
    )
