# A bare function among the tools | Tool Roster
from world import Roster, model, roster_exec, roster_tool

from golem_sdk import Agent

agent = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        roster_tool,
        roster_exec,  # E: list-item reportArgumentType
    ],
)
