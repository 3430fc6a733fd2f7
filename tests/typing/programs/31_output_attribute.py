# An attribute that the output does not have | Weather rain
from world import Roster, Weather, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster, output=Weather, tools=[roster_tool])


async def main() -> None:
    result = await agent.run("x", deps=Roster(()))
    if result.output.rain > 5:  # E: attr-defined reportAttributeAccessIssue,reportUnknownMemberType
        print("wet")
