"""One run: prepare, then turns until the model has answered, then the answer as a value."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

from golem_sdk.batch import Batch
from golem_sdk.errors import RunError
from golem_sdk.events import Observer
from golem_sdk.history import repair
from golem_sdk.ids import new_id
from golem_sdk.messages import validate
from golem_sdk.model import ApiError, Model, StreamingModel
from golem_sdk.outcome import error_line, error_text
from golem_sdk.output import Decoder, rejection
from golem_sdk.state import RunState
from golem_sdk.stream import whole_delta
from golem_sdk.tool import Tool
from golem_sdk.usage import UsageLimit
from golem_wire.canonical import (
    Auto,
    Evidence,
    Message,
    ModelEnd,
    ModelStart,
    NoTools,
    Only,
    OutputRejected,
    ProviderDetails,
    RepairReport,
    Request,
    Required,
    Response,
    RunEnd,
    RunStart,
    Settings,
    ToolChoice,
)

__all__ = ["Begun", "HistoryProcessor", "RunContext", "RunPlan", "begin", "carry_out", "execute"]

D = TypeVar("D")
OutT = TypeVar("OutT", covariant=True)
O = TypeVar("O")  # noqa: E741


@dataclass(frozen=True)
class RunContext:
    """What dynamic instructions may know of the run."""

    run_id: str
    conversation_id: str


HistoryProcessor: TypeAlias = Callable[[tuple[Message, ...]], "Sequence[Message] | Awaitable[Sequence[Message]]"]
"""Rewrites the history before anything else of a run; sync or async."""


@dataclass(frozen=True, kw_only=True)
class RunPlan(Generic[D, OutT]):
    """Everything that one run is made of, resolved: nothing is looked up later."""

    model: Model
    tools: Sequence[Tool[D]]
    deps: D
    decoder: Decoder[OutT]
    prompt: Message | None
    history: Sequence[Message]
    instructions: str
    dynamic_instructions: Callable[[RunContext, D], str | Awaitable[str]] | None
    settings: Settings | None
    tool_choice: ToolChoice | None
    usage_limit: UsageLimit
    max_turns: int
    tool_retries: int
    output_retries: int
    history_processor: HistoryProcessor | None
    observers: Sequence[Observer]
    run_id: str | None
    conversation_id: str | None


@dataclass(frozen=True)
class Begun:
    """A run whose arguments are good: its state, and the history that it goes on from."""

    state: RunState
    history: tuple[Message, ...]
    report: RepairReport


async def begin(plan: RunPlan[D, OutT]) -> Begun:
    """Checks everything that the caller gave. Raises ValueError; nothing has started, and nothing is told."""
    history = await _processed(plan)
    repaired, report = repair(history)
    _check_continues(plan, repaired)
    state = RunState(
        run_id=plan.run_id or new_id(),
        conversation_id=plan.conversation_id or _conversation(history) or new_id(),
        observers=plan.observers,
        limit=plan.usage_limit,
    )
    return Begun(state, repaired, report)


async def execute(plan: RunPlan[D, O]) -> tuple[O, Evidence]:
    """Runs the plan to its end. Raises ValueError before anything starts, then RunError and nothing else."""
    return await carry_out(plan, await begin(plan))


async def carry_out(plan: RunPlan[D, O], begun: Begun) -> tuple[O, Evidence]:
    """Runs what has begun. Raises RunError and nothing else.

    The caller's own cancellation passes through as it is; `run_end` is told at every end.
    """
    state, report = begun.state, begun.report
    state.adopt_task()
    state.tell(RunStart(**state.stamp(), repair=report if report.changes else None))
    try:
        await _prepare(plan, state, begun.history)
        output = await _turns(plan, state)
    except RunError as error:
        state.tell(RunEnd(**state.stamp(), evidence=error.partial, stage=error.stage, error=error.data.message))
        raise
    except BaseException as error:
        state.settle()
        end = RunEnd(**state.stamp(), evidence=state.evidence(), stage="canceled", error=error_line(error))
        state.tell(end)
        raise
    evidence = state.evidence()
    state.tell(RunEnd(**state.stamp(), evidence=evidence))
    return output, evidence


async def _processed(plan: RunPlan[D, O]) -> tuple[Message, ...]:
    history = tuple(plan.history)
    if plan.history_processor is not None:
        processed = plan.history_processor(history)
        history = tuple(await processed if inspect.isawaitable(processed) else processed)
    for index, item in enumerate(cast("tuple[object, ...]", history)):
        if not isinstance(item, Message):
            raise ValueError(f"history[{index}] is a {type(item).__name__}, not a Message; see load_messages")
    _refuse_problems("history", history)
    if plan.prompt is not None:
        _refuse_problems("prompt", (plan.prompt,))
    _check_continues(plan, history)
    return history


def _check_continues(plan: RunPlan[D, O], history: Sequence[Message]) -> None:
    if plan.prompt is None and (not history or history[-1].role not in ("user", "tool")):
        raise ValueError("a run without a prompt continues a history that ends in a user or a tool message")


def _refuse_problems(what: str, messages: Sequence[Message]) -> None:
    # A part of unknown kind is no mistake of the caller: the adapter refuses it, with what it does carry.
    for problem in validate(messages):
        if problem.rule != "unknown-part":
            raise ValueError(f"{what}: {problem}")


def _conversation(history: Sequence[Message]) -> str:
    return next((m.conversation_id for m in reversed(history) if m.conversation_id), "")


async def _prepare(plan: RunPlan[D, O], state: RunState, history: Sequence[Message]) -> None:
    """Builds the conversation: instructions, history without system messages, prompt."""
    rest = [message for message in history if message.role != "system"]
    state.messages = list(rest)
    state.new_from = len(rest)
    if plan.prompt is not None:
        state.add(plan.prompt)
    text = plan.instructions
    if plan.dynamic_instructions is not None:
        try:
            given = plan.dynamic_instructions(RunContext(state.run_id, state.conversation_id), plan.deps)
            dynamic = await given if inspect.isawaitable(given) else given
            text = "\n\n".join(part for part in (text, dynamic) if part)
        except Exception as error:
            await state.pass_cancellation()
            raise state.failure("prepare", f"the dynamic instructions failed: {error_text(error)}", error) from error
    if text:
        state.messages.insert(0, Message(role="system", content=text))
        state.new_from += 1


async def _turns(plan: RunPlan[D, O], state: RunState) -> O:
    shown = _shown(plan.tools, plan.tool_choice)
    callable_now = {} if isinstance(plan.tool_choice, NoTools) else {tool.name: tool for tool in shown}
    batch = Batch(callable_now, plan.deps, plan.tool_retries)
    rejected = 0
    while True:
        response = await _ask(plan, state, shown)
        state.check_tokens()
        _check_finish(state, response)
        if response.message.tool_calls:
            await batch.run(state, response.message.tool_calls, cut_off=response.finish_reason == "length")
        elif response.finish_reason != "pause":
            try:
                return plan.decoder.decode(response.message.content)
            except Exception as error:
                rejected += 1
                _correct_output(plan, state, error, rejected)
        state.turn += 1


def _shown(tools: Sequence[Tool[D]], choice: ToolChoice | None) -> list[Tool[D]]:
    """The tools that the model sees."""
    return [tool for tool in tools if not isinstance(choice, Only) or tool.name in choice.names]


async def _ask(plan: RunPlan[D, O], state: RunState, shown: Sequence[Tool[D]]) -> Response:
    """One turn: limits, request, evidence."""
    if state.turn >= plan.max_turns:
        raise state.failure("loop", f"{state.turn} turns were taken, and max_turns is {plan.max_turns}")
    state.check_requests()
    request = Request(
        messages=tuple(state.messages),
        tools=tuple(tool.spec for tool in shown),
        tool_choice=_wire_choice(plan.tool_choice, state),
        output=plan.decoder.spec,
        settings=plan.settings,
        run_id=state.run_id,
        conversation_id=state.conversation_id,
        turn=state.turn,
    )
    state.tell(ModelStart(**state.stamp()))
    state.requests += 1
    try:
        response = await _answered(plan.model, request, state)
    except Exception as error:
        await state.pass_cancellation()
        state.tell(ModelEnd(**state.stamp(), error=error_line(error)))
        raise _model_failure(plan, state, error) from error
    state.add_response(response)
    state.tell(ModelEnd(**state.stamp(), usage=response.usage, finish_reason=response.finish_reason))
    return response


async def _answered(model: Model, request: Request, state: RunState) -> Response:
    """The model's answer, streamed where somebody watches. What a model that cannot stream says is one piece."""
    if state.on_delta is None:
        return await model.request(request)
    if hasattr(model, "stream"):
        return await cast("StreamingModel", model).stream(request, state.on_delta)
    response = await model.request(request)
    await state.on_delta(whole_delta(response))
    return response


