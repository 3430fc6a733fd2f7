# Every shape of exec that a tool may have (passes) |
from typing import assert_type

from typing_extensions import TypedDict
from world import Query, Roster, roster_exec

from golem_sdk import Args, Exec, Tool, ToolContext, ToolResult, ToolReturn, tool


class Place(TypedDict):
    city: str


async def either(ctx: ToolContext, deps: Roster, args: Args) -> str | ToolResult:
    assert_type(args.decode(Query), Query)
    assert_type(args.decode(Place), Place)
    return args.decode(Query).q


def typed(ctx: ToolContext, deps: Roster, args: Place) -> ToolReturn:
    return ToolResult.json({"city": args["city"]})


@tool(args=Place)
async def decorated(ctx: ToolContext, deps: Roster, args: Place) -> ToolResult:
    """Decorated."""
    return ToolResult(args["city"])


kept: Exec[Roster, Args] = roster_exec
one = Tool(name="a", description="d", schema={"type": "object"}, exec=either)
two: Tool[Roster] = Tool(name="b", description="d", schema={}, exec=lambda ctx, deps, args: deps.names[0])
three = Tool[Roster](name="c", description="d", schema={}, exec=lambda ctx, deps, args: ToolResult(args.text))
four = Tool.typed(name="d", description="d", args=Place, exec=typed)

assert_type(one, Tool[Roster])
assert_type(four, Tool[Roster])
assert_type(decorated, Tool[Roster])
assert_type(one.exec, Exec[Roster, Args])
