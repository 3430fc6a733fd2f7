"""B1, B11: the caller's own cancellation passes as it is, and what a tool raises by itself is a failure of the tool."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncGenerator, Callable, Coroutine

import anyio
import pytest

from golem_sdk import (
    NOT_STARTED,
    OUTCOME_UNKNOWN,
    Agent,
    Args,
    Event,
    Failed,
    Request,
    Response,
    RunContext,
    RunResult,
    Tool,
    ToolContext,
    ToolError,
    repair,
)
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import Evidence, RunEnd
from tests.contract.kit import Heard, call, does, failure, make, tools_of


class Gate:
    """A tool that waits: `entered` is set when it runs, and `open` lets it go on."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self.open = asyncio.Event()

    async def __call__(self, _ctx: ToolContext, _deps: object, _args: Args) -> str:
        self.entered.set()
        await self.open.wait()
        return "done"


def agent_of(*tools: Tool[object]) -> Agent[object, str]:
    """An agent whose model calls each tool once, in one message, then answers."""
    calls = [call(tool.name, call_id=tool.name) for tool in tools]
    return Agent(ScriptedModel().calls(*calls).text("ok"), tools=tools)


def end(heard: Heard) -> Evidence:
    """The evidence on the run's last event, which is always `run_end`."""
    last = heard.events[-1]
    assert isinstance(last, RunEnd)
    assert last.evidence is not None
    return last.evidence


@pytest.mark.parametrize("thread", [True, False])
@pytest.mark.anyio
async def test_b11_a_cancellation_that_a_tool_raises_by_itself_is_an_ordinary_failure(thread: bool) -> None:
    heard = Heard()
    error = await failure(agent_of(_raising(asyncio.CancelledError(), thread)).run("go", observers=[heard]))
    assert isinstance(error, ToolError)
    assert error.find(asyncio.CancelledError) is not None
    assert error.data.cause[0].type == "CancelledError"
    assert tools_of(error.partial.messages) == [OUTCOME_UNKNOWN]
    assert heard.kinds[-2:] == ["tool_end", "run_end"]


def _raising(error: BaseException, thread: bool) -> Tool[object]:
    def work(*_: object) -> str:
        raise error

    return make(work, thread=thread)


@pytest.mark.anyio
async def test_b11_a_task_of_the_tool_that_was_cancelled_is_an_ordinary_failure() -> None:
    async def work(*_: object) -> str:
        inner = asyncio.ensure_future(asyncio.sleep(60))
        inner.cancel()
        await inner
        return "never"

    assert isinstance(await failure(agent_of(make(work)).run("go")), ToolError)


@pytest.mark.anyio
async def test_b11_a_timeout_inside_a_tool_is_its_own_affair() -> None:
    async def work(*_: object) -> str:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0):
                await asyncio.sleep(60)
        with anyio.move_on_after(0):
            await anyio.sleep(60)
        return "went on"

    result = await agent_of(make(work)).run("go")
    assert tools_of(result.messages) == ["went on"]


async def cancelled(run: Coroutine[object, object, RunResult[str]], entered: asyncio.Event) -> None:
    """Cancels the run's task once something in it has begun, and expects the cancellation back."""
    task = asyncio.ensure_future(run)
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()


@pytest.mark.anyio
async def test_b11_the_callers_cancellation_passes_raw_with_the_evidence_settled() -> None:
    gate, heard = Gate(), Heard()
    agent = agent_of(does("done", name="a"), make(gate, "b"), does("never", name="c"))
    await cancelled(agent.run("go", observers=[heard]), gate.entered)
    evidence = end(heard)
    assert tools_of(evidence.messages) == ["done", OUTCOME_UNKNOWN, NOT_STARTED]
    assert repair(evidence.messages)[1].changes == ()
    assert heard.kinds.count("run_end") == 1
    assert not gate.open.is_set()


@pytest.mark.anyio
async def test_b11_a_deadline_of_the_caller_is_a_timeout_of_the_caller() -> None:
    heard = Heard()

    async def run() -> None:
        async with asyncio.timeout(None) as deadline:

            def expire(event: Event) -> None:
                if event.kind == "tool_start":
                    deadline.reschedule(asyncio.get_running_loop().time())

            await agent_of(make(Gate())).run("go", observers=[heard, expire])

    with pytest.raises(TimeoutError):
        await run()
    assert tools_of(end(heard).messages) == [OUTCOME_UNKNOWN]


