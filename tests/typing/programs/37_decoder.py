# A decoder's value has the decoder's type | Weather rain
from typing import assert_type

from world import Roster, Weather, model, roster_tool

from golem_sdk import Agent


def decode(text: str) -> Weather:
    return Weather(temp=int(text))


agent = Agent(model, deps_type=Roster, tools=[roster_tool]).with_decoder(decode)
assert_type(agent, Agent[Roster, Weather])
assert_type(agent.with_decoder(len), Agent[Roster, int])


async def main() -> None:
    result = await agent.run("x", deps=Roster(()))
    if result.output.rain > 5:  # E: attr-defined reportAttributeAccessIssue,reportUnknownMemberType
        print("wet")