def _wire_choice(choice: ToolChoice | None, state: RunState) -> ToolChoice | None:
    """A demand to call a tool holds until the run has a result: held longer, no run could ever end."""
    answered = any(message.role == "tool" for message in state.messages[state.new_from :])
    return Auto() if isinstance(choice, Required | Only) and answered else choice


def _model_failure(plan: RunPlan[D, O], state: RunState, error: Exception) -> RunError:
    if isinstance(error, ApiError):
        if error.arrived is not None:  # a broken stream is evidence; its calls are closed, not run
            state.add_response(error.arrived)
        return state.failure("model", str(error), error, provider=error.details)
    text = f"model {plan.model.name} failed: {error_line(error)}"
    return state.failure("model", text, error, provider=ProviderDetails(kind="other", model=plan.model.name))


def _check_finish(state: RunState, response: Response) -> None:
    """A refusal is never an answer; filters and errors are failures when nothing usable came."""
    message, reason = response.message, response.finish_reason
    usable = bool(message.content.strip() or message.tool_calls)
    word = f" ({response.finish_reason_raw})" if response.finish_reason_raw else ""
    if reason == "refusal":
        details = ProviderDetails(kind="refused", model=message.model)
        raise state.failure("model", f"the model refused: {message.content or 'no reason given'}", provider=details)
    if reason == "content_filter" and not usable:
        data = response.provider_data
        details = ProviderDetails(kind="content_filtered", model=message.model, provider_data=data)
        raise state.failure("model", f"a content filter left nothing{word}", provider=details)
    if reason == "error" and not usable:
        details = ProviderDetails(kind="server_error", model=message.model)
        raise state.failure("model", f"the provider ended the answer with an error{word}", provider=details)


def _correct_output(plan: RunPlan[D, O], state: RunState, error: Exception, rejected: int) -> None:
    """Asks the model to correct its answer, or ends the run when it has been asked often enough."""
    reason = rejection(error)
    if reason is None:
        raise state.failure("decode", f"the output decoder failed: {error_text(error)}", error) from error
    if rejected > plan.output_retries:
        text = f"the answer was refused {rejected} times, {plan.output_retries} corrections are allowed: {reason}"
        raise state.failure("decode", text, error) from error
    state.tell(OutputRejected(**state.stamp(), attempt=rejected, reason=reason))
    told = f"The answer was refused: {reason}\nCorrect it and answer again."
    state.add(Message(role="user", content=told))
