# Without deps_type, a tool that needs deps alone: they are asked for at run | deps
from world import Roster, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, tools=[roster_tool])


async def main() -> None:
    await agent.run("x", deps=Roster(()))
    await agent.run("x")  # E: call-arg reportCallIssue
