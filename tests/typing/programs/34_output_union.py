# A union as output, used without telling its members apart | Roster temp
from world import Roster, Weather, model

from golem_sdk import Agent

agent = Agent(model, output=Weather | Roster)


async def main() -> None:
    result = await agent.run("x")
    if result.output.temp > 30:  # E: union-attr reportAttributeAccessIssue,reportUnknownMemberType
        print("hot")
