"""A11, B1, B2: a tool is a value, runs where it says, and decodes its arguments only when it is told to."""

from __future__ import annotations

import dataclasses
import functools
import json
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from golem_sdk import (
    Agent,
    Args,
    JsonValue,
    ModelRetry,
    Tool,
    ToolContext,
    ToolResult,
    ToolReturn,
    image,
    plain_tool,
    tool,
)
from golem_sdk.testing import ScriptedModel
from tests.contract.kit import NOTHING, answer, call, make, tools_of

TENANT: ContextVar[str] = ContextVar("tenant", default="nobody")


class Refund(BaseModel):
    """What a refund needs."""

    cents: int = Field(gt=0)
    reason: str
    mode: Literal["cash", "card"] = "card"


class Scores(BaseModel):
    """Many numbers."""

    points: list[int]


@dataclass(frozen=True)
class Ledger:
    owner: str


async def ran(one: Tool[object], args: str = "{}") -> str:
    """What the tool's result says, when a model calls it with these arguments."""
    result = await Agent(ScriptedModel().call(one, args).text("ok"), tools=[one]).run("go")
    return tools_of(result.messages)[0]


def thread_name(_ctx: ToolContext, _deps: object, _args: Args) -> str:
    return threading.current_thread().name


async def thread_name_async(_ctx: ToolContext, _deps: object, _args: Args) -> str:
    return threading.current_thread().name


class ThreadName:
    """A callable object whose call is async."""

    async def __call__(self, _ctx: ToolContext, _deps: object, _args: Args) -> str:
        return threading.current_thread().name


def test_a11_metadata_is_plain_data_that_can_be_read_without_executing_anything() -> None:
    def never(_ctx: ToolContext, _deps: object, _args: Args) -> str:
        raise AssertionError

    one = make(never, "lookup", schema={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]})
    assert (one.name, one.description) == ("lookup", "Does it.")
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    assert json.loads(json.dumps(one.schema)) == schema
    assert json.loads(one.spec.to_json()) == {"name": "lookup", "description": "Does it.", "schema": schema}


@pytest.mark.anyio
async def test_a11_a_result_has_text_and_parts_and_a_text_will_do() -> None:
    picture = image(url="https://h/x.png")
    one = make(lambda _c, _d, _a: ToolResult("seen", parts=(picture,)))
    result = await Agent(ScriptedModel().call(one).text("ok"), tools=[one]).run("go")
    assert (result.messages[2].content, result.messages[2].parts) == ("seen", (picture,))
    assert await ran(make(lambda _c, _d, _a: ToolResult("t"))) == await ran(make(lambda _c, _d, _a: "t")) == "t"


def test_b1_a_tool_is_a_frozen_value() -> None:
    one = make(thread_name)
    for key in ("name", "description", "schema", "exec", "max_retries", "thread"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, key, None)
    with pytest.raises(TypeError):
        one.schema["type"] = "array"  # type: ignore[index]  # pyright: ignore[reportIndexIssue]  # what must not work
    assert one == make(thread_name)
    assert dataclasses.replace(one, name="other").name == "other"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("function", "thread", "on_the_loop"),
    [
        (thread_name, True, False),
        (thread_name, False, True),
        (functools.partial(thread_name), True, False),
        (thread_name_async, True, True),
        (thread_name_async, False, True),
        (functools.partial(thread_name_async), True, True),
        (ThreadName(), True, True),
    ],
)
async def test_b1_plain_functions_run_in_a_thread_and_async_ones_on_the_loop(
    function: Callable[[ToolContext, object, Args], ToolReturn | Awaitable[ToolReturn]], thread: bool, on_the_loop: bool
) -> None:
    name = await ran(make(function, thread=thread))
    assert (name == threading.current_thread().name) is on_the_loop


@pytest.mark.anyio
@pytest.mark.parametrize("thread", [True, False])
async def test_b1_a_plain_function_sees_the_callers_context_variables(thread: bool) -> None:
    def read(_ctx: ToolContext, _deps: object, _args: Args) -> str:
        return TENANT.get()

    token = TENANT.set("acme")
    try:
        assert await ran(make(read, thread=thread)) == "acme"
    finally:
        TENANT.reset(token)