@pytest.mark.anyio
async def test_b11_a_scope_of_the_caller_ends_where_the_caller_says() -> None:
    heard = Heard()
    with anyio.CancelScope() as scope:

        def expire(event: Event) -> None:
            if event.kind == "tool_start":
                scope.deadline = anyio.current_time()

        await agent_of(make(Gate())).run("go", observers=[heard, expire])
    assert scope.cancelled_caught
    assert tools_of(end(heard).messages) == [OUTCOME_UNKNOWN]


class Waiting(ScriptedModel):
    """A model that never answers."""

    def __init__(self, rewrites: bool = False) -> None:
        super().__init__()
        self.entered = asyncio.Event()
        self.rewrites = rewrites

    async def request(self, request: Request) -> Response:
        self.entered.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if self.rewrites:
                raise ConnectionError("broken off") from None
            raise
        raise AssertionError


@pytest.mark.parametrize("rewrites", [False, True])
@pytest.mark.anyio
async def test_b11_a_cancelled_request_passes_raw(rewrites: bool) -> None:
    model, heard = Waiting(rewrites), Heard()
    agent = Agent(model)
    await cancelled(agent.run("go", observers=[heard]), model.entered)
    assert heard.kinds == ["run_start", "model_start", "run_end"]
    assert [m.content for m in end(heard).messages] == ["go"]
    assert end(heard).requests == 1


@pytest.mark.anyio
async def test_b11_cancelled_instructions_pass_raw() -> None:
    entered, heard = asyncio.Event(), Heard()

    async def instruct(_ctx: RunContext, _deps: object) -> str:
        entered.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise ConnectionError("broken off") from None
        return ""

    agent = Agent(ScriptedModel(), dynamic_instructions=instruct)
    await cancelled(agent.run("go", deps=None, observers=[heard]), entered)
    assert heard.kinds == ["run_start", "run_end"]
    assert [m.content for m in end(heard).messages] == ["go"]


@pytest.mark.parametrize("made_of_it", [Failed("no"), ConnectionError("broken off"), "done", None])
@pytest.mark.anyio
async def test_b11_what_a_tool_makes_of_the_callers_cancellation_does_not_hide_it(
    made_of_it: Exception | str | None,
) -> None:
    entered, heard = asyncio.Event(), Heard()

    async def work(*_: object) -> str:
        entered.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if isinstance(made_of_it, Exception):
                raise made_of_it from None
            if made_of_it is None:
                raise
        return str(made_of_it)

    agent = agent_of(make(work, "a"), does("never", name="b"))
    await cancelled(agent.run("go", observers=[heard]), entered)
    first = "done" if made_of_it == "done" else OUTCOME_UNKNOWN
    assert tools_of(end(heard).messages) == [first, NOT_STARTED]


class Slow:
    """A plain function in a thread, which honours a cancellation where it may."""

    def __init__(self, *, checks: bool) -> None:
        self.checks = checks
        self.loop = asyncio.get_running_loop()
        self.entered = asyncio.Event()
        self.cancelled = threading.Event()
        self.ended: str = ""

    def __call__(self, ctx: ToolContext, _deps: object, _args: Args) -> str:
        self.loop.call_soon_threadsafe(self.entered.set)
        assert self.cancelled.wait(20)
        patience = time.monotonic() + 5  # a check that never raises must not keep the process alive
        try:
            while self.checks and time.monotonic() < patience:
                ctx.check()
        except BaseException as error:
            self.ended = type(error).__name__
            raise
        self.ended = "returned"
        return "done"


@contextlib.asynccontextmanager
async def cancelling(slow: Slow, cancel: Callable[[], object]) -> AsyncGenerator[None, None]:
    """Cancels once the tool runs, and lets it go on after that."""

    async def watch() -> None:
        await slow.entered.wait()
        cancel()
        await asyncio.sleep(0)
        slow.cancelled.set()

    watcher = asyncio.ensure_future(watch())
    try:
        yield
    finally:
        await watcher


