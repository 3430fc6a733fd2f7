"""B11: a run that is watched: leaving it ends it, closes its connection, and leaves its evidence on the handle."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from golem_sdk import (
    NOT_STARTED,
    OUTCOME_UNKNOWN,
    Agent,
    Args,
    JsonValue,
    ModelError,
    RunError,
    ToolContext,
    repair,
)
from golem_sdk.handle import RunHandle
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.stream import ItemDelta
from golem_sdk.testing import FakeProvider, Reply, Script, ScriptedModel
from golem_wire.canonical import Evidence, RunEnd
from tests.contract.kit import Heard, answer, call, does, make, tools_of

pytestmark = pytest.mark.anyio

KEY = "test-key-0123456789"
EXITS = 1_000


class Gate:
    """A tool that waits for ever: `entered` is set when it runs, `left` when it is cancelled."""

    def __init__(self) -> None:
        self.entered, self.left = asyncio.Event(), asyncio.Event()

    async def __call__(self, _ctx: ToolContext, _deps: object, _args: Args) -> str:
        self.entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.left.set()
        return "never"


def agent_of(server: FakeProvider) -> Agent[object, str]:
    return Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url))


def stalled() -> Reply:
    """A stream that says two words and no more, until the client leaves."""
    chunks: list[JsonValue | bytes] = [{"model": "m", "choices": [{"delta": {"content": word}}]} for word in ("a", "b")]
    return Reply.events(chunks, end="stall")


async def until_text(run: RunHandle[str]) -> None:
    """Reads to the first piece of text, and stops reading there."""
    async with contextlib.aclosing(aiter(run)) as items:
        async for item in items:
            if isinstance(item, ItemDelta):
                return


def valid(evidence: Evidence) -> None:
    """What a provider accepts as it is."""
    assert repair(evidence.messages)[1].changes == ()


@pytest.mark.parametrize("streaming", [True, False])
async def test_b11_leaving_in_a_tool_ends_it_and_closes_every_call(streaming: bool) -> None:
    gate, heard = Gate(), Heard()
    tools = [does("done", name="a"), make(gate, "b"), does("never", name="c")]
    calls = [call(tool.name, call_id=tool.name) for tool in tools]
    agent = Agent(ScriptedModel().calls(*calls, text="Wait."), tools=tools)
    opened = agent.stream if streaming else agent.open
    async with opened("go", deps=None, observers=[heard]) as run:
        await gate.entered.wait()
        assert len(run.evidence.messages) == 3
    assert gate.left.is_set()
    assert tools_of(run.evidence.messages) == ["done", OUTCOME_UNKNOWN, NOT_STARTED]
    valid(run.evidence)
    last = heard.events[-1]
    assert isinstance(last, RunEnd)
    assert (last.stage, last.evidence) == ("canceled", run.evidence)
    assert heard.kinds.count("run_end") == 1


async def test_b11_leaving_a_stream_closes_the_connection_and_the_server_sees_it() -> None:
    # The server's block ends its own waits by force; the reply that follows proves that it saw this client leave.
    async with FakeProvider("openai_chat", [stalled(), *Script().text("next").steps]) as server:
        agent = agent_of(server)
        start = sockets()
        async with agent.stream("go", deps=None) as run:
            await until_text(run)
            assert sockets() == start + 2  # one at each end
        await settled(lambda: sockets() == start)
        assert [message.role for message in run.evidence.messages] == ["user"]
        assert run.evidence.requests == 1
        assert (await agent.run("go", deps=None)).output == "next"
        assert server.connections == 2


def sockets() -> int:
    """The process's open sockets."""
    count = 0
    for fd in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the one that the listing itself needs
            count += str(fd.readlink()).startswith("socket:")
    return count


async def settled(condition: Callable[[], bool]) -> None:
    """Lets the loop go on until something is so; fails when it never is."""
    with anyio.fail_after(20):
        while not condition():
            await anyio.lowlevel.checkpoint()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts sockets in /proc/self/fd")
async def test_b11_a_thousand_early_exits_leave_no_socket_and_no_task() -> None:
    async with FakeProvider("openai_chat", lambda _: stalled()) as server:
        agent = agent_of(server)

        async def leave() -> None:
            async with agent.stream("go", deps=None) as run:
                await until_text(run)
                run.evidence  # noqa: B018  # is there at any time

        start = sockets()
        await leave()
        await settled(lambda: sockets() == start)
        tasks = len(asyncio.all_tasks())
        for _ in range(EXITS):
            await leave()
        await settled(lambda: len(asyncio.all_tasks()) == tasks and sockets() == start)
        assert server.connections == EXITS + 1
        assert len(server.requests) == EXITS + 1


async def test_b11_the_callers_cancellation_passes_raw_and_leaves_evidence() -> None:
    gate = Gate()
    runs: list[RunHandle[str]] = []
    agent = Agent(ScriptedModel().calls(call()), tools=[make(gate)])

    async def watch() -> None:
        async with agent.stream("go", deps=None) as run:
            runs.append(run)
            await run.result()

    task = asyncio.ensure_future(watch())
    await gate.entered.wait()
    task.cancel("mine")
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    assert caught.value.args == ("mine",)
    assert task.cancelled()
    assert gate.left.is_set()
    assert tools_of(runs[0].evidence.messages) == [OUTCOME_UNKNOWN]
    valid(runs[0].evidence)


