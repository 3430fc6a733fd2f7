# A history of dictionaries | dict Message
from world import model

from golem_sdk import Agent

agent = Agent(model)


async def main() -> None:
    await agent.run("x", history=[{"role": "user"}])  # E: list-item reportArgumentType
