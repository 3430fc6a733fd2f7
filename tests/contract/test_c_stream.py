"""C10: what a stream yields, in which order, and that its answer is the one that would have come whole."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from golem_sdk import (
    Agent,
    Args,
    JsonValue,
    Message,
    ModelError,
    Response,
    RunError,
    ToolContext,
    ToolError,
    ToolReturn,
)
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.outcome import Canceled
from golem_sdk.stream import CustomEvent, ItemDelta, ItemEnd, Items, ItemStart, StreamItem
from golem_sdk.testing import FakeProvider, Reply, Script, ScriptedModel, StreamEnd
from golem_sdk.tool import Tool
from golem_wire.canonical import Delta, ThinkingBlock, ThinkingDelta, ToolCallDelta, Usage
from tests.contract.kit import call, does, make, tools_of

pytestmark = pytest.mark.anyio

KEY = "test-key-0123456789"


def model_of(server: FakeProvider) -> OpenAIChat:
    return OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)


def agent_of(server: FakeProvider, *tools: Tool[object]) -> Agent[object, str]:
    return Agent(model_of(server), tools=tools)


def done() -> Tool[object]:
    return does("done")


async def read(agent: Agent[object, str]) -> tuple[list[StreamItem], RunError | None]:
    """Every item of a stream, and the error behind the last one."""
    items: list[StreamItem] = []
    async with agent.stream("go", deps=None) as run:
        try:
            async for item in run:
                items.append(item)  # noqa: PERF401  # those before the error count
        except RunError as error:
            return items, error
    return items, None


def told(items: list[StreamItem]) -> list[str]:
    """The items in short: what opens, grows and closes, and events by their kind."""
    out: list[str] = []
    for item in items:
        match item:
            case ItemStart():
                word = f"+{item.kind}{item.index}"
            case ItemDelta():
                word = f"~{item.kind}{item.index}"
            case ItemEnd():
                word = f"-{item.kind}{item.index}"
            case CustomEvent():
                word = f"custom {item.value}"
            case _:
                word = item.kind
        if not (out and word.startswith("~") and out[-1] == word):
            out.append(word)
    return out


def balanced(items: list[StreamItem]) -> None:
    """Every item opens once, grows while it is open, and closes before its turn's `model_end`."""
    opened: set[tuple[str, int, int]] = set()
    ever: set[tuple[str, int, int]] = set()
    for item in items:
        match item:
            case ItemStart():
                key = (item.kind, item.index, item.turn)
                assert key not in ever
                opened.add(key)
                ever.add(key)
            case ItemDelta():
                assert (item.kind, item.index, item.turn) in opened
            case ItemEnd():
                opened.remove((item.kind, item.index, item.turn))
            case CustomEvent():
                pass
            case _:
                assert item.kind not in ("model_end", "run_end") or not opened
    assert not opened
    assert ever


def thinking() -> Response:
    message = Message(
        role="assistant",
        content="Let me look.",
        thinking=(ThinkingBlock(text="hm, well then", provider="openai_chat"),),
        tool_calls=(call(args='{"a":"long enough to be cut"}', call_id="c1"), call(call_id="c2")),
    )
    return Response(message=message, usage=Usage(input=1, output=2), finish_reason="tool_call")


async def test_c10_items_open_grow_and_close_in_order_with_the_events_between() -> None:
    async with FakeProvider("openai_chat", [thinking(), *Script().text("All is well.").steps]) as server:
        items, error = await read(agent_of(server, done()))
    assert error is None
    balanced(items)
    assert told(items) == [
        "run_start", "model_start", "+thinking0", "~thinking0", "-thinking0", "+text0", "~text0", "-text0",
        "+tool_call0", "~tool_call0", "+tool_call1", "~tool_call1", "-tool_call0", "-tool_call1", "model_end",
        "tool_start", "tool_end", "tool_start", "tool_end",
        "model_start", "+text0", "~text0", "-text0", "model_end", "run_end",
    ]  # fmt: skip
    texts = ["".join(i.text for i in items if isinstance(i, ItemDelta) and i.kind == k and i.turn == 0)
             for k in ("thinking", "text", "tool_call")]  # fmt: skip
    assert texts == ["hm, well then", "Let me look.", '{"a":"long enough to be cut"}{}']
    heads = [(i.call_id, i.tool_name) for i in items if isinstance(i, ItemDelta) and i.call_id]
    assert heads == [("c1", "work"), ("c2", "work")]