@pytest.mark.anyio
@pytest.mark.parametrize("thread", [True, False])
async def test_b1_exec_gets_the_context_the_deps_and_the_raw_arguments(thread: bool) -> None:
    seen: list[tuple[ToolContext, Ledger, Args]] = []

    def work(ctx: ToolContext, deps: Ledger, args: Args) -> str:
        seen.append((ctx, deps, args))
        return "done"

    one = Tool[Ledger](name="work", description="Does it.", schema=NOTHING, exec=work, thread=thread)
    deps = Ledger("Anne")
    model = ScriptedModel().call(one, '{"a": 1.0}', id="x").call(one, id="y").text("ok")
    agent = Agent(model, deps_type=Ledger, tools=[one])
    await agent.run("go", deps=deps, run_id="r", conversation_id="c")
    (first, given, args), (second, _, _) = seen
    assert given is deps
    assert args.text == '{"a": 1.0}'
    assert (first.run_id, first.conversation_id, first.tool_name) == ("r", "c", "work")
    assert [(ctx.call_id, ctx.turn, ctx.attempt) for ctx in (first, second)] == [("x", 0, 1), ("y", 1, 1)]
    assert first.idempotency_key != second.idempotency_key


@pytest.mark.anyio
@pytest.mark.parametrize("thread", [True, False])
async def test_b1_check_does_nothing_while_nobody_cancels(thread: bool) -> None:
    def work(ctx: ToolContext, _deps: object, _args: Args) -> str:
        ctx.check()
        return "not cancelled"

    async def work_async(ctx: ToolContext, _deps: object, _args: Args) -> str:
        ctx.check()
        return "not cancelled"

    assert await ran(make(work, thread=thread)) == "not cancelled"
    assert await ran(make(work_async, thread=thread)) == "not cancelled"


@pytest.mark.anyio
async def test_b2_a_signature_makes_no_schema_and_decodes_nothing() -> None:
    def work(_ctx: ToolContext, cents: Refund, args: Refund) -> str:
        return f"{cents!r} {type(args).__name__}"

    one = make(work, thread=True)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # a lie on purpose
    assert dict(one.schema) == {"type": "object"}
    assert await ran(one, '{"cents": 5}') == "None Args"


def test_b2_decode_names_each_bad_field() -> None:
    with pytest.raises(ModelRetry) as caught:
        Args('{"cents": -1, "mode": "gold"}').decode(Refund)
    assert caught.value.reason.splitlines()[0] == "3 mistakes:"
    for field in ("cents", "reason", "mode"):
        assert f"- {field}: " in caught.value.reason
    assert "it is 'gold'" in caught.value.reason


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '"{}"', "7"])
def test_b2_what_is_no_object_is_a_model_retry_too(text: str) -> None:
    with pytest.raises(ModelRetry) as caught:
        Args(text).decode(Refund)
    assert "the whole value" in caught.value.reason


def test_b2_feedback_has_a_bound() -> None:
    for wrong in ({"points": ["x"] * 10_000}, {"points": "x" * 100_000}):
        with pytest.raises(ModelRetry) as caught:
            Args(json.dumps(wrong)).decode(Scores)
        assert len(caught.value.reason) < 3_000


def test_b2_decode_gives_the_value() -> None:
    assert Args('{"cents": 5, "reason": "late"}').decode(Refund) == Refund(cents=5, reason="late")


@pytest.mark.anyio
async def test_b2_typed_is_the_same_in_one_line() -> None:
    def refund(_ctx: ToolContext, deps: Ledger, args: Refund) -> str:
        return f"{deps.owner}: {args.cents}"

    one = Tool.typed(name="refund", description="Pays back.", args=Refund, exec=refund, max_retries=2, thread=False)
    assert json.loads(json.dumps(one.schema)) == Refund.model_json_schema()
    assert (one.name, one.description, one.max_retries, one.thread) == ("refund", "Pays back.", 2, False)
    model = ScriptedModel().call(one, "{}").call(one, Refund(cents=5, reason="late")).text("ok")
    result = await Agent(model, deps_type=Ledger, tools=[one]).run("go", deps=Ledger("Anne"))
    rejected, done = tools_of(result.messages)
    assert "cents" in rejected
    assert "reason" in rejected
    assert done == "Anne: 5"


@tool()
def with_deps(_ctx: ToolContext, _deps: Ledger) -> str:
    """Reads the ledger."""
    return _deps.owner


@tool(args=Refund, name="pay_back", description="Pays.", max_retries=3, thread=False)
async def with_args(_ctx: ToolContext, deps: Ledger, args: Refund) -> str:
    return f"{deps.owner} {args.cents}"


@plain_tool()
def plain() -> str:
    """Says when.

    With a second paragraph.
    """
    return "now"


@plain_tool(args=Refund)
async def plain_with_args(_args: Refund) -> ToolResult:
    """Repeats."""
    return ToolResult.json(_args)


