"""An agent: a model, tools that need a `DepsT`, and the type of its answer. Immutable, safe for many runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, replace
from typing import Generic, Never, TypedDict, TypeVar, Unpack, cast, overload

from typing_extensions import TypeAliasType, TypeForm
from typing_extensions import TypeVar as DefaultTypeVar

from golem_sdk.events import Observer
from golem_sdk.handle import RunHandle, opened
from golem_sdk.messages import Prompt, user_message
from golem_sdk.model import Model
from golem_sdk.output import Decoder, decoder_for
from golem_sdk.portal import portal
from golem_sdk.result import RunResult
from golem_sdk.run import HistoryProcessor, RunContext, RunPlan, execute
from golem_sdk.sync import SyncRunHandle, opened_sync
from golem_sdk.tool import Tool
from golem_sdk.usage import UsageLimit
from golem_wire.canonical import Message, Only, Settings, ToolChoice

__all__ = ["Agent", "DynamicInstructions", "RunOptions", "Tools"]

DepsT = DefaultTypeVar("DepsT", contravariant=True, default=object)
OutT = DefaultTypeVar("OutT", covariant=True, default=str)
D = TypeVar("D")
O = TypeVar("O")  # noqa: E741

# The second member takes nothing that a user has. It makes mypy solve DepsT from deps_type first, and then report
# the tool that does not fit; without it a wrong tool is reported on the `Agent(` line, and no type is named.
Tools = TypeAliasType("Tools", Sequence[Tool[D]] | Callable[[D], Never], type_params=(D,))
"""A sequence of tools that serve the same deps."""

DynamicInstructions = TypeAliasType(
    "DynamicInstructions", Callable[[RunContext, D], str | Awaitable[str]], type_params=(D,)
)
"""Instructions that depend on the run and on its deps; evaluated once a run."""


class RunOptions(TypedDict, total=False):
    """What may be said for one run. `observers` are added to the agent's; the others replace the agent's own."""

    model: Model | None
    history: Sequence[Message]
    instructions: str | None
    settings: Settings | None
    tool_choice: ToolChoice | None
    usage_limit: UsageLimit | None
    observers: Sequence[Observer]
    run_id: str | None
    conversation_id: str | None


@dataclass(frozen=True)
class _Overrides:
    model: Model | None = None
    tools: tuple[Tool[Never], ...] | None = None


_NOTHING = _Overrides()


class Agent(Generic[DepsT, OutT]):
    """An agent that needs a `DepsT` for each run and answers with an `OutT`.

    `deps_type` and `output` take any type form: a class, a union, a Protocol, `Annotated`. `instructions` and
    `dynamic_instructions(ctx, deps)` are the system message, joined by a blank line. `tool_retries` and
    `output_retries` are how often the model may correct a call of one tool, and its answer, in one run;
    `max_turns` how many answers one run may take. `observers` are told every event, in order.

    Raises ValueError for tools of the same name, a `tool_choice` that names no tool, and negative numbers.
    """

    def __init__(
        self,
        model: Model,
        *,
        # PEP 747 has no way yet to bind a default to the type variable's own default.
        deps_type: TypeForm[DepsT] = object,  # type: ignore[assignment]  # ty: ignore[invalid-parameter-default]
        output: TypeForm[OutT] = str,  # type: ignore[assignment]  # ty: ignore[invalid-parameter-default]
        tools: Tools[DepsT] = (),
        instructions: str = "",
        dynamic_instructions: DynamicInstructions[DepsT] | None = None,
        settings: Settings | None = None,
        tool_choice: ToolChoice | None = None,
        usage_limit: UsageLimit | None = None,
        max_turns: int = 50,
        tool_retries: int = 1,
        output_retries: int = 1,
        history_processor: HistoryProcessor | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:
        numbers = {"max_turns": max_turns - 1, "tool_retries": tool_retries, "output_retries": output_retries}
        if wrong := [name for name, value in numbers.items() if value < 0]:
            raise ValueError(f"Agent: {', '.join(wrong)} too small")
        self._deps_type = deps_type
        self._model = model
        self._decoder: Decoder[OutT] = decoder_for(output)
        self._tools = _checked_tools(_sequence(tools), tool_choice)
        self._instructions = instructions
        self._dynamic_instructions = dynamic_instructions
        self._settings = settings
        self._tool_choice = tool_choice
        self._usage_limit = usage_limit
        self._max_turns = max_turns
        self._tool_retries = tool_retries
        self._output_retries = output_retries
        self._history_processor = history_processor
        self._observers = tuple(observers)
        self._overrides: ContextVar[_Overrides] = ContextVar("golem_sdk.overrides", default=_NOTHING)

    def __repr__(self) -> str:
        names = ", ".join(tool.name for tool in self._tools)
        return f"Agent({self._model.name!r}, tools=[{names}])"

    @property
    def model(self) -> Model:
        """The model that runs ask, unless they are given another."""
        return self._overrides.get().model or self._model

    @property
    def tools(self) -> tuple[Tool[DepsT], ...]:
        """The agent's tools."""
        overridden = self._overrides.get().tools
        return self._tools if overridden is None else cast("tuple[Tool[DepsT], ...]", overridden)

    def with_tools(self, *tools: Tool[DepsT]) -> Agent[DepsT, OutT]:  # ty: ignore[invalid-generic-class]
        """The same agent with more tools; a tool that does not fit is reported on its own line."""
        new = self._copy()
        new._tools = _checked_tools((*self._tools, *tools), self._tool_choice)
        return new

    def with_decoder(self, decode: Callable[[str], O]) -> Agent[DepsT, O]:
        """The same agent, its answer turned into a value by `decode`; a ModelRetry asks the model again."""
        new = cast("Agent[DepsT, O]", self._copy())
        new._decoder = Decoder(decode)
        return new

    def _copy(self) -> Agent[DepsT, OutT]:
        new = copy(self)
        new._overrides = ContextVar("golem_sdk.overrides", default=_NOTHING)
        return new

    @contextmanager
    def override(
        self, *, model: Model | None = None, tools: Tools[DepsT] | None = None
    ) -> Generator[Agent[DepsT, OutT], None, None]:
        """Within the block, this agent's runs in this context ask another model, or use other tools."""
        now = self._overrides.get()
        given = now.tools if tools is None else _checked_tools(_sequence(tools), self._tool_choice)
        token = self._overrides.set(replace(now, model=model or now.model, tools=given))
        try:
            yield self
        finally:
            self._overrides.reset(token)

    # Where deps may be left out the options stand one by one: ty does not look into Unpack to tell overloads apart,
    # and would report a wrong `deps` where the call begins.
    @overload
    async def run(
        self: Agent[None, O],
        prompt: Prompt | None = None,
        *,
        model: Model | None = None,
        history: Sequence[Message] = (),
        instructions: str | None = None,
        settings: Settings | None = None,
        tool_choice: ToolChoice | None = None,
        usage_limit: UsageLimit | None = None,
        observers: Sequence[Observer] = (),
        run_id: str | None = None,
        conversation_id: str | None = None,
    ) -> RunResult[O]: ...
    @overload
    async def run(
        self, prompt: Prompt | None = None, *, deps: DepsT, **options: Unpack[RunOptions]
    ) -> RunResult[OutT]: ...
    async def run(
        self, prompt: Prompt | None = None, *, deps: object = None, **options: Unpack[RunOptions]
    ) -> RunResult[object]:
        """Runs the agent to its answer.

        `deps` reaches every tool. Without a prompt the run continues a `history` that ends in a user or tool
        message. The options are those of `RunOptions`. Raises ValueError for bad arguments before anything
        starts, and RunError, with the evidence, for everything later; a cancellation of the caller's passes as
        it is.
        """
        output, evidence = await execute(self._plan(prompt, deps, options))
        return RunResult(output, evidence)

    @overload
    def open(
        self: Agent[None, O],
        prompt: Prompt | None = None,
        *,
        model: Model | None = None,
        history: Sequence[Message] = (),
        instructions: str | None = None,
        settings: Settings | None = None,
        tool_choice: ToolChoice | None = None,
        usage_limit: UsageLimit | None = None,
        observers: Sequence[Observer] = (),
        run_id: str | None = None,
        conversation_id: str | None = None,
    ) -> AbstractAsyncContextManager[RunHandle[O]]: ...
    @overload
    def open(
        self, prompt: Prompt | None = None, *, deps: DepsT, **options: Unpack[RunOptions]
    ) -> AbstractAsyncContextManager[RunHandle[OutT]]: ...
    def open(
        self, prompt: Prompt | None = None, *, deps: object = None, **options: Unpack[RunOptions]
    ) -> AbstractAsyncContextManager[RunHandle[object]]:
        """Runs beside a block: `async with agent.open(…) as run`. The handle has the run's events, its evidence
        at any time, and its result; leaving the block ends the run."""
        return opened(self._plan(prompt, deps, options), streaming=False)

    @overload
    def stream(
        self: Agent[None, O],
        prompt: Prompt | None = None,
        *,
        model: Model | None = None,
        history: Sequence[Message] = (),
        instructions: str | None = None,
        settings: Settings | None = None,
        tool_choice: ToolChoice | None = None,
        usage_limit: UsageLimit | None = None,
        observers: Sequence[Observer] = (),
        run_id: str | None = None,
        conversation_id: str | None = None,
    ) -> AbstractAsyncContextManager[RunHandle[O]]: ...
    @overload
    def stream(
        self, prompt: Prompt | None = None, *, deps: DepsT, **options: Unpack[RunOptions]
    ) -> AbstractAsyncContextManager[RunHandle[OutT]]: ...
    def stream(
        self, prompt: Prompt | None = None, *, deps: object = None, **options: Unpack[RunOptions]
    ) -> AbstractAsyncContextManager[RunHandle[object]]:
        """Like `open`, and the handle also has the pieces of the model's answers as they arrive."""
        return opened(self._plan(prompt, deps, options), streaming=True)

    @overload
    def run_sync(
        self: Agent[None, O],
        prompt: Prompt | None = None,
        *,
        model: Model | None = None,
        history: Sequence[Message] = (),
        instructions: str | None = None,
        settings: Settings | None = None,
        tool_choice: ToolChoice | None = None,
        usage_limit: UsageLimit | None = None,
        observers: Sequence[Observer] = (),
        run_id: str | None = None,
        conversation_id: str | None = None,
    ) -> RunResult[O]: ...
    @overload
    def run_sync(
        self, prompt: Prompt | None = None, *, deps: DepsT, **options: Unpack[RunOptions]
    ) -> RunResult[OutT]: ...
    def run_sync(
        self, prompt: Prompt | None = None, *, deps: object = None, **options: Unpack[RunOptions]
    ) -> RunResult[object]:
        """Like `run`, for code that is not async: scripts, threads, and notebooks whose own loop is running."""
        output, evidence = portal().call(execute, self._plan(prompt, deps, options))
        return RunResult(output, evidence)

    @overload
    def stream_sync(
        self: Agent[None, O],
        prompt: Prompt | None = None,
        *,
        model: Model | None = None,
        history: Sequence[Message] = (),
        instructions: str | None = None,
        settings: Settings | None = None,
        tool_choice: ToolChoice | None = None,
        usage_limit: UsageLimit | None = None,
        observers: Sequence[Observer] = (),
        run_id: str | None = None,
        conversation_id: str | None = None,
    ) -> AbstractContextManager[SyncRunHandle[O]]: ...
    @overload
    def stream_sync(
        self, prompt: Prompt | None = None, *, deps: DepsT, **options: Unpack[RunOptions]
    ) -> AbstractContextManager[SyncRunHandle[OutT]]: ...
    def stream_sync(
        self, prompt: Prompt | None = None, *, deps: object = None, **options: Unpack[RunOptions]
    ) -> AbstractContextManager[SyncRunHandle[object]]:
        """Like `stream`, for code that is not async: `with agent.stream_sync(…) as run`."""
        return opened_sync(self._plan(prompt, deps, options))

    def _plan(self, prompt: Prompt | None, deps: object, options: RunOptions) -> RunPlan[DepsT, OutT]:
        tools, given = self.tools, options.get("instructions")
        choice = options.get("tool_choice")
        _check_choice(tools, choice)
        return RunPlan(
            model=options.get("model") or self.model,
            tools=tools,
            deps=cast("DepsT", deps),
            decoder=self._decoder,
            prompt=None if prompt is None else user_message(prompt),
            history=options.get("history", ()),
            instructions=self._instructions if given is None else given,
            dynamic_instructions=self._dynamic_instructions,
            settings=options.get("settings") or self._settings,
            tool_choice=choice or self._tool_choice,
            usage_limit=options.get("usage_limit") or self._usage_limit or UsageLimit(),
            max_turns=self._max_turns,
            tool_retries=self._tool_retries,
            output_retries=self._output_retries,
            history_processor=self._history_processor,
            observers=(*self._observers, *options.get("observers", ())),
            run_id=options.get("run_id"),
            conversation_id=options.get("conversation_id"),
        )


def _sequence(tools: Tools[D]) -> Sequence[Tool[D]]:
    if callable(tools):
        raise TypeError("tools must be a sequence of Tool; make one of a function with @tool()")
    for index, item in enumerate(cast("Sequence[object]", tools)):
        if not isinstance(item, Tool):
            kind = type(item).__name__
            raise TypeError(f"tools[{index}] is a {kind}, not a Tool; make one of a function with @tool()")
    return tools


def _checked_tools(tools: Sequence[Tool[D]], choice: ToolChoice | None) -> tuple[Tool[D], ...]:
    names = [tool.name for tool in tools]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"Agent: more than one tool is named {', '.join(doubled)}")
    _check_choice(tools, choice)
    return tuple(tools)


def _check_choice(tools: Sequence[Tool[D]], choice: ToolChoice | None) -> None:
    names = {tool.name for tool in tools}
    if isinstance(choice, Only) and (missing := [name for name in choice.names if name not in names]):
        raise ValueError(f"tool_choice names no tool of the agent: {', '.join(missing)}")
