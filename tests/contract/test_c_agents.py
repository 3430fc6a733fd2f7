"""C4a, C12: other models and tools for one run or one block, and many runs of one agent at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from golem_sdk import Agent, Model, ModelRetry, Request, Response, Tool, ToolContext
from golem_sdk.testing import ScriptedModel
from tests.contract.kit import answer, call, does, make, tools_of


class Echo:
    """A model that answers with its name, after every run that shares the barrier has asked."""

    def __init__(self, name: str, barrier: asyncio.Barrier | None = None) -> None:
        self.name = name
        self.barrier = barrier

    async def request(self, request: Request) -> Response:
        if self.barrier is not None:
            await self.barrier.wait()
        return answer(f"{self.name}: {request.messages[-1].content}")


async def said(agent: Agent[object, str], prompt: str = "hi", *, model: Model | None = None) -> str:
    return (await agent.run(prompt, deps=None, model=model)).output


@pytest.mark.anyio
async def test_c4a_a_model_for_one_run() -> None:
    agent = Agent(Echo("own"))
    assert await said(agent, model=Echo("other")) == "other: hi"
    assert await said(agent) == "own: hi"


@pytest.mark.anyio
async def test_c4a_an_override_holds_in_its_block_and_the_runs_own_model_wins() -> None:
    agent = Agent(Echo("own"))
    with agent.override(model=Echo("outer")) as same:
        assert same is agent
        assert await said(agent) == "outer: hi"
        with agent.override(model=Echo("inner")):
            assert await said(agent) == "inner: hi"
            assert await said(agent, model=Echo("given")) == "given: hi"
        assert await said(agent) == "outer: hi"
    assert await said(agent) == "own: hi"


@pytest.mark.anyio
async def test_c4a_an_override_ends_with_an_exception_too() -> None:
    agent = Agent(Echo("own"))
    with pytest.raises(KeyError), agent.override(model=Echo("other")):
        raise KeyError
    assert await said(agent) == "own: hi"


@pytest.mark.anyio
async def test_c4a_tools_can_be_overridden_and_an_inner_override_keeps_what_it_does_not_name() -> None:
    real, fake = does(AssertionError("the real one ran")), does("faked")
    agent = Agent(Echo("own"), tools=[real])
    model = ScriptedModel().call(fake).text("ok")
    with agent.override(tools=[fake]):
        assert agent.tools == (fake,)
        with agent.override(model=model):
            result = await agent.run("go")
    assert tools_of(result.messages) == ["faked"]
    assert agent.tools == (real,)
    with agent.override(model=Echo("outer")), agent.override(tools=[fake]):
        assert await said(agent) == "outer: hi"
    with agent.override(tools=[]):
        assert len(agent.tools) == 0


@pytest.mark.anyio
async def test_c4a_overrides_of_concurrent_tasks_do_not_meet() -> None:
    agent = Agent(Echo("own"))
    barrier = asyncio.Barrier(4)

    async def overridden(name: str) -> str:
        with agent.override(model=Echo(name, barrier)):
            await asyncio.sleep(0)
            return await said(agent)

    own = said(agent, model=Echo("plain", barrier))
    assert await asyncio.gather(*(overridden(name) for name in "abc"), own) == ["a: hi", "b: hi", "c: hi", "plain: hi"]


@pytest.mark.anyio
async def test_c4a_an_override_is_of_one_agent() -> None:
    one, two = Agent(Echo("one")), Agent(Echo("two"))
    with one.override(model=Echo("other")):
        assert await said(two) == "two: hi"


@pytest.mark.anyio
async def test_c12_concurrent_runs_of_one_agent_share_nothing() -> None:
    barrier = asyncio.Barrier(20)
    seen: list[tuple[str, str]] = []

    async def work(ctx: ToolContext, deps: str, _args: object) -> str:
        await barrier.wait()
        seen.append((ctx.run_id, deps))
        if ctx.attempt == 1:
            raise ModelRetry("once more")
        return f"for {deps}"

    tool = Tool[str](name="work", description="Does it.", schema={"type": "object"}, exec=work)
    agent = Agent(Echo("unused"), deps_type=str, tools=[tool], instructions="Be.")

    async def run(name: str) -> tuple[str, list[str]]:
        model = ScriptedModel().calls(call(call_id=name)).calls(call(call_id=name)).text(name)
        result = await agent.run(f"I am {name}", deps=name, model=model, run_id=name)
        assert [m.content for m in result.messages if m.role == "user"] == [f"I am {name}"]
        assert {m.run_id for m in result.new_messages} == {name}
        assert (result.requests, result.tool_calls) == (3, 2)
        return result.output, tools_of(result.messages)[1:]

    names = [str(number) for number in range(20)]
    results = await asyncio.gather(*(run(name) for name in names))
    assert results == [(name, [f"for {name}"]) for name in names]
    assert sorted(seen) == sorted((name, name) for name in names for _ in range(2))


def test_c12_an_agent_serves_the_loops_of_several_threads() -> None:
    agent = Agent(Echo("own"), tools=[make(lambda _ctx, _deps, _args: "done", thread=True)])
    barrier = threading.Barrier(4)
    outputs: list[str] = []

    def serve(number: int) -> None:
        barrier.wait()
        model = ScriptedModel().calls(call()).text(str(number))
        outputs.append(asyncio.run(said(agent, model=model)))

    threads = [threading.Thread(target=serve, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outputs) == ["0", "1", "2", "3"]


CHANGES: list[Callable[[Agent[object, str]], Agent[object, object]]] = [
    lambda agent: agent.with_tools(does("b", name="b")),
    lambda agent: agent.with_decoder(len),
]


@pytest.mark.parametrize("change", CHANGES)
def test_c12_what_makes_another_agent_leaves_the_first_as_it_was(
    change: Callable[[Agent[object, str]], Agent[object, object]],
) -> None:
    agent = Agent(Echo("own"), tools=[does("a", name="a")])
    before = repr(agent)
    other = change(agent)
    assert other is not agent
    assert [tool.name for tool in agent.tools] == ["a"]
    assert repr(agent) == before == "Agent('own', tools=[a])"


@pytest.mark.anyio
async def test_c12_an_agent_keeps_no_list_that_it_was_given() -> None:
    tools = [does("a", name="a")]
    agent = Agent(ScriptedModel().text("ok"), tools=tools)
    tools.clear()
    assert [tool.name for tool in agent.tools] == ["a"]
