"""Scripts, and the model that follows one without a network."""

from __future__ import annotations

import pytest

from golem_sdk import Agent, ModelError, RateLimited
from golem_sdk.testing import Script, ScriptedModel, call
from golem_wire.canonical import Message, Response, Usage
from tests.testing.kit import RefundArgs, Roster, get_player_name, refund

pytestmark = pytest.mark.anyio

ANNE = Roster("Anne")


def agent_of(model: ScriptedModel) -> Agent[Roster, str]:
    return Agent(model, deps_type=Roster, tools=[get_player_name, refund])


async def test_typed_calls_run_and_requests_are_recorded() -> None:
    model = ScriptedModel()
    model.call(get_player_name).call(refund, RefundArgs(cents=5)).text("done")
    with model:
        result = await agent_of(model).run("go", deps=ANNE)
    assert result.output == "done"
    assert [message.content for message in result.messages if message.role == "tool"] == ["Anne", "5 cents to Anne"]
    assert [len(request.messages) for request in model.requests] == [1, 3, 5]
    assert [tool.name for tool in model.requests[0].tools] == ["get_player_name", "refund"]


def test_arguments_are_the_text_that_a_model_would_write() -> None:
    given = [None, RefundArgs(cents=5), {"cents": 6}, '{"cents": 7', ""]
    assert [call(refund, args).args.text for args in given] == ["{}", '{"cents":5}', '{"cents":6}', '{"cents": 7', ""]


def test_calls_without_an_id_get_one_each_and_given_ids_stay() -> None:
    script = Script().calls(call(refund), call(refund, id="mine")).call(refund)
    ids = [c.id for step in script.steps if isinstance(step, Response) for c in step.message.tool_calls]
    assert ids == ["call_1", "mine", "call_2"]


async def test_a9_a_scripted_failure_is_the_typed_error_of_its_kind() -> None:
    model = ScriptedModel("gpt-x")
    model.fail("rate_limited", "slow down", retry_after=2, headers={"x-ratelimit-reset-requests": "1s"})
    with model, pytest.raises(RateLimited, match="slow down") as caught:
        await agent_of(model).run("go", deps=ANNE)
    error = caught.value
    assert (error.status, error.retry_after, error.details.model) == (429, 2, "gpt-x")
    assert error.headers["x-ratelimit-reset-requests"] == "1s"


async def test_exact_responses_pass_as_they_are() -> None:
    answer = Response(
        message=Message(role="assistant", content="cut"), usage=Usage(input=1, output=2), finish_reason="length"
    )
    model = ScriptedModel()
    with model:
        model.respond(answer)
        result = await agent_of(model).run("go", deps=ANNE)
    assert (result.finish_reason, result.usage) == ("length", Usage(input=1, output=2))


def test_steps_that_are_left_over_are_an_error() -> None:
    with pytest.raises(AssertionError, match="2 of 2 steps of the script were not asked for"), ScriptedModel() as model:
        model.text("a").text("b")


async def test_a_request_too_many_is_an_error_then_and_at_the_end() -> None:
    async def block() -> None:
        with ScriptedModel() as model:
            model.call(get_player_name)
            with pytest.raises(ModelError, match="request 2: the script has 1 steps"):
                await agent_of(model).run("go", deps=ANNE)

    with pytest.raises(AssertionError, match="the script has 1 steps, and 2 requests were made"):
        await block()


def test_the_blocks_own_error_is_not_replaced() -> None:
    def block() -> None:
        with ScriptedModel() as model:
            model.text("never")
            raise KeyError

    with pytest.raises(KeyError):
        block()