async def test_b11_a_deadline_of_the_caller_is_a_timeout_of_the_caller() -> None:
    gate = Gate()
    agent = Agent(ScriptedModel().calls(call()), tools=[make(gate)])

    async def watch() -> None:
        async with asyncio.timeout(None) as deadline, agent.stream("go", deps=None) as run:
            await gate.entered.wait()
            deadline.reschedule(asyncio.get_running_loop().time())
            await run.result()

    with pytest.raises(TimeoutError):
        await watch()
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_b11_a_scope_of_the_caller_ends_where_the_caller_says() -> None:
    gate = Gate()
    agent = Agent(ScriptedModel().calls(call()), tools=[make(gate)])
    runs: list[RunHandle[str]] = []
    with anyio.CancelScope() as scope:
        async with agent.stream("go", deps=None) as run:
            runs.append(run)
            await gate.entered.wait()
            scope.cancel()
            await run.result()
    assert scope.cancelled_caught
    await anyio.lowlevel.checkpoint()
    assert tools_of(runs[0].evidence.messages) == [OUTCOME_UNKNOWN]


@pytest.mark.parametrize("error", [ZeroDivisionError("mine"), KeyboardInterrupt(), SystemExit(3)])
async def test_b11_an_exception_of_the_block_comes_out_as_it_is(error: BaseException) -> None:
    gate = Gate()
    agent = Agent(ScriptedModel().calls(call()), tools=[make(gate)])

    async def block() -> None:
        async with agent.stream("go", deps=None):
            await gate.entered.wait()
            raise error

    with pytest.raises(type(error)) as caught:
        await block()
    assert caught.value is error
    assert gate.left.is_set()


async def test_b11_return_and_break_leave_too() -> None:
    async with FakeProvider("openai_chat", [stalled(), stalled()]) as server:
        agent = agent_of(server)

        async def first() -> str:
            async with agent.stream("go", deps=None) as run:
                async for text in run.text():
                    return text
            return ""

        assert await first() == "a"
        async with agent.stream("go", deps=None) as run:
            async for _ in run.text():
                break
        assert run.evidence.requests == 1


@pytest.mark.parametrize("way", ["open", "stream"])
async def test_b11_bad_arguments_are_a_value_error_before_anything_starts(way: str) -> None:
    heard = Heard()
    agent = Agent(ScriptedModel().text("never"))
    opened = agent.open if way == "open" else agent.stream
    with pytest.raises(ValueError, match="continues a history"):
        async with opened(deps=None, observers=[heard]):
            raise AssertionError("the block must not begin")
    assert heard.events == []


async def test_b11_result_again_and_behind_the_block() -> None:
    agent = Agent(ScriptedModel().text("ok").text("ok"))
    async with agent.stream("go", deps=None) as run:
        first = await run.result()
        assert await run.result() is first
        assert [item async for item in run] == []
    assert await run.result() is first
    async with agent.stream("go", deps=None) as run:
        assert [piece async for piece in run.text()] == ["ok"]
    assert (await run.result()).output == "ok"


async def test_b11_a_failure_is_told_by_result_and_by_the_items_alike() -> None:
    async with Agent(ScriptedModel().fail()).stream("go", deps=None) as run:
        with pytest.raises(ModelError) as by_result:
            await run.result()
        with pytest.raises(ModelError) as by_items:
            _ = [item async for item in run]
    assert by_items.value is by_result.value
    with pytest.raises(ModelError):
        await run.result()
    assert run.evidence == by_result.value.partial


async def test_b11_a_failure_that_nobody_asks_for_does_not_come_out_of_the_block() -> None:
    heard = Heard()
    async with Agent(ScriptedModel().fail()).open("go", deps=None, observers=[heard]) as run:
        await settled(lambda: "run_end" in heard.kinds)
    assert run.evidence.requests == 1


async def test_b11_a_run_that_was_left_has_no_result() -> None:
    gate = Gate()
    async with Agent(ScriptedModel().calls(call()), tools=[make(gate)]).stream("go", deps=None) as run:
        await gate.entered.wait()
    with pytest.raises(RuntimeError, match="left before it ended"):
        await run.result()


async def test_b11_a_block_that_is_left_at_once_leaves_a_valid_handle() -> None:
    async with Agent(ScriptedModel().text("never")).stream("go", deps=None) as run:
        pass
    valid(run.evidence)
    assert run.evidence.requests <= 1


async def test_b11_evidence_of_a_finished_run_is_that_of_its_result() -> None:
    agent = Agent(ScriptedModel().calls(call()).respond(answer("ok")), tools=[does("done")])
    async with agent.open("go", deps=None) as run:
        result = await run.result()
    assert run.evidence == result.evidence


async def test_b11_many_runs_side_by_side_do_not_mix_their_items() -> None:
    async with FakeProvider(
        "openai_chat", lambda r: Script().text(str(r.at("messages", 0, "content")) * 9).steps[0]
    ) as s:
        agent, texts = agent_of(s), dict[str, str]()

        async def watch(prompt: str) -> None:
            async with agent.stream(prompt, deps=None) as run:
                texts[prompt] = "".join([piece async for piece in run.text()])

        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(watch, f"p{number} ")
    assert texts == {f"p{n} ": f"p{n} " * 9 for n in range(20)}


async def test_b11_a_run_error_in_the_block_of_another_run_is_no_group() -> None:
    outer, inner = Agent(ScriptedModel().text("ok")), Agent(ScriptedModel().fail())
    with pytest.raises(RunError) as caught:
        async with outer.stream("go", deps=None), inner.stream("go", deps=None) as run:
            await run.result()
    assert isinstance(caught.value, ModelError)
