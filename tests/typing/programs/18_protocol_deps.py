# Deps may be Protocols, met by structure (passes) |
from typing import assert_type

from world import BigRoster, HasNames, Roster, model, names_tool, roster_tool

from golem_sdk import Agent, Tool

by_structure = Agent(model, deps_type=Roster, tools=[names_tool, roster_tool])
by_protocol = Agent(model, deps_type=HasNames, tools=[names_tool])


async def main() -> None:
    await by_structure.run("x", deps=Roster(("Anne",)))
    await by_protocol.run("x", deps=Roster(("Anne",)))
    await by_protocol.run("x", deps=BigRoster(("Anne",), 2))


assert_type(names_tool, Tool[HasNames])
assert_type(by_protocol, Agent[HasNames, str])
