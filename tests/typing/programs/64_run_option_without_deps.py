# A wrong option of run where deps may be left out | Only None
from world import model

from golem_sdk import Agent

agent = Agent(model)


async def main() -> None:
    await agent.run("x", tool_choice="auto")  # E: call-overload reportArgumentType
