"""C9, C9a: events in deterministic order, with the run's identity, for observers that can change nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
from pydantic import ValidationError

from golem_sdk import (
    Agent,
    Canceled,
    Event,
    Failed,
    ModelRetry,
    RunError,
    RunResult,
    ToolContext,
    UsageLimit,
    image,
)
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import (
    ModelEnd,
    OutputRejected,
    RunEnd,
    ToolCanceled,
    ToolEnd,
    ToolStart,
)
from tests.contract.kit import Deed, Heard, answer, call, does, make

TURN = ["model_start", "model_end"]
CALL = ["tool_start", "tool_end"]


async def heard_of(run: Callable[[Heard], Awaitable[RunResult[object]]]) -> Heard:
    """What an observer of the run is told; the last is `run_end` with the evidence, however the run ends."""
    heard, stage, message = Heard(), "", ""
    try:
        evidence = (await run(heard)).evidence
    except RunError as error:
        evidence, stage, message = error.partial, error.stage, error.data.message
    last = heard.events[-1]
    assert isinstance(last, RunEnd)
    assert (last.evidence, last.stage, last.error) == (evidence, stage, message)
    return heard


def agent_of(*deeds: Deed, usage_limit: UsageLimit | None = None) -> Agent[object, str]:
    """An agent whose model makes a call a deed in one message, then answers."""
    calls = [call(call_id=f"c{index}") for index in range(len(deeds))]
    model = ScriptedModel().calls(*calls).text("ok")
    return Agent(model, tools=[does(*deeds)], usage_limit=usage_limit)


BUG = RuntimeError("broken")


@pytest.mark.parametrize(
    ("agent", "kinds"),
    [
        (lambda: Agent(ScriptedModel().text("ok")), TURN),
        (lambda: Agent(ScriptedModel().fail()), TURN),
        (lambda: agent_of("done", "done"), [*TURN, *CALL, *CALL, *TURN]),
        (lambda: agent_of(Failed("no"), ModelRetry("no")), [*TURN, *CALL, *CALL, *TURN]),
        (lambda: agent_of("done", BUG, "never"), [*TURN, *CALL, *CALL]),
        (lambda: agent_of("done", Canceled("no"), "never"), [*TURN, *CALL, *CALL, "canceled"]),
        (lambda: agent_of("done", usage_limit=UsageLimit(tool_calls=0)), [*TURN, "limit"]),
        (lambda: agent_of("done", usage_limit=UsageLimit(requests=1)), [*TURN, *CALL, "limit"]),
        (lambda: agent_of("done", usage_limit=UsageLimit(input=1)), [*TURN, "limit"]),
        (lambda: Agent(ScriptedModel().calls(call("ghost")).text("ok")), [*TURN, *TURN]),
        (lambda: Agent(ScriptedModel().text("ok"), usage_limit=UsageLimit(requests=0)), ["limit"]),
        (
            lambda: Agent(ScriptedModel().text("a").text("A")).with_decoder(shout),
            [*TURN, "output_rejected", *TURN],
        ),
        (lambda: Agent(ScriptedModel().text("a").text("a")).with_decoder(shout), [*TURN, "output_rejected", *TURN]),
    ],
)
@pytest.mark.anyio
async def test_c9_events_come_in_a_deterministic_order(
    agent: Callable[[], Agent[object, str]], kinds: list[str]
) -> None:
    first = await heard_of(lambda heard: agent().run("go", deps=None, observers=[heard]))
    again = await heard_of(lambda heard: agent().run("go", deps=None, observers=[heard]))
    assert first.kinds == again.kinds == ["run_start", *kinds, "run_end"]


def shout(text: str) -> str:
    if not text.isupper():
        raise ModelRetry("shout, please")
    return text


@pytest.mark.anyio
async def test_c9_each_event_carries_run_conversation_turn_and_a_monotonic_time() -> None:
    heard = Heard()
    await agent_of("done").run("go", run_id="r", conversation_id="c", observers=[heard])
    assert {(event.run_id, event.conversation_id) for event in heard.events} == {("r", "c")}
    assert [event.turn for event in heard.events] == [0, 0, 0, 0, 0, 1, 1, 1]
    times = [event.time for event in heard.events]
    assert times == sorted(times)
    assert times[0] > 0


@pytest.mark.anyio
async def test_c9_events_say_what_happened() -> None:
    heard = Heard()
    picture = image(url="u")
    tool = does("seen", name="look")
    model = ScriptedModel().calls(call("look", '{"k": 1.0}', call_id="x")).respond(answer("ok", tokens=3))
    await Agent(model, tools=[tool]).run(["see", picture], observers=[heard])
    start, end = heard.events[3], heard.events[4]
    assert isinstance(start, ToolStart)
    assert (start.call_id, start.tool_name, start.args.text) == ("x", "look", '{"k": 1.0}')
    assert isinstance(end, ToolEnd)
    assert end.result is not None
    assert (end.call_id, end.tool_name, end.result.text, end.error) == ("x", "look", "seen", "")
    answered = heard.events[-2]
    assert isinstance(answered, ModelEnd)
    assert (answered.usage.input, answered.finish_reason, answered.error) == (3, "stop", "")


@pytest.mark.anyio
async def test_c9_failures_are_told_where_they_happen() -> None:
    failed = await heard_of(lambda heard: agent_of(BUG).run("go", observers=[heard]))
    end = failed.events[-2]
    assert isinstance(end, ToolEnd)
    assert (end.result, end.error) == (None, "RuntimeError: broken")
    stopped = await heard_of(lambda heard: agent_of(Canceled("enough")).run("go", observers=[heard]))
    canceled = stopped.events[-2]
    assert isinstance(canceled, ToolCanceled)
    assert (canceled.call_id, canceled.tool_name, canceled.reason) == ("c0", "work", "enough")
    refused = await heard_of(lambda heard: Agent(ScriptedModel().fail("refused")).run("go", observers=[heard]))
    answered = refused.events[2]
    assert isinstance(answered, ModelEnd)
    assert answered.error.startswith("ApiError: scripted failure")


@pytest.mark.anyio
async def test_c9_observers_of_the_agent_are_told_before_those_of_the_run() -> None:
    order: list[str] = []
    agent = Agent(ScriptedModel().text("ok"), observers=[lambda e: order.append(f"agent {e.kind}")])
    await agent.run("go", observers=[lambda e: order.append(f"run {e.kind}")])
    assert order == [f"{who} {kind}" for kind in ("run_start", *TURN, "run_end") for who in ("agent", "run")]


@pytest.mark.parametrize("error", [ValueError("observer"), Canceled("no"), ModelRetry("no"), asyncio.CancelledError()])
@pytest.mark.anyio
async def test_c9_an_observer_that_raises_is_logged_and_changes_nothing(
    error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()

    def broken(_event: Event) -> None:
        raise error

    result = await agent_of("done").run("go", observers=[broken, heard])
    assert result.output == "ok"
    assert heard.kinds == ["run_start", *TURN, *CALL, *TURN, "run_end"]
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(records) == len(heard.kinds)
    assert {getattr(record, "run_id", None) for record in records} == {result.run_id}


@pytest.mark.anyio
async def test_c9_an_observer_cannot_change_what_it_is_told() -> None:
    caught: list[type[BaseException]] = []

    def meddle(event: Event) -> None:
        for key in ("run_id", "turn", "new"):
            try:
                setattr(event, key, "x")
            except ValidationError as error:
                caught.append(type(error))

    result = await Agent(ScriptedModel().text("ok")).run("go", observers=[meddle])
    assert result.output == "ok"
    assert len(caught) == 3 * 4


@pytest.mark.anyio
async def test_c9_attempts_of_output_corrections_count_from_one() -> None:
    model, heard = ScriptedModel().text("a").text("b").text("C"), Heard()
    await Agent(model, output_retries=2).with_decoder(shout).run("go", observers=[heard])
    assert [event.attempt for event in heard.events if isinstance(event, OutputRejected)] == [1, 2]


@pytest.mark.anyio
async def test_c9a_the_idempotency_key_is_of_the_call_in_its_run() -> None:
    async def keys(run_id: str) -> list[str]:
        seen: list[str] = []

        def work(ctx: ToolContext, *_: object) -> str:
            seen.append(ctx.idempotency_key)
            return "done"

        model = ScriptedModel().calls(call(call_id="same"), call(call_id="same")).calls(call(call_id="same")).text("ok")
        await Agent(model, tools=[make(work)]).run("go", run_id=run_id)
        return seen

    first, again, other = await keys("r"), await keys("r"), await keys("s")
    assert first == again
    assert len({*first, *other}) == 6
