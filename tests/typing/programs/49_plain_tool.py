# @plain_tool over a function that wants the run | ToolContext str
from golem_sdk import ToolContext, plain_tool


@plain_tool()  # E: arg-type reportArgumentType
def call(ctx: ToolContext) -> str:
    """The call."""
    return ctx.call_id
