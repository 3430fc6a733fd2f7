# What is no model, at the agent, at a run and in override | Model
from world import Roster, model

from golem_sdk import Agent

agent = Agent(model, deps_type=Roster)
by_name = Agent(
    "gpt-5.2",  # E: arg-type reportArgumentType
    deps_type=Roster,
)

with agent.override(
    model="gpt-5.2",  # E: arg-type reportArgumentType
):
    pass


async def main() -> None:
    await agent.run(
        "x",
        deps=Roster(()),
        model="gpt-5.2",  # E: arg-type reportArgumentType
    )
