"""What the programs share: things that an application owns, and tools that need them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from golem_sdk import Args, Tool, ToolContext, ToolResult, plain_tool, tool
from golem_sdk.models.openai import OpenAIChat

model = OpenAIChat("gpt-5.2")


@dataclass(frozen=True)
class Roster:
    names: tuple[str, ...]


@dataclass(frozen=True)
class BigRoster(Roster):
    seats: int


@dataclass(frozen=True)
class Ledger:
    total: int


class HasNames(Protocol):
    @property
    def names(self) -> tuple[str, ...]: ...


class Query(BaseModel):
    q: str


class Order(BaseModel):
    cents: int


class Weather(BaseModel):
    temp: int


def roster_exec(ctx: ToolContext, deps: Roster, args: Args) -> str:
    return deps.names[0]


async def ledger_exec(ctx: ToolContext, deps: Ledger, args: Args) -> ToolResult:
    return ToolResult(str(deps.total))


@tool()
def roster_tool(ctx: ToolContext, deps: Roster) -> str:
    """The first name."""
    return deps.names[0]


@tool(args=Order)
async def ledger_tool(ctx: ToolContext, deps: Ledger, args: Order) -> str:
    """Adds an order."""
    return str(deps.total + args.cents)


@tool()
def names_tool(ctx: ToolContext, deps: HasNames) -> str:
    """All names."""
    return ", ".join(deps.names)


@plain_tool(args=Query)
def search_tool(args: Query) -> str:
    """Searches."""
    return args.q


async def ledger_order(ctx: ToolContext, deps: Ledger, args: Order) -> str:
    return str(deps.total + args.cents)


ledger_by_hand = Tool(name="ledger", description="The ledger.", schema={"type": "object"}, exec=ledger_exec)
ledger_typed = Tool.typed(name="order", description="Adds an order.", args=Order, exec=ledger_order)
