# Deps left out at run | deps
from world import Roster, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster, tools=[roster_tool])


async def main() -> None:
    await agent.run("x")  # E: call-arg reportCallIssue
