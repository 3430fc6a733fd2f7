"""C11: the sync entry points, from scripts, from threads and from where a loop is running already."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar

import anyio.from_thread
import pytest

from golem_sdk import NOT_STARTED, OUTCOME_UNKNOWN, Agent, ModelError, RunError, ToolContext, repair
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.stream import CustomEvent, ItemDelta
from golem_sdk.testing import FakeProvider, Reply, Responder, Script, ScriptedModel
from golem_wire.canonical import Response
from tests.contract.kit import Heard, call, does, make, tools_of
from tests.contract.test_b_handle import stalled

KEY = "test-key-0123456789"
THREADS, CALLS = 16, 5
TENANT: ContextVar[str] = ContextVar("tenant", default="")


@contextmanager
def serving(responder: Responder) -> Generator[FakeProvider]:
    """A fake provider in a loop and a thread of its own, as a real one is elsewhere."""
    with anyio.from_thread.start_blocking_portal() as portal:
        server = FakeProvider("openai_chat", responder)
        with portal.wrap_async_context_manager(server):
            yield server


def echo(prompt: str) -> Response:
    step = Script().text(f"re: {prompt}").steps[0]
    assert isinstance(step, Response)
    return step


@pytest.fixture
def server() -> Generator[FakeProvider]:
    with serving(lambda request: echo(str(request.at("messages", 0, "content")))) as running:
        yield running


def agent_of(server: FakeProvider) -> Agent[object, str]:
    return Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url))


def test_c11_run_sync_is_run(server: FakeProvider) -> None:
    result = agent_of(server).run_sync("hi", deps=None)
    assert (result.output, result.evidence.requests) == ("re: hi", 1)


def test_c11_stream_sync_has_the_items_the_text_the_evidence_and_the_result(server: FakeProvider) -> None:
    with agent_of(server).stream_sync("hello there", deps=None) as run:
        items = list(run)
        assert "".join(item.text for item in items if isinstance(item, ItemDelta)) == "re: hello there"
        assert len(items) > 6
        result = run.result()
        assert (result.output, run.evidence) == ("re: hello there", result.evidence)
    with agent_of(server).stream_sync("hello there", deps=None) as run:
        assert "".join(run.text()) == "re: hello there"
    assert run.result().output == "re: hello there"


def test_c11_connections_are_reused_across_calls(server: FakeProvider) -> None:
    agent = agent_of(server)
    for _ in range(CALLS):
        agent.run_sync("hi", deps=None)
        with agent.stream_sync("hi", deps=None) as run:
            run.result()
    assert len(server.requests) == 2 * CALLS
    assert server.connections == 1


def test_c11_many_threads_run_at_a_time_and_share_what_connections_they_need(server: FakeProvider) -> None:
    agent, barrier = agent_of(server), threading.Barrier(THREADS)

    def work(number: int) -> list[str]:
        barrier.wait()
        outputs: list[str] = []
        for turn in range(CALLS):
            prompt = f"{number}-{turn}"
            outputs.append(agent.run_sync(prompt, deps=None).output)
            with agent.stream_sync(prompt, deps=None) as run:
                outputs.append("".join(run.text()))
        return outputs

    with ThreadPoolExecutor(THREADS) as pool:
        results = list(pool.map(work, range(THREADS)))
    assert results == [[f"re: {n}-{turn}" for turn in range(CALLS) for _ in range(2)] for n in range(THREADS)]
    assert len(server.requests) == THREADS * CALLS * 2
    assert server.connections <= 2 * THREADS  # one is made where none is free, even if one is about to be


@pytest.mark.anyio
async def test_c11_works_where_the_callers_own_loop_is_running(server: FakeProvider) -> None:
    agent = agent_of(server)
    assert asyncio.get_running_loop().is_running()
    assert agent.run_sync("cell", deps=None).output == "re: cell"
    with agent.stream_sync("cell", deps=None) as run:
        assert "".join(run.text()) == "re: cell"
    assert (await agent.run("cell", deps=None)).output == "re: cell"


SCRIPT = """
from golem_sdk import Agent
from golem_sdk.testing import ScriptedModel

agent = Agent(ScriptedModel().text("one").text("two three").text("four"))
print(agent.run_sync("go").output)
with agent.stream_sync("go") as run:
    print("".join(run.text()))
with agent.stream_sync("go") as run:
    for item in run:
        break
