# Deps may be left out where they may be None or object (passes) |
from typing import assert_type

from world import BigRoster, Roster, Weather, model, search_tool

from golem_sdk import Agent, RunResult

nothing = Agent(model, tools=[search_tool])
none = Agent(model, deps_type=None, tools=[search_tool])
maybe = Agent(model, deps_type=Roster | None, output=Weather)


def made() -> Agent:
    return Agent(model)


async def main() -> None:
    assert_type(await nothing.run("x"), RunResult[str])
    assert_type(await nothing.run("x", deps=Roster(())), RunResult[str])
    assert_type(await nothing.run("x", deps=None), RunResult[str])
    assert_type(await none.run("x"), RunResult[str])
    assert_type(await none.run("x", deps=None), RunResult[str])
    assert_type(await maybe.run("x"), RunResult[Weather])
    assert_type(await maybe.run("x", deps=None), RunResult[Weather])
    assert_type(await maybe.run("x", deps=BigRoster((), 2)), RunResult[Weather])
    assert_type(await made().run("x"), RunResult[str])
