# The output assigned to another type | Weather str
from world import Roster, Weather, model, roster_tool

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster, output=Weather, tools=[roster_tool])


async def main() -> None:
    result = await agent.run("x", deps=Roster(()))
    text: str = result.output  # E: assignment reportAssignmentType
    print(text)