@pytest.mark.parametrize("checks", [True, False])
@pytest.mark.anyio
async def test_b1_b11_a_thread_sees_the_cancellation_of_a_task_and_is_waited_for(checks: bool) -> None:
    slow, heard = Slow(checks=checks), Heard()
    task = asyncio.ensure_future(agent_of(make(slow, thread=True)).run("go", observers=[heard]))
    async with cancelling(slow, task.cancel):
        with pytest.raises(asyncio.CancelledError):
            await task
        assert slow.ended == ("CancelledError" if checks else "returned")
    assert heard.kinds[-1] == "run_end"
    assert tools_of(end(heard).messages) == [OUTCOME_UNKNOWN]


@pytest.mark.parametrize("checks", [True, False])
@pytest.mark.anyio
async def test_b1_b11_a_thread_sees_the_cancellation_of_a_scope_and_is_waited_for(checks: bool) -> None:
    slow, heard = Slow(checks=checks), Heard()
    with anyio.CancelScope() as scope:
        async with cancelling(slow, scope.cancel):
            await agent_of(make(slow, thread=True)).run("go", observers=[heard])
    assert scope.cancelled_caught
    assert slow.ended == ("CancelledError" if checks else "returned")
    assert heard.kinds[-1] == "run_end"


@pytest.mark.anyio
async def test_b11_an_observer_may_stop_a_run_by_cancelling_its_task() -> None:
    heard, ran = Heard(), does("done")

    def stop(event: Event) -> None:
        heard(event)
        if event.kind == "tool_end":
            task = asyncio.current_task()
            assert task is not None
            task.cancel()

    async def run() -> str:
        return (await agent_of(ran).run("go", observers=[stop])).output

    task = asyncio.ensure_future(run())
    with pytest.raises(asyncio.CancelledError):
        await task
    assert heard.kinds == ["run_start", "model_start", "model_end", "tool_start", "tool_end", "run_end"]
    assert tools_of(end(heard).messages) == ["done"]


STOPS: list[Callable[[anyio.CancelScope, asyncio.Task[object]], object]] = [
    lambda scope, _task: scope.cancel(),
    lambda _scope, task: task.cancel(),
]


@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.parametrize("thread", [True, False])
@pytest.mark.anyio
async def test_b11_a_tool_that_fails_while_the_caller_cancels_does_not_hide_it(
    stop: Callable[[anyio.CancelScope, asyncio.Task[object]], object], thread: bool
) -> None:
    heard, ended = Heard(), list[str]()

    async def run() -> None:
        with anyio.CancelScope() as scope:
            task = asyncio.current_task()
            assert task is not None

            def cancel(event: Event) -> None:
                if event.kind == "tool_start":
                    stop(scope, task)

            await agent_of(_raising(ValueError("bug"), thread)).run("go", observers=[heard, cancel])
        ended.append("by the scope")

    await asyncio.gather(asyncio.ensure_future(run()), return_exceptions=True)
    assert ended == (["by the scope"] if stop is STOPS[0] else [])
    last = heard.events[-1]
    assert isinstance(last, RunEnd)
    assert (last.stage, last.error.partition(":")[0]) == ("canceled", "CancelledError")
    assert tools_of(end(heard).messages) == [OUTCOME_UNKNOWN]


@pytest.mark.anyio
async def test_b11_a_run_in_the_cleanup_of_a_cancelled_task_is_a_run_like_any_other() -> None:
    outputs: list[str] = []
    entered = asyncio.Event()

    async def work() -> None:
        try:
            entered.set()
            await asyncio.Event().wait()
        finally:
            outputs.append((await agent_of(does(Failed("no"), name="a"), does("done", name="b")).run("go")).output)

    task = asyncio.ensure_future(work())
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert outputs == ["ok"]


def test_b11_an_interrupt_passes_raw_and_the_run_end_is_told() -> None:
    heard = Heard()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(agent_of(_raising(KeyboardInterrupt(), False)).run("go", observers=[heard]))
    assert tools_of(end(heard).messages) == [OUTCOME_UNKNOWN]
