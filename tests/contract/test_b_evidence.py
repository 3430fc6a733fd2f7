"""B6, B8, B9: calls run in emission order, what completed is kept, and every call has exactly one result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from golem_sdk import (
    NOT_STARTED,
    OUTCOME_UNKNOWN,
    Agent,
    Canceled,
    Failed,
    Message,
    ModelRetry,
    RunCanceled,
    RunError,
    Tool,
    ToolContext,
    ToolResult,
    image,
    repair,
)
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script, ScriptedModel
from golem_wire.canonical import ImagePart
from tests.contract.kit import Deed, Heard, answer, call, does, failure, make, repairs, tools_of

BUG = RuntimeError("broken")


async def batch(*deeds: Deed) -> tuple[RunError, Heard]:
    """The failure of a run whose model calls a tool once a deed, in one message."""
    heard = Heard()
    calls = [call(call_id=f"c{index}") for index in range(len(deeds))]
    model = ScriptedModel().respond(answer("calling", *calls, finish="tool_call"))
    return await failure(Agent(model, tools=[does(*deeds)]).run("go", observers=[heard])), heard


def ids(messages: Sequence[Message]) -> list[str]:
    return [message.tool_call_id for message in messages if message.role == "tool"]


@pytest.mark.anyio
async def test_b6_calls_run_one_after_another_in_emission_order() -> None:
    order: list[str] = []

    def tool(name: str) -> Tool[object]:
        async def work(ctx: ToolContext, *_: object) -> str:
            order.append(f"{name} begins")
            order.append(f"{name} ends")
            return ctx.call_id

        return make(work, name)

    calls = [call("b", call_id="1"), call("a", call_id="2"), call("b", call_id="3")]
    model = ScriptedModel().calls(*calls).text("ok")
    result = await Agent(model, tools=[tool("a"), tool("b")]).run("go")
    assert order == ["b begins", "b ends", "a begins", "a ends", "b begins", "b ends"]
    assert ids(result.messages) == tools_of(result.messages) == ["1", "2", "3"]


@pytest.mark.anyio
async def test_b6_every_exchange_joins_the_conversation_as_it_completes() -> None:
    model = ScriptedModel().call(does("x"), id="a").call(does("x"), id="b").text("ok")
    result = await Agent(model, tools=[does("one", "two")]).run("go")
    shown = [[(m.role, m.content) for m in request.messages] for request in model.requests]
    assert shown[0] == [("user", "go")]
    assert shown[1] == [*shown[0], ("assistant", ""), ("tool", "one")]
    assert shown[2] == [*shown[1], ("assistant", ""), ("tool", "two")]
    assert [(m.role, m.content) for m in result.messages] == [*shown[2], ("assistant", "ok")]


@pytest.mark.anyio
async def test_b8_an_abort_keeps_what_came_before_and_closes_the_rest() -> None:
    error, heard = await batch("first", Failed("second"), BUG, "never")
    assert error.stage == "tool"
    assert error.find(RuntimeError) is BUG
    assert tools_of(error.partial.messages) == ["first", "second", OUTCOME_UNKNOWN, NOT_STARTED]
    assert ids(error.partial.messages) == ["c0", "c1", "c2", "c3"]
    assert [m.failed for m in error.partial.messages[2:]] == [False, True, False, False]
    assert error.partial.tool_calls == heard.kinds.count("tool_start") == heard.kinds.count("tool_end") == 3


@pytest.mark.anyio
async def test_b8_results_of_earlier_messages_are_kept() -> None:
    good, bad = does("done", name="good"), does(BUG, name="bad")
    model = ScriptedModel().call(good).call(bad)
    error = await failure(Agent(model, tools=[good, bad]).run("go"))
    assert tools_of(error.partial.messages) == ["done", OUTCOME_UNKNOWN]
    assert error.partial.new_messages == error.partial.messages


@pytest.mark.anyio
async def test_b8_calls_of_an_earlier_message_say_nothing_of_a_later_one() -> None:
    tool = does("1", "2", BUG)
    pair = (call(call_id="a"), call(call_id="b"))
    model = ScriptedModel().calls(*pair).calls(*pair)
    error = await failure(Agent(model, tools=[tool]).run("go"))
    assert tools_of(error.partial.messages) == ["1", "2", OUTCOME_UNKNOWN, NOT_STARTED]


@pytest.mark.parametrize("bad", [BUG, ModelRetry("no"), Canceled("stop")])
@pytest.mark.anyio
async def test_b8_b9_partial_messages_are_valid_at_once(bad: Exception) -> None:
    error, _ = await batch("first", bad, bad, "never")
    repaired, report = repair(error.partial.messages)
    assert repaired == error.partial.messages
    assert report.changes == ()
    assert await repairs(Agent(ScriptedModel().text("ok")), error.partial.messages) == []


@pytest.mark.parametrize("deeds", [(BUG,), ("first", Canceled("stop"), "never"), (ModelRetry("no"), ModelRetry("no"))])
@pytest.mark.anyio
async def test_b8_b9_a_provider_takes_what_was_kept_as_it_is(deeds: tuple[Deed, ...]) -> None:
    error, _ = await batch(*deeds)
    async with (
        FakeProvider("openai_chat", Script().text("ok")) as provider,
        OpenAIChat("m", api_key="key", base_url=provider.base_url) as model,
    ):
        done = await Agent(model, tools=[does("x")]).run(history=error.partial.messages)
    assert done.output == "ok"
    assert [m["role"] for m in cast("list[dict[str, str]]", provider.requests[0].at("messages"))] == [
        m.role for m in error.partial.messages
    ]


@pytest.mark.anyio
async def test_b8_closings_are_stamped_with_the_run() -> None:
    error, _ = await batch("first", BUG, "never")
    assert {m.run_id for m in error.partial.messages} == {error.partial.run_id}
    assert {m.conversation_id for m in error.partial.messages} == {error.partial.conversation_id}
    assert [m.tool_name for m in error.partial.messages[2:]] == ["work", "work", "work"]


@pytest.mark.parametrize("returned", [5, None, b"x", {"a": 1}, image(url="u")])
@pytest.mark.anyio
async def test_b8_a_result_of_another_type_is_a_failure_of_the_tool(returned: object) -> None:
    def work(*_: object) -> str:
        return cast("str", returned)

    tool = make(work)
    error = await failure(Agent(ScriptedModel().call(tool), tools=[tool]).run("go"))
    assert error.stage == "tool"
    assert "must return str or ToolResult" in str(error)


BAD_PARTS = [
    (ImagePart(), "tool work, part 1 of its result: the image needs exactly one of url, data and file"),
    (ImagePart(data=b"x"), "tool work, part 1 of its result: the image's data needs a media_type"),
    ("no part", "tool work, its result is malformed: parts.1"),
    ({"kind": 5}, "tool work, its result is malformed: parts.1"),
    (None, "tool work, its result is malformed: one of its parts is None"),
]


@pytest.mark.parametrize(("part", "says"), BAD_PARTS)
@pytest.mark.anyio
async def test_b8_a_malformed_part_is_a_failure_of_the_tool(part: ImagePart, says: str) -> None:
    good = image(url="u")
    for deed in (ToolResult("x", parts=(good, part)), Failed("x", parts=(good, part))):
        error, _ = await batch(deed)
        assert error.stage == "tool"
        assert says in str(error)
        assert tools_of(error.partial.messages) == [OUTCOME_UNKNOWN]


@pytest.mark.anyio
async def test_b9_canceled_keeps_earlier_results_and_closes_the_rest() -> None:
    error, heard = await batch("first", Canceled("enough"), "never", "never")
    assert isinstance(error, RunCanceled)
    assert error.stage == "canceled"
    found = error.find(Canceled)
    assert found is not None
    assert (found.reason, error.data.canceled_reason, error.reason) == ("enough", "enough", "enough")
    assert tools_of(error.partial.messages) == ["first", OUTCOME_UNKNOWN, NOT_STARTED, NOT_STARTED]
    assert error.partial.tool_calls == 2
    assert heard.kinds[-2:] == ["canceled", "run_end"]


@pytest.mark.anyio
async def test_b9_a_wrapped_canceled_is_found_with_its_reason() -> None:
    wrapped = RuntimeError("wrapper")
    wrapped.__cause__ = Canceled("deep")
    error, _ = await batch(ExceptionGroup("several", [ValueError(), wrapped]))
    found = error.find(Canceled)
    assert found is not None
    assert error.data.canceled_reason == "deep"
    assert error.data.cause[0].type == "ExceptionGroup"


@pytest.mark.anyio
async def test_b9_an_earlier_failure_of_the_batch_wins() -> None:
    error, _ = await batch(BUG, Canceled("enough"))
    assert error.stage == "tool"
    assert error.find(Canceled) is None
    assert tools_of(error.partial.messages) == [OUTCOME_UNKNOWN, NOT_STARTED]


@pytest.mark.anyio
async def test_b9_a_child_that_cancels_cancels_its_caller() -> None:
    stop = does(Canceled("child says no"), name="stop")
    child = Agent(ScriptedModel().call(stop), tools=[stop])

    async def ask(*_: object) -> str:
        return (await child.run("go")).output

    tool = make(ask, "ask")
    error = await failure(Agent(ScriptedModel().call(tool), tools=[tool]).run("go"))
    assert isinstance(error, RunCanceled)
    assert error.reason == "child says no"
    assert error.find(Canceled) is not None


@pytest.mark.anyio
async def test_b9_a_resumed_run_shows_the_model_what_was_closed() -> None:
    error, _ = await batch("first", Canceled("enough"), "never")
    model = ScriptedModel().text("ok")
    await Agent(model, tools=[does("x")]).run(history=error.partial.messages)
    assert tools_of(model.requests[0].messages) == ["first", OUTCOME_UNKNOWN, NOT_STARTED]


def test_d2_the_two_closing_texts_say_what_is_true() -> None:
    assert "not started" in NOT_STARTED
    assert "may be called again" in NOT_STARTED
    assert "outcome is unknown" in OUTCOME_UNKNOWN
    assert "Check before calling it again" in OUTCOME_UNKNOWN
