"""What the tests of the testing kit share: an agent with a tool, and bodies sent by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
from pydantic import BaseModel

from golem_sdk import Agent, JsonValue, ToolContext, tool
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script

KEY = "test-key-0123456789"


@dataclass(frozen=True)
class Roster:
    player_name: str


class RefundArgs(BaseModel):
    cents: int


@tool()
def get_player_name(ctx: ToolContext, deps: Roster) -> str:
    """Get the player's name."""
    return deps.player_name


@tool(args=RefundArgs)
async def refund(ctx: ToolContext, deps: Roster, args: RefundArgs) -> str:
    """Refund an amount."""
    return f"{args.cents} cents to {deps.player_name}"


def agent_of(server: FakeProvider, *, model: OpenAIChat | None = None) -> Agent[Roster, str]:
    asked = model or OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)
    return Agent(asked, deps_type=Roster, tools=[get_player_name, refund], instructions="Be brief.")


def name_then_answer() -> Script:
    return Script().call(get_player_name).text("Anne wins.")


def strict_object(**properties: JsonValue) -> dict[str, Any]:
    """The schema of an object in OpenAI's strict subset."""
    given = properties or {"a": {"type": "string"}}
    return {"type": "object", "properties": given, "required": list(given), "additionalProperties": False}


async def post(server: FakeProvider, body: Mapping[str, JsonValue] | bytes, **headers: str) -> httpx2.Response:
    """Sends a body by hand, with a key and a content type unless `headers` say otherwise."""
    content = body if isinstance(body, bytes) else httpx2.Request("POST", "http://x", json=body).content
    lines = {"authorization": f"Bearer {KEY}", "content-type": "application/json", **headers}
    async with httpx2.AsyncClient(verify=False) as client:  # without TLS, certificates are only slow to load
        return await client.post(f"{server.base_url}/chat/completions", content=content, headers=lines)
