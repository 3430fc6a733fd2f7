"""The calls of one assistant message, one after another: executed, judged, and each answered exactly once."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import anyio
import anyio.to_thread
from pydantic import ValidationError

from golem_sdk.messages import first_mistake, part_problem
from golem_sdk.outcome import Canceled, Deferred, Failed, ModelRetry, error_line, error_text, outcome_of
from golem_sdk.state import RunState
from golem_sdk.stream import CustomEvent
from golem_sdk.tool import Args, Tool, ToolContext, ToolResult, ToolReturn
from golem_wire._runtime import RawArgs
from golem_wire.canonical import Message, Part, ToolCall, ToolCanceled, ToolEnd, ToolStart
from golem_wire.canonical import ToolResult as ResultData

__all__ = ["Batch"]

D = TypeVar("D")
R = TypeVar("R")

_BLANK = ("", "null")


@dataclass(frozen=True)
class Batch(Generic[D]):
    """What the calls of a run are executed with. `tools` are those that the model was shown."""

    tools: Mapping[str, Tool[D]]
    deps: D
    retries: int

    async def run(self, state: RunState, calls: Sequence[ToolCall], *, cut_off: bool) -> None:
        """Answers the calls in emission order. Raises RunError, with the evidence, where the run ends.

        `cut_off` says that the model ran out of tokens: a call whose arguments are not whole is not run.
        """
        for index, call in enumerate(calls):
            tool = self.tools.get(call.name)
            if tool is None:
                self._correct(state, index, call, ModelRetry(self._unknown(call.name)), self.retries)
            elif cut_off and not _is_whole(tool, call, last=index == len(calls) - 1):
                why = "The output was cut off before the arguments were whole."
                self._correct(state, index, call, ModelRetry(why), self._budget(tool))
            else:
                state.check_tool_calls()
                await self._call(state, index, call, tool)

    def _unknown(self, name: str) -> str:
        known = ", ".join(self.tools) or "none"
        return f"There is no tool named {name!r}. The tools are: {known}."

    def _budget(self, tool: Tool[D]) -> int:
        return self.retries if tool.max_retries is None else tool.max_retries

    async def _call(self, state: RunState, index: int, call: ToolCall, tool: Tool[D]) -> None:
        context = _context(state, index, call)
        state.started.add(index)
        state.tell(ToolStart(**state.call_stamp(call), args=call.args))
        state.tool_calls += 1
        try:
            result = _checked(call, await _execute(tool, context, self.deps, _arguments(tool, call)))
        except (Exception, asyncio.CancelledError, BaseExceptionGroup) as error:
            await state.pass_cancellation(error)
            self._judge(state, index, call, tool, error)
        else:
            state.tell(ToolEnd(**state.call_stamp(call), result=result))
            state.answer(index, _message(call, result))
            await state.pass_cancellation()

    def _judge(self, state: RunState, index: int, call: ToolCall, tool: Tool[D], error: BaseException) -> None:
        outcome = outcome_of(error)
        state.tell(ToolEnd(**state.call_stamp(call), error=error_line(error)))
        match outcome:
            case Failed():
                state.answer(index, _message(call, self._failed(state, call, outcome)))
            case ModelRetry():
                self._correct(state, index, call, error, self._budget(tool))
            case Canceled(reason=reason):
                state.tell(ToolCanceled(**state.call_stamp(call), reason=reason))
                text = f"tool {call.name} stopped the run" + (f": {reason}" if reason else "")
                raise state.failure("canceled", text, error, canceled_reason=reason)
            case Deferred():
                text = f"tool {call.name} wants to wait ({outcome.kind}), and runs cannot pause yet"
                raise state.failure("tool", text, error)
            case _:
                raise state.failure("tool", f"tool {call.name} failed: {error_text(error)}", error)

    def _failed(self, state: RunState, call: ToolCall, outcome: Failed) -> ResultData:
        try:
            return _data(call, outcome.reason, outcome.parts, failed=True)
        except ValueError as problem:
            raise state.failure("tool", str(problem), problem) from problem

    def _correct(self, state: RunState, index: int, call: ToolCall, error: BaseException, budget: int) -> None:
        """Tells the model what to correct, or ends the run when it has been told often enough."""
        reason = getattr(outcome_of(error), "reason", "")
        used = state.corrections[call.name]
        if used >= budget:
            text = f"tool {call.name} was called wrongly {used + 1} times, {budget} corrections are allowed: {reason}"
            raise state.failure("tool", text, error)
        state.corrections[call.name] += 1
        told = f"The call was rejected: {reason}\nCorrect it and call again."
        state.answer(index, _message(call, ResultData(text=told)))


def _context(state: RunState, index: int, call: ToolCall) -> ToolContext:
    return ToolContext(
        run_id=state.run_id,
        conversation_id=state.conversation_id,
        call_id=call.id,
        tool_name=call.name,
        turn=state.turn,
        attempt=state.corrections[call.name] + 1,
        idempotency_key=f"{state.run_id}:{state.turn}:{index}",
        _emitter=_emitter(state, call),
    )


def _emitter(state: RunState, call: ToolCall) -> Callable[[object], None] | None:
    tell = state.on_item
    return None if tell is None else lambda value: tell(CustomEvent(call.id, call.name, value))


def _arguments(tool: Tool[D], call: ToolCall) -> Args:
    """Blank arguments of a tool that requires nothing are an empty object; all others reach it as they are."""
    blank = call.args.text.strip() in _BLANK and not tool.schema.get("required")
    return Args("{}" if blank else call.args.text)


async def _execute(tool: Tool[D], context: ToolContext, deps: D, args: Args) -> ToolReturn:
    if tool.thread and not inspect.iscoroutinefunction(tool.exec):
        returned = await _in_thread(partial(tool.exec, context, deps, args))
    else:
        returned = tool.exec(context, deps, args)
    return await returned if inspect.isawaitable(returned) else returned


async def _in_thread(function: Callable[[], R]) -> R:
    """Runs the function in a worker thread, and waits for it whatever happens.

    In a task of its own, because a cancellation by asyncio, not by anyio, would leave the thread to itself and
    would not be seen by `ctx.check()`.
    """
    returned: list[R] = []
    raised: list[BaseException] = []

    async def work() -> None:
        try:
            returned.append(await anyio.to_thread.run_sync(function))
        except BaseException as error:  # raised again below, without the group that the task group makes of it
            raised.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(work)
    if raised:
        raise raised.pop()
    return returned[0]


def _checked(call: ToolCall, returned: object) -> ResultData:
    if isinstance(returned, str):
        return ResultData(text=returned)
    if not isinstance(returned, ToolResult):
        kind = type(returned).__name__
        raise TypeError(f"tool {call.name} returned {kind}; it must return str or ToolResult (see ToolResult.json)")
    return _data(call, returned.text, returned.parts)


def _data(call: ToolCall, text: str, parts: Sequence[Part], *, failed: bool = False) -> ResultData:
    """What a message can hold of a result. Raises ValueError where it is malformed."""
    try:
        data = ResultData(text=text, parts=tuple(parts), failed=failed)
    except ValidationError as error:
        raise ValueError(f"tool {call.name}, its result is malformed: {first_mistake(error)}") from error
    if len(data.parts) != len(parts):
        raise ValueError(f"tool {call.name}, its result is malformed: one of its parts is None")
    for index, part in enumerate(data.parts):
        if problem := part_problem(part):
            raise ValueError(f"tool {call.name}, part {index} of its result: {problem}")
    return data


def _message(call: ToolCall, result: ResultData) -> Message:
    return Message(
        role="tool",
        content=result.text,
        parts=result.parts,
        tool_call_id=call.id,
        tool_name=call.name,
        failed=result.failed,
    )


def _is_whole(tool: Tool[D], call: ToolCall, *, last: bool) -> bool:
    """Whether the arguments are not cut off. Blank ones mean an empty object, unless the model ended at them."""
    try:
        (call.args if last else RawArgs(_arguments(tool, call).text)).value()
    except ValueError:
        return False
    return True
