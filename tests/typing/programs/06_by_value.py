# A wrong-deps tool that is a value: Tool(...), Tool[Ledger](...) and Tool.typed(...) | Roster Ledger
from world import Ledger, Roster, ledger_by_hand, ledger_exec, ledger_typed, model, roster_tool

from golem_sdk import Agent, Tool

one = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        ledger_by_hand,  # E: list-item reportArgumentType
        roster_tool,
    ],
)
two = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        roster_tool,
        Tool[Ledger](  # E: list-item reportArgumentType
            name="total",
            description="The total.",
            schema={"type": "object"},
            exec=ledger_exec,
        ),
    ],
)
three = Agent(
    model,
    deps_type=Roster,
    tools=[  # E2
        ledger_typed,  # E: list-item reportArgumentType
    ],
)
