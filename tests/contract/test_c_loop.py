"""C2, C3, C4: turns, limits that are checked after every answer and every batch, and why a model stopped."""

from __future__ import annotations

import pytest

from golem_sdk import (
    NOT_STARTED,
    Agent,
    ContentFiltered,
    LimitError,
    LoopError,
    Message,
    Refused,
    RunError,
    ServerError,
    Tool,
    ToolContext,
    UsageLimit,
)
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import LimitReached
from tests.contract.kit import Heard, answer, call, does, failure, make, tools_of


@pytest.mark.parametrize("turns", [1, 2, 5])
@pytest.mark.anyio
async def test_c2_the_turn_limit_counts_answers(turns: int) -> None:
    tool = does("done")
    model = ScriptedModel()
    for _ in range(turns):
        model.call(tool)
    with model:
        error = await failure(Agent(model, tools=[tool], max_turns=turns).run("go"))
    assert isinstance(error, LoopError)
    assert error.data.message == f"{turns} turns were taken, and max_turns is {turns}"
    assert tools_of(error.partial.messages) == ["done"] * turns


@pytest.mark.anyio
async def test_c2_the_turn_limit_is_50_by_default() -> None:
    tool = does("done")
    model = ScriptedModel()
    for _ in range(50):
        model.call(tool)
    error = await failure(Agent(model, tools=[tool]).run("go"))
    assert isinstance(error, LoopError)
    assert error.partial.requests == 50


@pytest.mark.anyio
async def test_c2_an_output_correction_is_a_turn() -> None:
    model = ScriptedModel().text("x")
    error = await failure(Agent(model, output=int, max_turns=1).run("go"))
    assert isinstance(error, LoopError)


@pytest.mark.anyio
async def test_c2_answers_are_stamped_and_usage_is_added() -> None:
    tool = does("done")
    model = ScriptedModel().respond(answer("", call(), finish="tool_call", raw="calls", tokens=7))
    model.respond(answer("ok", finish="stop", raw="end", tokens=8))
    result = await Agent(model, tools=[tool]).run("go", run_id="r", conversation_id="c")
    stamps = [(m.run_id, m.conversation_id, m.finish_reason, m.finish_reason_raw) for m in result.messages]
    assert stamps == [
        ("r", "c", None, ""),
        ("r", "c", "tool_call", "calls"),
        ("r", "c", None, ""),
        ("r", "c", "stop", "end"),
    ]
    assert (result.usage.input, result.usage.output) == (15, 10)
    assert (result.requests, result.tool_calls, result.finish_reason) == (2, 1, "stop")


def kept(error: RunError) -> list[tuple[str, str]]:
    return [(m.role, m.content) for m in error.partial.messages]


@pytest.mark.parametrize(
    ("limit", "kind", "actual"),
    [
        (UsageLimit(input=9), "input", 10),
        (UsageLimit(output=4), "output", 5),
        (UsageLimit(total=14), "total", 15),
    ],
)
@pytest.mark.anyio
async def test_c3_the_answer_that_crosses_a_token_limit_is_kept_and_its_calls_are_closed(
    limit: UsageLimit, kind: str, actual: int
) -> None:
    tool, heard = does(AssertionError("it ran")), Heard()
    model = ScriptedModel().calls(call(call_id="a"), call(call_id="b"), text="calling")
    error = await failure(Agent(model, tools=[tool], usage_limit=limit).run("go", observers=[heard]))
    assert isinstance(error, LimitError)
    assert error.data.limit is not None
    assert (error.data.limit.kind, error.data.limit.limit, error.data.limit.actual) == (kind, actual - 1, actual)
    assert error.data.message == f"the limit of {actual - 1} {kind} is reached: {actual}"
    assert kept(error) == [("user", "go"), ("assistant", "calling"), ("tool", NOT_STARTED), ("tool", NOT_STARTED)]
    assert heard.kinds == ["run_start", "model_start", "model_end", "limit", "run_end"]
    assert error.partial.usage.input == 10


@pytest.mark.anyio
async def test_c3_a_final_answer_that_crosses_a_limit_is_kept_as_evidence() -> None:
    error = await failure(Agent(ScriptedModel().text("ok"), usage_limit=UsageLimit(total=14)).run("go"))
    assert kept(error) == [("user", "go"), ("assistant", "ok")]


@pytest.mark.parametrize("limit", [UsageLimit(input=10), UsageLimit(output=5), UsageLimit(total=15), UsageLimit()])
@pytest.mark.anyio
async def test_c3_what_stays_within_a_limit_goes_on(limit: UsageLimit) -> None:
    assert (await Agent(ScriptedModel().text("ok"), usage_limit=limit).run("go")).output == "ok"


