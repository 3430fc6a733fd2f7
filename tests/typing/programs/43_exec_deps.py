# Tool[Roster] whose exec needs other deps | Roster Ledger
from world import Roster, ledger_exec

from golem_sdk import Tool

tool = Tool[Roster](
    name="t",
    description="d",
    schema={"type": "object"},
    exec=ledger_exec,  # E: arg-type reportArgumentType
)
