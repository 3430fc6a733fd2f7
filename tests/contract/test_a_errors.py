"""A9, A10: a failure is data as well as an exception; it crosses processes, and its run resumes from it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import cast, get_args

import pytest

from golem_sdk import (
    Agent,
    Canceled,
    DecodeError,
    Deferred,
    Evidence,
    LimitError,
    LoopError,
    ModelError,
    ModelRetry,
    PrepareError,
    RunCanceled,
    RunContext,
    RunError,
    RunErrorData,
    RunFailed,
    ToolError,
    UsageLimit,
    dump_messages,
)
from golem_sdk import errors as tree
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import ErrorKind
from tests.contract.kit import answer, call, does, failure, repairs


def unlucky(_ctx: RunContext, _deps: object) -> str:
    raise KeyError("tenant") from LookupError("no row")


async def in_prepare() -> RunError:
    return await failure(Agent(ScriptedModel(), dynamic_instructions=unlucky).run("go"))


async def in_model() -> RunError:
    return await failure(Agent(ScriptedModel().fail("rate_limited", "slow down", retry_after=7)).run("go"))


async def in_later_model() -> RunError:
    tool = does("done")
    return await failure(Agent(ScriptedModel().call(tool).fail(), tools=[tool]).run("go"))


async def in_tool() -> RunError:
    bug = RuntimeError("broken")
    bug.__cause__ = ValueError("the reason")
    good, bad = does("done", name="good"), does(bug, name="bad")
    calls = (call("good", call_id="a"), call("bad", call_id="b"), call("good", call_id="c"))
    model = ScriptedModel().calls(*calls)
    return await failure(Agent(model, tools=[good, bad]).run("go"))


async def in_correction() -> RunError:
    tool = does(ModelRetry("try again"), max_retries=0)
    return await failure(Agent(ScriptedModel().call(tool), tools=[tool]).run("go"))


async def in_deferral() -> RunError:
    tool = does(Deferred("approval", "ask first"))
    return await failure(Agent(ScriptedModel().call(tool), tools=[tool]).run("go"))


async def in_decode() -> RunError:
    return await failure(Agent(ScriptedModel().text("x"), output=int, output_retries=0).run("go"))


async def in_usage() -> RunError:
    tool = does("done")
    model = ScriptedModel().call(tool)
    return await failure(Agent(model, tools=[tool], usage_limit=UsageLimit(total=14)).run("go"))


async def in_loop() -> RunError:
    tool = does("done")
    return await failure(Agent(ScriptedModel().call(tool), tools=[tool], max_turns=1).run("go"))


async def in_canceled() -> RunError:
    tool = does(Canceled("enough"))
    return await failure(Agent(ScriptedModel().calls(call(call_id="a"), call(call_id="b")), tools=[tool]).run("go"))


FAILURES: Mapping[str, tuple[Callable[[], Awaitable[RunError]], str, type[RunError]]] = {
    "prepare": (in_prepare, "prepare", PrepareError),
    "model": (in_model, "model", tree.RateLimited),
    "a later model request": (in_later_model, "model", tree.ServerError),
    "tool": (in_tool, "tool", ToolError),
    "spent corrections": (in_correction, "tool", ToolError),
    "deferral": (in_deferral, "tool", ToolError),
    "decode": (in_decode, "decode", DecodeError),
    "usage": (in_usage, "usage", LimitError),
    "loop": (in_loop, "loop", LoopError),
    "canceled": (in_canceled, "canceled", RunCanceled),
}

each_failure = pytest.mark.parametrize("name", FAILURES)


@each_failure
@pytest.mark.anyio
async def test_a9_each_stage_has_its_class_below_one_of_two_branches(name: str) -> None:
    fail, stage, kind = FAILURES[name]
    error = await fail()
    assert type(error) is kind
    assert error.stage == error.data.stage == stage
    assert str(error).startswith(f"stage {stage}: ")
    assert isinstance(error, RunCanceled) != isinstance(error, RunFailed)


@each_failure
@pytest.mark.anyio
async def test_a9_causes_are_outermost_first_and_live(name: str) -> None:
    error = await FAILURES[name][0]()
    cause, live = error.__cause__, list[tuple[str, str]]()
    while cause is not None:
        live.append((type(cause).__name__, str(cause)))
        cause = cause.__cause__
    assert [(link.type, link.message) for link in error.data.cause] == live


@pytest.mark.anyio
async def test_a9_the_chain_says_what_happened() -> None:
    tool, prepare, model = await in_tool(), await in_prepare(), await in_model()
    assert [(c.type, c.message) for c in tool.data.cause] == [("RuntimeError", "broken"), ("ValueError", "the reason")]
    assert [c.type for c in prepare.data.cause] == ["KeyError", "LookupError"]
    assert [c.type for c in model.data.cause] == ["ApiError"]
    assert (await in_loop()).data.cause == ()


READER = """
import json, sys
from golem_sdk import Canceled, RunError, dump_messages
read = []
for text in json.load(sys.stdin):
    error = RunError.from_json(text)
    read.append({
        "class": type(error).__name__,
        "text": str(error),
        "again": error.to_json(),
        "messages": dump_messages(error.partial.messages),
        "found": error.find(Canceled) is not None,
        "cause": str(error.__cause__),
        "reason": error.data.canceled_reason,
    })