@pytest.mark.anyio
async def test_c3_tokens_add_up_over_the_answers_of_a_run_and_not_over_runs() -> None:
    tool = does("done")
    model = ScriptedModel().text("ok").text("ok").call(tool).text("never seen")
    agent = Agent(model, tools=[tool], usage_limit=UsageLimit(input=19))
    assert (await agent.run("go")).output == "ok"
    assert (await agent.run("go")).output == "ok"
    error = await failure(agent.run("go"))
    assert error.data.limit is not None
    assert error.data.limit.actual == 20
    assert kept(error)[-1] == ("assistant", "never seen")


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.anyio
async def test_c3_a_limit_of_requests_means_at_most_so_many(most: int) -> None:
    tool, heard = does("done"), Heard()
    model = ScriptedModel().call(tool).call(tool).call(tool)
    error = await failure(
        Agent(model, tools=[tool], usage_limit=UsageLimit(requests=most)).run("go", observers=[heard])
    )
    assert isinstance(error, LimitError)
    assert len(model.requests) == error.partial.requests == most
    assert tools_of(error.partial.messages) == ["done"] * most
    assert isinstance(heard.events[-2], LimitReached)


@pytest.mark.anyio
async def test_c3_the_last_request_that_is_allowed_may_answer() -> None:
    tool = does("done")
    model = ScriptedModel().call(tool).text("ok")
    agent = Agent(model, tools=[tool], usage_limit=UsageLimit(requests=2, tool_calls=1))
    assert (await agent.run("go")).output == "ok"


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.anyio
async def test_c3_with_n_tool_calls_left_the_first_n_of_a_batch_run(most: int) -> None:
    model = ScriptedModel().calls(call(call_id="a"), call(call_id="b"), call(call_id="c"))
    error = await failure(Agent(model, tools=[does("done")], usage_limit=UsageLimit(tool_calls=most)).run("go"))
    assert isinstance(error, LimitError)
    assert error.data.limit is not None
    assert (error.data.limit.kind, error.data.limit.limit) == ("tool_calls", most)
    assert tools_of(error.partial.messages) == ["done"] * most + [NOT_STARTED] * (3 - most)
    assert error.partial.tool_calls == most


@pytest.mark.anyio
async def test_c3_a_call_that_never_runs_does_not_count() -> None:
    model = ScriptedModel().calls(call("ghost", call_id="a"), call(call_id="b")).text("ok")
    agent = Agent(model, tools=[does("done")], usage_limit=UsageLimit(tool_calls=1))
    assert (await agent.run("go")).tool_calls == 1


@pytest.mark.anyio
async def test_c3_a_failed_request_counts() -> None:
    error = await failure(Agent(ScriptedModel().fail()).run("go"))
    assert error.partial.requests == 1


@pytest.mark.anyio
async def test_c3_a_limit_of_the_run_replaces_the_agents() -> None:
    agent = Agent(ScriptedModel().text("ok"), usage_limit=UsageLimit(requests=0))
    assert (await agent.run("go", usage_limit=UsageLimit(requests=1))).output == "ok"


@pytest.mark.anyio
async def test_c3_a_large_limit_is_told_in_full() -> None:
    model = ScriptedModel().respond(answer("ok", tokens=2_345_678))
    error = await failure(Agent(model, usage_limit=UsageLimit(input=1_234_567)).run("go"))
    assert error.data.message == "the limit of 1234567 input is reached: 2345678"


@pytest.mark.anyio
async def test_c4_length_asks_for_a_correction_of_what_is_cut_off_and_runs_what_is_whole() -> None:
    ran: list[str] = []

    def work(ctx: ToolContext, *_: object) -> str:
        ran.append(ctx.call_id)
        return "done"

    calls = [call(args="{}", call_id="a"), call(args="", call_id="b"), call(args='{"k":', call_id="c")]
    model = ScriptedModel().respond(answer("", *calls, finish="length")).text("ok")
    result = await Agent(model, tools=[make(work)]).run("go")
    done, blank, cut = tools_of(result.messages)
    assert ran == ["a", "b"]
    assert (done, blank) == ("done", "done")
    assert "cut off before the arguments were whole" in cut
    assert result.tool_calls == 2


@pytest.mark.anyio
async def test_c4_a_blank_call_at_which_the_model_was_cut_off_is_not_run() -> None:
    model = ScriptedModel().respond(answer("", call(args=""), finish="length")).text("ok")
    result = await Agent(model, tools=[does(AssertionError("it ran"))]).run("go")
    assert "cut off" in tools_of(result.messages)[0]