def test_b2_decorators_write_the_same_value() -> None:
    for one in (with_deps, with_args, plain, plain_with_args):
        assert isinstance(one, Tool)
    assert (with_deps.name, with_deps.description) == ("with_deps", "Reads the ledger.")
    assert json.loads(json.dumps(with_deps.schema)) == {"type": "object", "properties": {}}
    assert (with_args.name, with_args.description, with_args.max_retries) == ("pay_back", "Pays.", 3)
    assert with_args.thread is False
    assert json.loads(json.dumps(with_args.schema)) == Refund.model_json_schema()
    assert plain.description == "Says when.\n\nWith a second paragraph."


@pytest.mark.anyio
async def test_b2_decorated_functions_get_their_arguments_by_position() -> None:
    args = Refund(cents=5, reason="late")
    model = ScriptedModel().call(with_deps).call(with_args, args).call(plain).call(plain_with_args, args).text("ok")
    agent = Agent(model, deps_type=Ledger, tools=[with_deps, with_args, plain, plain_with_args])
    result = await agent.run("go", deps=Ledger("Anne"))
    assert tools_of(result.messages) == ["Anne", "Anne 5", "now", '{"cents":5,"reason":"late","mode":"card"}']


def test_b2_an_empty_description_is_an_error_that_mentions_oo() -> None:
    def undocumented() -> str:
        return ""

    for decorate in (plain_tool(), plain_tool(description=" ")):
        with pytest.raises(ValueError, match=r"'undocumented' has no description.*-OO"):
            decorate(undocumented)


@pytest.mark.parametrize(("flags", "code"), [([], 0), (["-OO"], 1)])
def test_b2_a_docstring_that_python_stripped_is_that_error(flags: list[str], code: int) -> None:
    program = (
        'from golem_sdk import plain_tool\n@plain_tool()\ndef now() -> str:\n    """Says when."""\n    return ""\n'
    )
    done = subprocess.run([sys.executable, *flags, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert ("-OO" in done.stderr) is (code == 1)


class Recursive(BaseModel):
    """A tree."""

    children: list[Recursive] = []


def test_b2_a_recursive_model_has_its_object_at_the_root() -> None:
    one = plain_tool(args=Recursive, name="grow", description="Grows.")(lambda args: str(args))
    assert one.schema["type"] == "object"
    assert "$defs" in one.schema


def test_b2_args_that_are_no_object_are_refused() -> None:
    with pytest.raises(ValueError, match="args must be the type of an object"):
        plain_tool(args=int, name="count", description="Counts.")(lambda args: str(args))


@dataclass(frozen=True)
class Point:
    x: int


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Refund(cents=5, reason="é"), '{"cents":5,"reason":"é","mode":"card"}'),
        ({"a": [1, None]}, '{"a":[1,null]}'),
        (Point(1), '{"x":1}'),
        ([1, 2], "[1,2]"),
        (None, "null"),
    ],
)
def test_b2_json_results_are_for_models_dataclasses_and_plain_data(value: object, text: str) -> None:
    assert ToolResult.json(value) == ToolResult(text)


@pytest.mark.anyio
async def test_b5_blank_arguments_of_a_tool_that_requires_nothing_are_an_empty_object() -> None:
    seen: list[str] = []

    def work(_ctx: ToolContext, _deps: object, args: Args) -> str:
        seen.append(args.text)
        return "done"

    needs: Mapping[str, JsonValue] = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    free, strict = make(work, "free"), make(work, "strict", schema=needs)
    texts = ["", "  \n", "null", " null ", "{}", '{"k": 1}', "[]", '""', "nul", '{"k":']
    for name in ("free", "strict"):
        calls = [call(name, text, call_id=str(index)) for index, text in enumerate(texts)]
        model = ScriptedModel().respond(answer("", *calls, finish="tool_call")).text("ok")
        result = await Agent(model, tools=[free, strict]).run("go")
        # What the model wrote stays what it wrote.
        assert [one.args.text for one in result.messages[1].tool_calls] == texts
    assert seen[: len(texts)] == ["{}", "{}", "{}", "{}", *texts[4:]]
    assert seen[len(texts) :] == texts


@pytest.mark.anyio
async def test_b5_a_typed_tool_that_requires_nothing_runs_on_blank_arguments() -> None:
    class Filters(BaseModel):
        limit: int = 10

    @plain_tool(args=Filters)
    def search(args: Filters) -> str:
        """Searches."""
        return str(args.limit)

    assert [await ran(search, text) for text in ("", "null", '{"limit":3}')] == ["10", "10", "3"]
