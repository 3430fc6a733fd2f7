"""The example of the README: an agent whose tool needs a value that the application owns."""

import asyncio
from dataclasses import dataclass

from golem_sdk import Agent, ToolContext, tool
from golem_sdk.models.openai import OpenAIChat


@dataclass(frozen=True)
class Roster:
    """What the application owns."""

    player_name: str


@tool()
def get_player_name(ctx: ToolContext, deps: Roster) -> str:
    """Get the player's name."""
    return deps.player_name


agent = Agent(OpenAIChat("gpt-5.2"), deps_type=Roster, tools=[get_player_name])


async def main() -> None:
    """Asks, and prints the answer."""
    result = await agent.run("Who wins?", deps=Roster("Anne"))
    print(result.output)


if __name__ == "__main__":
    asyncio.run(main())