def plain(result: tuple[Message, ...]) -> list[Message]:
    return [message.replace(run_id="", conversation_id="") for message in result]


async def test_c10_result_is_what_run_gives() -> None:
    steps = [thinking(), *Script().text("All is well.").steps]
    async with FakeProvider("openai_chat", [*steps, *steps, *steps]) as server:
        agent = agent_of(server, done())
        async with agent.stream("go", deps=None) as run:
            streamed = await run.result()
        async with agent.open("go", deps=None) as run:
            watched = await run.result()
        whole = await agent.run("go", deps=None)
        assert [request.body.get("stream", False) for request in server.requests] == [True] * 2 + [False] * 4
    for other in (streamed, watched):
        assert other.output == whole.output == "All is well."
        assert plain(other.messages) == plain(whole.messages)
        assert (other.usage.input, other.usage.output) == (whole.usage.input, whole.usage.output)


async def test_c10_open_has_the_events_and_no_pieces() -> None:
    script = Script().text("hello there")
    async with FakeProvider("openai_chat", script) as server, agent_of(server).open("go", deps=None) as run:
        items = [item async for item in run]
    assert told(items) == ["run_start", "model_start", "model_end", "run_end"]


async def test_c10_text_gives_the_pieces_of_the_texts_alone() -> None:
    script = [thinking(), *Script().text("All is well.").steps]
    async with FakeProvider("openai_chat", script) as server, agent_of(server, done()).stream("go", deps=None) as run:
        pieces = [piece async for piece in run.text()]
    assert "".join(pieces) == "Let me look.All is well."
    assert len(pieces) > 4


async def test_c10_a_model_that_cannot_stream_tells_its_answer_as_one_piece() -> None:
    items, error = await read(Agent(ScriptedModel().respond(thinking()).text("ok"), tools=[done()]))
    assert error is None
    balanced(items)
    assert [i.text for i in items if isinstance(i, ItemDelta) and i.kind == "text"] == ["Let me look.", "ok"]


async def test_c10_a_host_that_answers_whole_where_a_stream_was_asked_for_is_read_all_the_same() -> None:
    message: JsonValue = {"role": "assistant", "content": "whole"}
    body: Mapping[str, JsonValue] = {"model": "m", "choices": [{"finish_reason": "stop", "message": message}]}
    async with FakeProvider("openai_chat", [Reply.json(body)]) as server:
        items, error = await read(agent_of(server))
    assert error is None
    balanced(items)
    assert [i.text for i in items if isinstance(i, ItemDelta)] == ["whole"]


