"""B12, B13, B16: correction budgets, calls of tools that are not there, and which tools a model may call."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from golem_sdk import (
    NOT_STARTED,
    OUTCOME_UNKNOWN,
    Agent,
    Auto,
    JsonValue,
    ModelRetry,
    NoTools,
    Only,
    Request,
    Required,
    ToolChoice,
    ToolContext,
)
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.testing import ScriptedModel
from tests.contract.kit import answer, call, does, failure, make, tools_of

AGAIN = ModelRetry("try again")


@pytest.mark.parametrize(
    ("own", "default", "allowed"), [(None, None, 1), (None, 0, 0), (None, 2, 2), (0, 2, 0), (3, 0, 3)]
)
@pytest.mark.anyio
async def test_b12_the_budget_is_the_tools_own_else_the_agents(
    own: int | None, default: int | None, allowed: int
) -> None:
    tool = does(AGAIN, max_retries=own)
    model = ScriptedModel()
    for _ in range(allowed + 1):
        model.call(tool)
    with model:
        agent = Agent(model, tools=[tool]) if default is None else Agent(model, tools=[tool], tool_retries=default)
        error = await failure(agent.run("go"))
    assert error.stage == "tool"
    assert f"called wrongly {allowed + 1} times, {allowed} corrections are allowed: try again" in str(error)
    assert error.find(ModelRetry) is AGAIN
    assert tools_of(error.partial.messages)[-1] == OUTCOME_UNKNOWN
    assert error.partial.tool_calls == allowed + 1


@pytest.mark.anyio
async def test_b12_the_last_rejection_is_in_the_chain() -> None:
    first, last = ModelRetry("first"), ModelRetry("last")
    tool = does(first, last)
    error = await failure(Agent(ScriptedModel().call(tool).call(tool), tools=[tool]).run("go"))
    assert error.find(ModelRetry) is last
    assert [cause.message for cause in error.data.cause] == ["last"]


@pytest.mark.anyio
async def test_b12_each_tool_has_its_own_budget_in_each_run() -> None:
    a, b = does(AGAIN, "done", AGAIN, "done", name="a"), does(AGAIN, "done", name="b")
    model = ScriptedModel().call(a).call(b).call(a).call(b).text("one").call(a).call(a).text("two")
    agent = Agent(model, tools=[a, b])
    assert (await agent.run("go")).output == "one"
    assert (await agent.run("go")).output == "two"


@pytest.mark.anyio
async def test_b12_counters_do_not_restart_in_an_output_correction() -> None:
    tool = does(AGAIN, "done", AGAIN)
    model = ScriptedModel().call(tool).call(tool).text("no number").call(tool)
    error = await failure(Agent(model, output=int, tools=[tool]).run("go"))
    assert error.stage == "tool"
    assert "called wrongly 2 times" in str(error)


@pytest.mark.anyio
async def test_b12_a_success_does_not_refill_the_budget() -> None:
    tool = does(AGAIN, "done", AGAIN)
    error = await failure(Agent(ScriptedModel().call(tool).call(tool).call(tool), tools=[tool]).run("go"))
    assert error.stage == "tool"


@pytest.mark.anyio
async def test_b12_the_attempt_rises_with_each_correction() -> None:
    seen: list[int] = []

    def work(ctx: ToolContext, *_: object) -> str:
        seen.append(ctx.attempt)
        raise AGAIN

    tool = make(work, max_retries=2)
    await failure(Agent(ScriptedModel().call(tool).call(tool).call(tool), tools=[tool]).run("go"))
    assert seen == [1, 2, 3]


@pytest.mark.anyio
async def test_b13_an_unknown_tool_is_answered_with_the_advertised_names_and_the_others_run() -> None:
    a, b = does("did a", name="a"), does("did b", name="b")
    model = ScriptedModel().calls(call("c", call_id="1"), call("a", call_id="2")).text("ok")
    result = await Agent(model, tools=[a, b]).run("go")
    rejection, done = tools_of(result.messages)
    assert "There is no tool named 'c'. The tools are: a, b." in rejection
    assert done == "did a"
    assert result.tool_calls == 1
    assert [m.failed for m in result.messages if m.role == "tool"] == [False, False]


@pytest.mark.anyio
async def test_b13_a_hidden_tool_never_runs() -> None:
    shown, hidden = does("shown", name="shown"), does(AssertionError("it ran"), name="hidden")
    model = ScriptedModel().call(hidden).text("ok")
    result = await Agent(model, tools=[shown, hidden]).run("go", tool_choice=Only(names=("shown",)))
    assert "There is no tool named 'hidden'. The tools are: shown." in tools_of(result.messages)[0]


@pytest.mark.parametrize("retries", [0, 1, 3])
@pytest.mark.anyio
async def test_b13_the_budget_is_the_agents_and_spent_it_is_stage_tool(retries: int) -> None:
    model = ScriptedModel()
    for _ in range(retries):
        model.calls(call("ghost"))
    model.calls(call("ghost", call_id="x"), call("work", call_id="y"))
    error = await failure(Agent(model, tools=[does("done")], tool_retries=retries).run("go"))
    assert error.stage == "tool"
    assert "ghost" in str(error)
    assert tools_of(error.partial.messages)[-2:] == [NOT_STARTED, NOT_STARTED]
    assert error.partial.tool_calls == 0


@pytest.mark.anyio
async def test_b13_an_agent_without_tools_says_that_there_are_none() -> None:
    result = await Agent(ScriptedModel().calls(call("ghost")).text("ok")).run("go")
    assert "The tools are: none." in tools_of(result.messages)[0]


TOOLS = (does("a", name="a"), does("b", name="b"), does("n", name="none"))


async def asked(choice: ToolChoice | None) -> Request:
    model = ScriptedModel().text("ok")
    await Agent(model, tools=TOOLS, tool_choice=choice).run("go")
    return model.requests[0]


def wire(request: Request) -> Mapping[str, JsonValue]:
    value: Mapping[str, JsonValue] = json.loads(OpenAIChatAdapter("m").encode(request).body)
    return value


@pytest.mark.parametrize(
    ("choice", "names", "flag"),
    [
        (None, ["a", "b", "none"], None),
        (Auto(), ["a", "b", "none"], "auto"),
        (NoTools(), ["a", "b", "none"], "none"),
        (Required(), ["a", "b", "none"], "required"),
        (Only(names=("b",)), ["b"], {"type": "function", "function": {"name": "b"}}),
        (Only(names=("none",)), ["none"], {"type": "function", "function": {"name": "none"}}),
    ],
)
@pytest.mark.anyio
async def test_b16_a_choice_is_a_value_and_only_advertises_what_it_names(
    choice: ToolChoice | None, names: list[str], flag: JsonValue
) -> None:
    request = await asked(choice)
    assert [tool.name for tool in request.tools] == names
    assert request.tool_choice == choice
    assert wire(request).get("tool_choice") == flag


@pytest.mark.anyio
async def test_b16_several_names_are_advertised_and_sent() -> None:
    request = await asked(Only(names=("none", "a")))
    assert [tool.name for tool in request.tools] == ["a", "none"]
    assert "required" in json.dumps(wire(request)["tool_choice"])


@pytest.mark.anyio
async def test_b16_the_runs_choice_replaces_the_agents() -> None:
    model = ScriptedModel().text("ok")
    await Agent(model, tools=TOOLS, tool_choice=NoTools()).run("go", tool_choice=Only(names=("a",)))
    assert model.requests[0].tool_choice == Only(names=("a",))


@pytest.mark.anyio
async def test_b16_no_tools_means_that_none_is_run() -> None:
    forbidden = does(AssertionError("it ran"))
    model = ScriptedModel().call(forbidden).text("ok")
    result = await Agent(model, tools=[forbidden], tool_choice=NoTools()).run("go")
    assert "The tools are: none." in tools_of(result.messages)[0]


@pytest.mark.parametrize("choice", [Required(), Only(names=("work",))])
@pytest.mark.anyio
async def test_b16_a_demand_holds_until_there_is_a_result(choice: ToolChoice) -> None:
    tool = does("done")
    model = ScriptedModel().respond(answer("", finish="pause")).call(tool).text("ok")
    await Agent(model, tools=[tool], tool_choice=choice).run("go")
    assert [request.tool_choice for request in model.requests] == [choice, choice, Auto()]


@pytest.mark.anyio
async def test_b16_results_of_the_history_do_not_lift_a_demand() -> None:
    tool = does("done")
    before = await Agent(ScriptedModel().call(tool).text("ok"), tools=[tool]).run("go")
    model = ScriptedModel().text("ok")
    await Agent(model, tools=[tool], tool_choice=Required()).run("again", history=before.messages)
    assert model.requests[0].tool_choice == Required()
