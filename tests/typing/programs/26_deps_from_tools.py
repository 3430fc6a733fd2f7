# Without deps_type an agent has no deps; a tool that needs some | Roster
from world import model, roster_tool, search_tool

from golem_sdk import Agent

agent = Agent(
    model,
    tools=[  # E2
        search_tool,
        roster_tool,  # E: list-item reportArgumentType
    ],
)
