# A tool's schema and its fields: JSON, by keyword | JsonValue type
from world import roster_exec

from golem_sdk import Tool

tool = Tool(
    name="t",
    description="d",
    schema={"type": object},  # E: dict-item reportArgumentType
    exec=roster_exec,
)
