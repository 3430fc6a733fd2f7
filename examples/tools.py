"""The README's first example and one more tool: with arguments, and with nothing of the application's."""

import asyncio
from dataclasses import dataclass

from pydantic import BaseModel, Field

from golem_sdk import Agent, ToolContext, plain_tool, tool
from golem_sdk.models.openai import OpenAIChat


@dataclass(frozen=True)
class Roster:
    """What the application owns."""

    player_name: str


@tool()
def get_player_name(ctx: ToolContext, deps: Roster) -> str:
    """Get the player's name."""
    return deps.player_name


class Ratings(BaseModel):
    player: int = Field(ge=0, description="The player's Elo rating.")
    opponent: int = Field(ge=0, description="The opponent's Elo rating.")


@plain_tool(args=Ratings)
def expected_score(args: Ratings) -> str:
    """Compute the score that a player can expect against an opponent, from 0 to 1."""
    return f"{1 / (1 + 10 ** ((args.opponent - args.player) / 400)):.2f}"


agent = Agent(OpenAIChat("gpt-5.2"), deps_type=Roster, tools=[get_player_name, expected_score])


async def main() -> None:
    """Asks, and prints the answer."""
    result = await agent.run("Who wins?", deps=Roster("Anne"))
    print(result.output)


if __name__ == "__main__":
    asyncio.run(main())