def chunk(delta: JsonValue, finish: JsonValue = None) -> JsonValue:
    return {"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


HALF: list[JsonValue | bytes] = [
    chunk({"content": "Let me "}),
    chunk({"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "work", "arguments": '{"a":'}}]}),
]


@pytest.mark.parametrize(
    ("end", "kind"), [("no_done", "stream_incomplete"), ("error", "server_error"), ("hangup", "connection_failed")]
)
async def test_g6_a_stream_that_breaks_is_an_error_with_the_partial_answer_and_closed_calls(
    end: StreamEnd, kind: str
) -> None:
    async with FakeProvider("openai_chat", [Reply.events(HALF, end=end)]) as server:
        items, error = await read(agent_of(server, done()))
    balanced(items)
    assert told(items)[-4:] == ["~tool_call0", "-tool_call0", "model_end", "run_end"]
    assert isinstance(error, ModelError)
    assert error.data.provider is not None
    assert (error.data.provider.kind, error.data.provider.status) == (kind, 200)
    _, said, closed = error.partial.messages
    assert (said.content, said.tool_calls[0].args.text) == ("Let me ", '{"a":')
    assert (closed.tool_call_id, closed.role) == ("c1", "tool")
    assert len(tools_of(error.partial.messages)) == 1


async def test_g6_what_broke_off_can_be_resumed() -> None:
    script = [Reply.events(HALF, end="hangup"), *Script().text("again").steps]
    async with FakeProvider("openai_chat", script) as server:
        agent = agent_of(server, done())
        _, error = await read(agent)
        assert error is not None
        result = await agent.run("go on", deps=None, history=error.partial.messages)
    assert result.output == "again"


@pytest.mark.parametrize("raised", [Canceled("stop"), ZeroDivisionError("oh")])
async def test_c10_items_are_closed_where_a_tool_ends_the_run(raised: Exception) -> None:
    def work(_ctx: ToolContext, _deps: object, _args: Args) -> ToolReturn:
        raise raised

    async with FakeProvider("openai_chat", [thinking()]) as server:
        items, error = await read(agent_of(server, make(work)))
    balanced(items)
    assert told(items)[-1] == "run_end"
    assert isinstance(error, RunError)
    assert isinstance(error, ToolError) == isinstance(raised, ZeroDivisionError)


async def test_c10_a_failure_before_the_first_piece_is_an_error_of_the_model() -> None:
    async with FakeProvider("openai_chat", Script().fail("rate_limited", "slow", retry_after=2)) as server:
        items, error = await read(agent_of(server))
    assert told(items) == ["run_start", "model_start", "model_end", "run_end"]
    assert isinstance(error, ModelError)
    assert error.data.provider is not None
    assert (error.data.provider.kind, error.data.provider.retry_after) == ("rate_limited", 2)


async def test_g6_a_socket_that_stays_open_behind_the_end_mark_does_not_hang_the_run() -> None:
    reply = Reply.events([chunk({"content": "Hello"}), chunk({}, "stop")], end="open")
    async with FakeProvider("openai_chat", [reply]) as server, agent_of(server).stream("go", deps=None) as run:
        assert (await run.result()).output == "Hello"


async def test_c10_streams_share_a_connection() -> None:
    async with FakeProvider("openai_chat", Script().text("one").text("two").text("three")) as server:
        agent = agent_of(server)
        for output in ("one", "two", "three"):
            async with agent.stream("go", deps=None) as run:
                assert (await run.result()).output == output
        assert server.connections == 1


@pytest.mark.parametrize("kind", ["async", "loop", "thread"])
async def test_c10_emit_puts_a_value_into_the_stream_between_start_and_end_of_its_tool(kind: str) -> None:
    async def later(ctx: ToolContext, _deps: object, _args: Args) -> ToolReturn:
        ctx.emit({"at": 1})
        ctx.emit({"at": 2})
        return "done"

    def at_once(ctx: ToolContext, _deps: object, _args: Args) -> ToolReturn:
        ctx.emit({"at": 1})
        ctx.emit({"at": 2})
        return "done"

    tool = make(later if kind == "async" else at_once, thread=kind == "thread")
    items, error = await read(Agent(ScriptedModel().calls(call()).text("ok"), tools=[tool]))
    assert error is None
    around = told(items)
    place = around.index("tool_start")
    assert around[place : place + 4] == ["tool_start", "custom {'at': 1}", "custom {'at': 2}", "tool_end"]
    assert [(i.call_id, i.tool_name) for i in items if isinstance(i, CustomEvent)] == [("c1", "work")] * 2
    result = await Agent(ScriptedModel().calls(call()).text("ok"), tools=[tool]).run("go", deps=None)
    assert tools_of(result.messages) == ["done"]


def test_c10_items_end_in_the_order_in_which_they_began_and_a_turn_begins_anew() -> None:
    items = Items()
    calls = tuple(ToolCallDelta(index=i, id=f"c{i}", name="work", args_fragment="{") for i in (1, 0))
    first = [*items.add(0, Delta(tool_calls=calls)), *items.end()]
    assert told(first) == ["+tool_call1", "~tool_call1", "+tool_call0", "~tool_call0", "-tool_call1", "-tool_call0"]
    deltas = [Delta(content="a"), Delta(thinking=(ThinkingDelta(text="b"),)), Delta(content="c")]
    second = [*(item for delta in deltas for item in items.add(1, delta)), *items.end(), *items.end()]
    assert told(second) == [
        "+text0", "~text0", "-text0", "+thinking0", "~thinking0", "-thinking0", "+text1", "~text1", "-text1",
    ]  # fmt: skip
    balanced(second)
