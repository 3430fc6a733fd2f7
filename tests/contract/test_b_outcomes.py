"""B7: what a tool may raise, where it is searched for, and which of several wins."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping

import pytest

from golem_sdk import (
    Agent,
    Canceled,
    Deferred,
    Failed,
    ModelRetry,
    RunCanceled,
    RunError,
    RunErrorData,
    Tool,
    ToolError,
    image,
)
from golem_sdk.testing import ScriptedModel
from tests.contract.kit import does, failure, make

BUG = ValueError("bug")


def chained(*errors: BaseException) -> BaseException:
    """The first, because of the second, because of the third."""
    for error, cause in itertools.pairwise(errors):
        error.__cause__ = cause
    return errors[0]


def group(*errors: Exception) -> ExceptionGroup[Exception]:
    return ExceptionGroup("several", errors)


def in_context(error: BaseException, context: BaseException) -> BaseException:
    """What is raised inside `except`, without `from`."""
    error.__context__ = context
    return error


def child(cause: BaseException | None, stage: str = "tool") -> RunError:
    """The failure of a run that the tool started."""
    kind = RunCanceled if stage == "canceled" else ToolError
    error = kind(RunErrorData(stage=stage, message="the child failed"))
    error.__cause__ = cause
    return error


def cyclic() -> BaseException:
    member = ValueError("of itself")
    member.__cause__ = group(member)
    return member.__cause__


TABLE: Mapping[str, tuple[Callable[[], BaseException], str]] = {
    "Failed": (lambda: Failed("no"), "failed"),
    "ModelRetry": (lambda: ModelRetry("no"), "retry"),
    "Canceled": (lambda: Canceled("no"), "canceled"),
    "Canceled without a reason": (lambda: Canceled(), "canceled"),
    "Deferred": (lambda: Deferred("approval", "no"), "deferred"),
    "a bug": (lambda: BUG, "abort"),
    "an assertion": (lambda: AssertionError(), "abort"),
    "a timeout": (lambda: TimeoutError(), "abort"),
    # Chains.
    "a bug because of Failed": (lambda: chained(ValueError(), Failed("no")), "failed"),
    "a bug because of a bug because of ModelRetry": (
        lambda: chained(ValueError(), KeyError(), ModelRetry("no")),
        "retry",
    ),
    "Failed because of a bug": (lambda: chained(Failed("no"), ValueError()), "failed"),
    "ModelRetry because of Failed": (lambda: chained(ModelRetry("no"), Failed("no")), "failed"),
    "ModelRetry because of Canceled": (lambda: chained(ModelRetry("no"), Canceled("no")), "canceled"),
    "Failed because of Deferred": (lambda: chained(Failed("no"), Deferred("approval", "no")), "deferred"),
    # Contexts are never searched.
    "a bug while ModelRetry is handled": (lambda: in_context(KeyError("bug"), ModelRetry("no")), "abort"),
    "a bug while Canceled is handled": (lambda: in_context(KeyError("bug"), Canceled("no")), "abort"),
    "a bug because of a bug while Failed is handled": (
        lambda: chained(ValueError(), in_context(KeyError(), Failed("no"))),
        "abort",
    ),
    "Failed while a bug is handled": (lambda: in_context(Failed("no"), KeyError()), "failed"),
    # Groups.
    "a group of Failed": (lambda: group(Failed("no")), "failed"),
    "a group of ModelRetry and Failed": (lambda: group(ModelRetry("no"), Failed("no")), "failed"),
    "a group of Failed and Deferred": (lambda: group(Failed("no"), Deferred("external", "no")), "deferred"),
    "a group of Failed and a bug": (lambda: group(Failed("no"), ValueError()), "abort"),
    "a group of a bug and Deferred": (lambda: group(ValueError(), Deferred("approval", "no")), "abort"),
    "a group of a bug and Canceled": (lambda: group(ValueError(), Canceled("no")), "canceled"),
    "a group of bugs": (lambda: group(ValueError(), KeyError()), "abort"),
    "a group whose bug was caused by Failed": (
        lambda: ExceptionGroup("several", [ModelRetry("no"), _exception(chained(ValueError(), Failed("no")))]),
        "failed",
    ),
    "a group in a group of Canceled": (lambda: group(ValueError(), group(KeyError(), Canceled("no"))), "canceled"),
    "a group in a group of ModelRetry": (lambda: group(group(ModelRetry("no"))), "retry"),
    "a group in a group with a bug": (lambda: group(Failed("no"), group(ValueError())), "abort"),
    "a group with a cause": (lambda: chained(group(Failed("no")), ValueError()), "failed"),
    "a group in a group with a cause": (
        lambda: group(_exception(chained(group(Failed("no")), ValueError()))),
        "failed",
    ),
    "a bug because of a group of ModelRetry": (lambda: chained(ValueError(), group(ModelRetry("no"))), "retry"),
    "a bug because of a group with a bug": (lambda: chained(KeyError(), group(Failed("no"), ValueError())), "abort"),
    # By the letter of the rule: the members of a group in the chain count, though Failed stands outside.
    "Failed because of a group with a bug": (lambda: chained(Failed("no"), group(ValueError())), "abort"),
    "a group that is the cause of its member": (cyclic, "abort"),
    "a group with a cancellation of nobody": (
        lambda: BaseExceptionGroup("several", [asyncio.CancelledError(), Failed("no")]),
        "abort",
    ),
    "a group with a cancellation of nobody and Canceled": (
        lambda: BaseExceptionGroup("several", [asyncio.CancelledError(), Canceled("no")]),
        "canceled",
    ),
    # The failure of another run.
    "a child that failed": (lambda: child(ValueError()), "abort"),
    "a child that used up its corrections": (lambda: child(ModelRetry("no")), "abort"),
    "a child that failed for good": (lambda: child(Failed("no")), "abort"),
    "a child that deferred": (lambda: child(Deferred("approval", "no")), "abort"),
    "a child that cancelled": (lambda: child(Canceled("no"), "canceled"), "canceled"),
    "a child that cancelled in a chain": (
        lambda: child(chained(ValueError(), Canceled("no")), "canceled"),
        "canceled",
    ),
    "a child of a child that cancelled": (
        lambda: child(child(Canceled("no"), "canceled"), "canceled"),
        "canceled",
    ),
    "a group of a child that cancelled": (lambda: group(child(Canceled("no"), "canceled")), "canceled"),
    "a group of Failed and a child that failed": (lambda: group(Failed("no"), child(ModelRetry("no"))), "abort"),
    "Failed because of a child that failed": (lambda: chained(Failed("no"), child(ValueError())), "failed"),
}


def _exception(error: BaseException) -> Exception:
    assert isinstance(error, Exception)
    return error


async def effect(error: BaseException) -> tuple[str, str]:
    """What the run made of it, and what the model or the caller was told."""
    return await effect_of(does(error))


async def effect_of(tool: Tool[object]) -> tuple[str, str]:
    model = ScriptedModel().call(tool).text("ok")
    try:
        result = await Agent(model, tools=[tool]).run("go")
    except RunCanceled as canceled:
        return "canceled", canceled.reason
    except ToolError as failed:
        return ("deferred" if "wants to wait" in failed.data.message else "abort"), failed.data.message
    message = result.messages[2]
    return ("failed" if message.failed else "retry"), message.content


@pytest.mark.parametrize("what", TABLE)
@pytest.mark.anyio
async def test_b7_table(what: str) -> None:
    error, expected = TABLE[what]
    assert (await effect(error()))[0] == expected


@pytest.mark.parametrize("thread", [True, False])
@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (Failed("no"), "failed"),
        (ModelRetry("no"), "retry"),
        (Canceled("no"), "canceled"),
        (Deferred("approval", "no"), "deferred"),
        (ValueError("no"), "abort"),
    ],
)
@pytest.mark.anyio
async def test_b7_it_does_not_matter_where_the_tool_runs(error: Exception, expected: str, thread: bool) -> None:
    async def work_async(*_: object) -> str:
        raise error

    def work(*_: object) -> str:
        raise error

    assert (await effect_of(make(work, thread=thread)))[0] == expected
    assert (await effect_of(make(work_async, thread=thread)))[0] == expected


@pytest.mark.anyio
async def test_b7_the_reason_of_failed_is_the_result_and_may_carry_parts() -> None:
    picture = image(url="https://h/x.png")
    tool = does(Failed("out of stock", parts=[picture]))
    result = await Agent(ScriptedModel().call(tool).text("ok"), tools=[tool]).run("go")
    message = result.messages[2]
    assert (message.content, message.parts, message.failed) == ("out of stock", (picture,), True)
    assert (message.tool_call_id, message.tool_name) == ("call_1", "work")


@pytest.mark.anyio
async def test_b7_a_result_is_not_flagged_failed_and_a_rejection_neither() -> None:
    tool = does(ModelRetry("which one?"), "done")
    result = await Agent(ScriptedModel().call(tool).call(tool).text("ok"), tools=[tool]).run("go")
    assert [m.failed for m in result.messages if m.role == "tool"] == [False, False]
    assert "which one?" in result.messages[2].content


@pytest.mark.parametrize("error", [Failed("no"), ModelRetry("no")])
@pytest.mark.anyio
async def test_b7_only_model_retry_uses_up_the_budget(error: Exception) -> None:
    tool = does(error, max_retries=1)
    model = ScriptedModel().call(tool).call(tool).text("ok")
    agent = Agent(model, tools=[tool])
    if isinstance(error, Failed):
        assert (await agent.run("go")).output == "ok"
    else:
        assert (await failure(agent.run("go"))).stage == "tool"


@pytest.mark.anyio
async def test_b7_a_pause_is_not_there_yet_and_says_so() -> None:
    kind, told = await effect(Deferred("external", "waits for the bank"))
    assert kind == "deferred"
    assert told == "tool work wants to wait (external), and runs cannot pause yet"


@pytest.mark.parametrize("error", [KeyError("k"), RuntimeError()])
@pytest.mark.anyio
async def test_b7_an_abort_names_the_tool_and_what_it_raised(error: Exception) -> None:
    kind, told = await effect(error)
    assert kind == "abort"
    assert told == f"tool work failed: {str(error) or type(error).__name__}"


class Mute(Exception):
    """An exception that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


@pytest.mark.anyio
async def test_b7_an_exception_that_cannot_be_printed_is_an_ordinary_failure() -> None:
    kind, told = await effect(Mute())
    assert (kind, told) == ("abort", "tool work failed: Mute")


@pytest.mark.anyio
async def test_b7_causes_that_go_round_in_a_circle_are_searched_once() -> None:
    tool = does(cyclic())
    error = await failure(Agent(ScriptedModel().call(tool), tools=[tool]).run("go"))
    assert error.find(KeyError) is None
    assert isinstance(error.find(ValueError), ValueError)


@pytest.mark.anyio
async def test_b7_an_exception_in_place_of_a_reason_stands_for_its_text() -> None:
    for error, expected in ((Failed, "failed"), (ModelRetry, "retry"), (Canceled, "canceled")):
        kind, told = await effect(error(ValueError("why")))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # a common slip
        assert kind == expected
        assert "why" in told
