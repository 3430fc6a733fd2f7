# Deps that do not meet the Protocol | HasNames Ledger
from world import HasNames, Ledger, model, names_tool

from golem_sdk import Agent

by_protocol = Agent(model, deps_type=HasNames, tools=[names_tool])
agent = Agent(
    model,
    deps_type=Ledger,
    tools=[  # E2
        names_tool,  # E: list-item reportArgumentType
    ],
)


async def main() -> None:
    await by_protocol.run(
        "x",
        deps=Ledger(1),  # E: arg-type reportArgumentType
    )