json.dump(read, sys.stdout)
"""


@pytest.mark.anyio
async def test_a9_every_failure_loads_in_another_process_as_it_was() -> None:
    errors = [await fail() for fail, _, _ in FAILURES.values()]
    text = json.dumps([error.to_json() for error in errors])
    done = subprocess.run([sys.executable, "-c", READER], input=text, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [
        {
            "class": type(error).__name__,
            "text": str(error),
            "again": error.to_json(),
            "messages": dump_messages(error.partial.messages),
            "found": False,
            "cause": "None",
            "reason": error.data.canceled_reason,
        }
        for error in errors
    ]


@each_failure
@pytest.mark.anyio
async def test_a9_the_run_resumes_from_what_was_loaded_with_nothing_to_repair(name: str) -> None:
    error = RunError.from_json((await FAILURES[name][0]()).to_json())
    assert await repairs(Agent(ScriptedModel().text("ok")), error.partial.messages) == []


@pytest.mark.anyio
async def test_a9_canceled_is_found_among_live_exceptions_and_its_reason_survives() -> None:
    error = await in_canceled()
    found = error.find(Canceled)
    assert found is not None
    assert found.reason == "enough"
    assert isinstance(error, RunCanceled)
    assert error.reason == error.data.canceled_reason == "enough"
    loaded = RunError.from_json(error.to_json())
    assert loaded.find(Canceled) is None
    assert isinstance(loaded, RunCanceled)
    assert loaded.reason == "enough"


@pytest.mark.parametrize("kind", get_args(ErrorKind.__value__))
@pytest.mark.anyio
async def test_a9_each_kind_of_model_failure_has_its_class(kind: str) -> None:
    model = ScriptedModel().fail(cast("ErrorKind", kind), "told", status=418, headers={"x-a": "b"}, retry_after=2.5)
    error = await failure(Agent(model).run("go"))
    name = {"timeout": "RequestTimeout", "other": "ModelError"}.get(kind, kind.title().replace("_", ""))
    assert type(error).__name__ == name
    assert isinstance(error, ModelError)
    assert error.stage == "model"
    assert error.data.provider is not None
    assert error.data.provider.kind == kind
    assert (error.status, dict(error.headers), error.retry_after, error.request_id) == (418, {"x-a": "b"}, 2.5, "")
    assert type(RunError.from_json(error.to_json())) is type(error)


def test_a9_a_stage_and_a_kind_of_a_newer_writer_load() -> None:
    later = RunError.from_json('{"stage":"later","message":"m","new":{"b":1,"a":2}}')
    assert type(later) is RunFailed
    assert later.to_json() == '{"stage":"later","message":"m","new":{"b":1,"a":2}}'
    loaded = RunError.from_json('{"stage":"model","message":"m","provider":{"kind":"bored"}}')
    assert type(loaded) is ModelError
    assert loaded.to_json() == '{"stage":"model","message":"m","provider":{"kind":"bored"}}'


def test_a9_the_tree_is_drawn_in_its_docstring() -> None:
    classes = [getattr(tree, name) for name in tree.__all__]
    names = [c.__name__ for c in classes if isinstance(c, type)]
    assert tree.__doc__ is not None
    assert [name for name in names if name not in tree.__doc__] == []


@pytest.mark.anyio
async def test_a9_a_model_that_raises_anything_fails_at_stage_model() -> None:
    error = await failure(Agent(ScriptedModel()).run("go"))
    assert type(error) is ModelError
    assert error.data.provider is not None
    assert error.data.provider.kind == "other"
    assert "scripted" in str(error)
    assert [c.type for c in error.data.cause] == ["AssertionError"]


@pytest.mark.anyio
async def test_a9_bad_arguments_of_run_are_plain_value_errors() -> None:
    with pytest.raises(ValueError, match="without a prompt") as caught:
        await Agent(ScriptedModel()).run()
    assert not isinstance(caught.value, RunError)


KEYS = ["messages", "newMessages", "usage", "finishReason", "requests", "toolCalls", "runId", "conversationId"]


@pytest.mark.anyio
async def test_a10_results_and_failures_share_one_shape() -> None:
    tool = does("done")
    result = await Agent(ScriptedModel().call(tool).text("ok"), tools=[tool], instructions="Be.").run("go")
    error = await in_tool()
    assert type(result.evidence) is type(error.partial) is Evidence
    assert list(result.evidence.to_value()) == list(error.partial.to_value()) == KEYS
    assert (result.evidence.cost, result.evidence.pending, result.evidence.children) == (None, None, ())


@pytest.mark.anyio
async def test_a10_the_system_message_is_at_index_0_and_no_new_message() -> None:
    result = await Agent(ScriptedModel().text("ok"), instructions="Be.").run("go")
    assert [m.role for m in result.messages] == ["system", "user", "assistant"]
    assert result.new_messages == result.messages[1:]


@each_failure
@pytest.mark.anyio
async def test_a10_every_failure_carries_evidence_with_the_prompt(name: str) -> None:
    error = await FAILURES[name][0]()
    partial = error.partial
    assert error.data.partial is not None
    assert [m.content for m in partial.messages if m.role == "user"] == ["go"]
    assert partial.new_messages == partial.messages
    assert partial.run_id
    assert partial.conversation_id
    assert all(m.run_id == partial.run_id for m in partial.new_messages)


@pytest.mark.anyio
async def test_a10_a_failure_before_anything_happened_holds_the_prompt() -> None:
    partial = (await in_prepare()).partial
    assert [m.content for m in partial.messages] == ["go"]
    assert (partial.requests, partial.tool_calls, partial.usage.input) == (0, 0, 0)


@pytest.mark.anyio
async def test_a10_counts_are_those_of_this_run() -> None:
    partial = (await in_tool()).partial
    assert (partial.requests, partial.tool_calls) == (1, 2)
    assert (partial.usage.input, partial.usage.output, partial.finish_reason) == (10, 5, "tool_call")
    assert (await in_model()).partial.requests == 1


@pytest.mark.anyio
async def test_a10_evidence_of_a_failure_is_kept_in_the_error_data() -> None:
    error = await in_decode()
    assert RunErrorData.model_validate_json(error.to_json()) == error.data
    assert error.partial.messages[-1].content == "x"
    filtered = ScriptedModel().respond(answer("", finish="content_filter", raw="blocked"))
    assert (await failure(Agent(filtered).run("go"))).partial.messages[-1].finish_reason_raw == "blocked"
