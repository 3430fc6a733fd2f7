# The output's type contradicts the agent's | str Weather
from world import Roster, Weather, model

from golem_sdk import Agent

agent = Agent[Roster, str](
    model,
    deps_type=Roster,
    output=Weather,  # E: arg-type reportArgumentType
)


def made() -> Agent:
    return Agent(model, output=Weather)  # E: arg-type reportReturnType
