# A wrong option of run | Only None
from world import Roster, model

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster)


async def main() -> None:
    await agent.run("x", deps=Roster(()), tool_choice="auto")  # E: arg-type reportArgumentType