print(run.evidence.requests)
"""


@pytest.mark.parametrize("last", ["", "raise SystemExit(3)", "1 / 0"])
def test_c11_a_script_ends_by_itself_and_says_nothing_of_its_own(last: str) -> None:
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", SCRIPT + last]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == ["one", "two", "three", "0"] or done.stdout.split() == ["one", "two", "three", "1"]
    if "1 / 0" in last:
        assert done.returncode == 1
        assert done.stderr.rstrip().endswith("ZeroDivisionError: division by zero")
    else:
        assert (done.returncode, done.stderr) == (3 if last else 0, "")


def test_c11_override_of_the_calling_context_is_seen() -> None:
    agent = Agent(ScriptedModel().text("real"))
    with agent.override(model=ScriptedModel().text("other").text("other")):
        assert agent.run_sync("go").output == "other"
        with agent.stream_sync("go") as run:
            assert run.result().output == "other"
    assert agent.run_sync("go").output == "real"


@pytest.mark.parametrize("thread", [True, False])
def test_c11_tools_see_the_callers_context(thread: bool) -> None:
    def work(*_: object) -> str:
        return TENANT.get()

    tool = make(work, thread=thread)
    agent = Agent(ScriptedModel().calls(call()).text("a").calls(call()).text("b"), tools=[tool])
    token = TENANT.set("acme")
    try:
        assert tools_of(agent.run_sync("go", deps=None).messages) == ["acme"]
        with agent.stream_sync("go", deps=None) as run:
            assert tools_of(run.result().messages) == ["acme"]
    finally:
        TENANT.reset(token)


def test_c11_leaving_early_ends_the_run_and_leaves_valid_evidence() -> None:
    entered, heard = threading.Event(), Heard()

    def work(ctx: ToolContext, *_: object) -> str:
        entered.set()
        while True:
            ctx.check()

    tools = [does("done", name="a"), make(work, "b", thread=True), does("never", name="c")]
    agent = Agent(ScriptedModel().calls(*(call(tool.name, call_id=tool.name) for tool in tools)), tools=tools)
    with agent.stream_sync("go", deps=None, observers=[heard]) as run:
        assert entered.wait(20)
    assert tools_of(run.evidence.messages) == ["done", OUTCOME_UNKNOWN, NOT_STARTED]
    assert repair(run.evidence.messages)[1].changes == ()
    assert heard.kinds[-1] == "run_end"


def test_c11_leaving_early_closes_the_connection_and_the_next_call_works() -> None:
    replies: list[Reply | Response] = [stalled(), echo("next")]
    with serving(lambda _: replies.pop(0)) as server:
        agent = agent_of(server)
        with agent.stream_sync("go", deps=None) as run:
            for _ in run.text():
                break
        assert run.evidence.requests == 1
        assert agent.run_sync("go", deps=None).output == "re: next"
        assert server.connections == 2


def test_c11_errors_are_those_of_run_and_exceptions_of_the_block_come_out_as_they_are() -> None:
    agent = Agent(ScriptedModel().fail().fail().text("ok"))
    with pytest.raises(ModelError):
        agent.run_sync("go")
    with agent.stream_sync("go") as run:
        with pytest.raises(ModelError) as caught:
            list(run)
        with pytest.raises(RunError):
            run.result()
    assert run.evidence == caught.value.partial
    mine = ZeroDivisionError("mine")
    with pytest.raises(ZeroDivisionError) as raised, agent.stream_sync("go"):
        raise mine
    assert raised.value is mine


def test_c11_bad_arguments_are_a_value_error_before_anything_starts() -> None:
    agent = Agent(ScriptedModel().text("never"))
    with pytest.raises(ValueError, match="continues a history"):
        agent.run_sync()
    with pytest.raises(ValueError, match="continues a history"), agent.stream_sync():
        raise AssertionError("the block must not begin")


def test_c11_a_tool_in_a_thread_may_run_another_agent_and_emit() -> None:
    inner = Agent(ScriptedModel().text("inner"))

    def work(ctx: ToolContext, *_: object) -> str:
        ctx.emit("before")
        return inner.run_sync("go").output

    agent = Agent(ScriptedModel().calls(call()).text("outer"), tools=[make(work, thread=True)])
    with agent.stream_sync("go", deps=None) as run:
        assert [item.value for item in run if isinstance(item, CustomEvent)] == ["before"]
        assert tools_of(run.result().messages) == ["inner"]


def test_c11_a_tool_on_the_loop_is_told_that_it_must_not_wait_there() -> None:
    inner = Agent(ScriptedModel().text("inner"))

    def work(*_: object) -> str:
        return inner.run_sync("go").output

    tool = make(work, thread=False)
    with pytest.raises(RunError, match="event loop thread"):
        Agent(ScriptedModel().calls(call()).text("outer"), tools=[tool]).run_sync("go", deps=None)


def test_c11_the_loop_has_one_thread_however_many_calls_there_are() -> None:
    agent = Agent(ScriptedModel().text("a").text("b").text("c"))
    agent.run_sync("go")
    before = threading.active_count()
    agent.run_sync("go")
    with agent.stream_sync("go") as run:
        run.result()
    assert threading.active_count() == before
