# output takes any type form (passes) |
from typing import Annotated, Literal, assert_type

from pydantic import Field
from typing_extensions import TypedDict
from world import Roster, Weather, model, roster_tool

from golem_sdk import Agent

Either = Weather | Roster
Words = list[str]


class Place(TypedDict):
    city: str


agent = Agent(model, deps_type=Roster, output=Weather, tools=[roster_tool])


async def main() -> None:
    assert_type((await agent.run("x", deps=Roster(()))).output, Weather)
    assert_type((await Agent(model).run("x")).output, str)
    assert_type((await Agent(model, output=Roster).run("x")).output, Roster)
    assert_type((await Agent(model, output=Place).run("x")).output, Place)
    assert_type((await Agent(model, output=int | str).run("x")).output, int | str)
    assert_type((await Agent(model, output=Either).run("x")).output, Weather | Roster)
    assert_type((await Agent(model, output=Words).run("x")).output, list[str])
    assert_type((await Agent(model, output=list[int] | None).run("x")).output, list[int] | None)
    assert_type((await Agent(model, output=dict[str, Weather]).run("x")).output, dict[str, Weather])
    assert_type((await Agent(model, output=Annotated[int, Field(gt=1)]).run("x")).output, int)
    assert_type((await Agent(model, output=Literal["a", "b"]).run("x")).output, Literal["a", "b"])