@pytest.mark.anyio
async def test_c4_a_cut_off_call_consumes_the_budget_of_its_tool() -> None:
    cut = answer("", call(args='{"k":', call_id="a"), finish="length")
    model = ScriptedModel().respond(cut).respond(cut)
    error = await failure(Agent(model, tools=[does("done", max_retries=1)]).run("go"))
    assert error.stage == "tool"
    assert tools_of(error.partial.messages)[-1] == NOT_STARTED
    assert error.partial.tool_calls == 0


@pytest.mark.anyio
async def test_c4_without_length_the_tool_judges_its_arguments_itself() -> None:
    ran: list[str] = []

    def work(_ctx: ToolContext, _deps: object, args: object) -> str:
        ran.append(str(args))
        return "done"

    model = ScriptedModel().respond(answer("", call(args='{"k":'), finish="tool_call")).text("ok")
    await Agent(model, tools=[make(work)]).run("go")
    assert len(ran) == 1


@pytest.mark.anyio
async def test_c4_a_text_that_was_cut_off_is_the_answer() -> None:
    result = await Agent(ScriptedModel().respond(answer("half an answ", finish="length"))).run("go")
    assert (result.output, result.finish_reason) == ("half an answ", "length")


@pytest.mark.anyio
async def test_c4_a_refusal_is_always_an_error_and_its_calls_are_closed() -> None:
    model = ScriptedModel().respond(answer("I will not.", call(), finish="refusal"))
    error = await failure(Agent(model, tools=[does(AssertionError("it ran"))]).run("go"))
    assert isinstance(error, Refused)
    assert "I will not." in str(error)
    assert kept(error) == [("user", "go"), ("assistant", "I will not."), ("tool", NOT_STARTED)]


@pytest.mark.parametrize(("finish", "kind"), [("content_filter", ContentFiltered), ("error", ServerError)])
@pytest.mark.parametrize("text", ["", "  \n"])
@pytest.mark.anyio
async def test_c4_a_filter_and_an_error_are_errors_when_nothing_usable_is_left(
    finish: str, kind: type[RunError], text: str
) -> None:
    error = await failure(Agent(ScriptedModel().respond(answer(text, finish=finish, raw="word"))).run("go"))
    assert isinstance(error, kind)
    assert "(word)" in str(error)
    assert kept(error) == [("user", "go"), ("assistant", text)]


@pytest.mark.parametrize("finish", ["content_filter", "error"])
@pytest.mark.anyio
async def test_c4_a_filter_and_an_error_leave_what_is_usable(finish: str) -> None:
    assert (await Agent(ScriptedModel().respond(answer("some", finish=finish))).run("go")).output == "some"
    model = ScriptedModel().respond(answer("", call(), finish=finish)).text("ok")
    assert tools_of((await Agent(model, tools=[does("done")]).run("go")).messages) == ["done"]


@pytest.mark.anyio
async def test_c4_a_pause_continues_and_counts_as_a_request() -> None:
    model = ScriptedModel().respond(answer("one moment", finish="pause")).text("ok")
    result = await Agent(model).run("go")
    assert (result.output, result.requests) == ("ok", 2)
    assert [(m.role, m.content) for m in model.requests[1].messages] == [("user", "go"), ("assistant", "one moment")]


@pytest.mark.anyio
async def test_c4_a_pause_stops_at_the_limits_too() -> None:
    paused = answer("", finish="pause")
    model = ScriptedModel().respond(paused).respond(paused)
    error = await failure(Agent(model, usage_limit=UsageLimit(requests=1)).run("go"))
    assert isinstance(error, LimitError)
    assert isinstance(await failure(Agent(ScriptedModel().respond(paused), max_turns=1).run("go")), LoopError)


@pytest.mark.parametrize("finish", ["stop", "other", "bored", None])
@pytest.mark.anyio
async def test_c4_any_other_reason_is_an_answer_or_calls(finish: str | None) -> None:
    assert (await Agent(ScriptedModel().respond(answer("x", finish=finish))).run("go")).output == "x"
    model = ScriptedModel().respond(answer("", call(), finish=finish)).text("ok")
    tool: Tool[object] = does("done")
    result = await Agent(model, tools=[tool]).run("go")
    assert [m for m in result.messages if m.role == "tool"] == [
        Message(
            role="tool",
            content="done",
            tool_call_id="c1",
            tool_name="work",
            run_id=result.run_id,
            conversation_id=result.conversation_id,
        )
    ]
