# Results and agents of a subclass stand for those of the base (passes) |
from typing import assert_type

from world import BigRoster, Roster, Weather, model

from golem_sdk import Agent, RunResult


async def main(result: RunResult[BigRoster], bare: RunResult) -> None:
    wider: RunResult[Roster] = result
    widest: RunResult[object] = wider
    assert_type(bare, RunResult[str])
    of_weather = Agent(model, deps_type=Roster, output=Weather)
    agent: Agent[Roster, Weather | Roster] = of_weather
    print(widest, agent)
