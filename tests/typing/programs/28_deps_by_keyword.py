# Deps are passed by keyword | positional
from world import Roster, model

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster)


async def main() -> None:
    await agent.run("x", Roster(()))  # E: call-arg reportCallIssue
