"""Tools: inspectable metadata and an `exec(ctx, deps, args)` that receives a value the application owns."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from typing import Generic, Never, TypeAlias, TypeVar, cast, overload

import anyio.from_thread
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypeAliasType
from typing_extensions import TypeVar as DefaultTypeVar

from golem_sdk.messages import json_value
from golem_sdk.outcome import ModelRetry
from golem_wire._runtime import JsonValue, compact, freeze
from golem_wire.canonical import Part, ToolSpec

__all__ = ["Args", "Exec", "Tool", "ToolContext", "ToolResult", "ToolReturn", "plain_tool", "tool"]

DepsT = DefaultTypeVar("DepsT", contravariant=True, default=object)
D = TypeVar("D")
A = TypeVar("A")
M = TypeVar("M")

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
"""Tool names that every provider accepts."""

_FEEDBACK_LIMIT = 2_000


@dataclass(frozen=True)
class ToolContext:
    """What a tool may know of its call. `attempt` counts from 1 and rises with each correction of the tool.

    `idempotency_key` is the same whenever the same call of the same run is executed again.
    """

    run_id: str
    conversation_id: str
    call_id: str
    tool_name: str
    turn: int
    attempt: int
    idempotency_key: str
    _emitter: Callable[[object], None] | None = field(default=None, repr=False, compare=False)

    def emit(self, value: object) -> None:
        """Puts a value of yours into the run's stream, as a `CustomEvent`; does nothing where there is none."""
        if self._emitter is None:
            return
        try:
            anyio.from_thread.run_sync(self._emitter, value)
        except RuntimeError:  # this thread is none of the workers
            self._emitter(value)

    def check(self) -> None:
        """Raises the run's cancellation, if there is one, in a tool that runs in a thread.

        On the event loop, where a cancellation arrives at the next `await` by itself, it does nothing.
        """
        with suppress(RuntimeError):  # this thread is none of the workers
            anyio.from_thread.check_cancelled()


@dataclass(frozen=True)
class ToolResult:
    """What a tool gives back when it is more than a text: `text` for the model, and `parts` such as images."""

    text: str = ""
    _: KW_ONLY
    parts: tuple[Part, ...] = ()

    @staticmethod
    def json(value: object) -> ToolResult:
        """A result whose text is the JSON of a model, a dataclass or plain data."""
        return ToolResult(compact(json_value(value)))


ToolReturn: TypeAlias = str | ToolResult
"""What `exec` returns: a text, or a text with parts."""


@dataclass(frozen=True)
class Args:
    """The arguments of a call: the model's untrusted text, as it wrote it."""

    text: str = "{}"

    def decode(self, shape: type[M]) -> M:
        """The arguments as a value of `shape`: a pydantic model, a dataclass, a TypedDict.

        Raises ModelRetry, whose text names each bad field, when they are not.
        """
        try:
            return cast("M", _adapter(shape).validate_json(self.text))
        except ValidationError as error:
            raise ModelRetry(describe(error)) from error


def _adapter(shape: type[object]) -> TypeAdapter[object]:
    return _cached_adapter(cast("Hashable", shape))


@lru_cache(maxsize=512)
def _cached_adapter(shape: Hashable) -> TypeAdapter[object]:
    return TypeAdapter(cast("type[object]", shape))


def describe(error: ValidationError) -> str:
    """What is wrong with a value, a line a field, in words that a model can use; of bounded length."""
    lines = [f"{error.error_count()} mistake{'s' * (error.error_count() > 1)}:"]
    for item in error.errors(include_url=False, include_context=False):
        place = ".".join(map(str, item["loc"])) or "the whole value"
        given = "" if item["type"] in ("missing", "json_invalid") else f" (it is {item['input']!r:.80})"
        lines.append(f"- {place}: {item['msg']}{given}")
    text = "\n".join(lines)
    return text if len(text) <= _FEEDBACK_LIMIT else text[:_FEEDBACK_LIMIT] + " …"


# A TypeAliasType keeps its name in checkers' messages; a Protocol would lose mypy's line for a missing parameter.
Exec = TypeAliasType("Exec", Callable[[ToolContext, D, A], ToolReturn | Awaitable[ToolReturn]], type_params=(D, A))
"""What a tool runs: `exec(ctx, deps, args)`, async or plain; arguments are passed by position."""


@dataclass(frozen=True, kw_only=True)
class Tool(Generic[DepsT]):
    """A tool that needs a `DepsT`: plain data that can be read without executing anything, and its `exec`.

    `schema` is the JSON Schema of the arguments, an object's. `exec` gets the call's context, the run's deps
    and the raw arguments. A plain function runs in a worker thread with the caller's context variables; with
    `thread=False` it runs on the event loop. `max_retries` is how often the model may correct a call of this
    tool in one run; None leaves it to the agent.

    Raises ValueError, or TypeError for an `exec` that is not callable, each with its own message.
    """

    name: str
    description: str
    schema: Mapping[str, JsonValue]
    exec: Exec[DepsT, Args]
    max_retries: int | None = None
    thread: bool = True

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(
                f"tool name {self.name!r}: use 1 to 64 letters, digits, _ and -, beginning with a letter or _; "
                "not every provider accepts more"
            )
        object.__setattr__(self, "schema", checked_schema(self.schema, f"tool {self.name!r}"))
        if not callable(self.exec):
            raise TypeError(f"tool {self.name!r}: exec is not callable: {self.exec!r:.80}")
        if self.max_retries is not None and self.max_retries < 0:
            raise ValueError(f"tool {self.name!r}: max_retries is negative: {self.max_retries}")

    @property
    def spec(self) -> ToolSpec:
        """The tool as the model sees it."""
        return ToolSpec(name=self.name, description=self.description, schema_=self.schema)

    @staticmethod
    def typed(
        *,
        name: str,
        description: str,
        args: type[A],
        exec: Exec[D, A],  # noqa: A002  # the field's name
        max_retries: int | None = None,
        thread: bool = True,
    ) -> Tool[D]:
        """A tool whose schema is that of `args`, and whose `exec` receives the decoded value."""
        return Tool(
            name=name,
            description=description,
            schema=_schema_of(args, name),
            exec=_exec(exec, args, plain=False),
            max_retries=max_retries,
            thread=thread,
        )


def checked_schema(schema: object, where: str) -> Mapping[str, JsonValue]:
    """The schema, immutable. Raises ValueError when it is not JSON, or not the schema of an object."""
    if not isinstance(schema, Mapping):
        raise ValueError(f"{where}: the schema must be a mapping, not {type(schema).__name__}")
    try:
        frozen = cast("Mapping[str, JsonValue]", freeze(cast("Mapping[object, object]", schema)))
    except ValueError as error:
        raise ValueError(f"{where}: the schema is {error}") from error
    except RecursionError as error:
        raise ValueError(f"{where}: the schema is not JSON: it is nested too deeply, or holds itself") from error
    if frozen.get("type") != "object":
        raise ValueError(f"{where}: the schema must be an object's: its type is {frozen.get('type')!r}")
    if not isinstance(properties := frozen.get("properties", {}), Mapping):
        raise ValueError(f"{where}: the schema's properties must be an object, not {properties!r:.80}")
    required = frozen.get("required", ())
    if not isinstance(required, tuple) or not all(isinstance(name, str) for name in required):
        raise ValueError(f"{where}: the schema's required must be an array of names, not {required!r:.80}")
    return frozen


def _schema_of(shape: type[object], name: str) -> Mapping[str, JsonValue]:
    schema = _adapter(shape).json_schema()
    if schema.get("type") != "object" and "$ref" in schema:
        # A recursive model is a reference to itself; providers want the object at the root.
        target = cast("str", schema["$ref"]).rpartition("/")[2]
        schema = {**schema["$defs"][target], "$defs": schema["$defs"]}
    if schema.get("type") != "object":
        raise ValueError(f"tool {name!r}: args must be the type of an object, such as a pydantic model: {shape!r}")
    return schema


def _exec(
    function: Callable[..., ToolReturn | Awaitable[ToolReturn]], shape: type[object] | None, *, plain: bool
) -> Exec[object, Args]:
    """The `exec` around a function that wants decoded arguments or none, and with `plain` nothing of the run."""

    def given(ctx: ToolContext, deps: object, args: Args) -> tuple[object, ...]:
        return (() if plain else (ctx, deps)) + (() if shape is None else (args.decode(shape),))

    if inspect.iscoroutinefunction(function):

        async def call_async(ctx: ToolContext, deps: object, args: Args) -> ToolReturn:
            return cast("ToolReturn", await function(*given(ctx, deps, args)))

        return call_async

    def call(ctx: ToolContext, deps: object, args: Args) -> ToolReturn | Awaitable[ToolReturn]:
        return function(*given(ctx, deps, args))

    return call


_NO_ARGS: Mapping[str, JsonValue] = {"type": "object", "properties": {}}


@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    max_retries: int | None = None,
    thread: bool = True,
) -> Callable[[Callable[[ToolContext, D], ToolReturn | Awaitable[ToolReturn]]], Tool[D]]: ...
@overload
def tool(
    *,
    args: type[A],
    name: str | None = None,
    description: str | None = None,
    max_retries: int | None = None,
    thread: bool = True,
) -> Callable[[Callable[[ToolContext, D, A], ToolReturn | Awaitable[ToolReturn]]], Tool[D]]: ...
def tool(
    *,
    args: type[object] | None = None,
    name: str | None = None,
    description: str | None = None,
    max_retries: int | None = None,
    thread: bool = True,
) -> Callable[[Callable[..., ToolReturn | Awaitable[ToolReturn]]], Tool[Never]]:
    """Makes a tool of `f(ctx, deps)`, or with `args=M` of `f(ctx, deps, args: M)`.

    The schema comes from `args` and from nothing else; name and description default to the function's name
    and docstring. Raises ValueError where there is no description.
    """

    return _decorator(args, name, description, max_retries, thread=thread, plain=False)


@overload
def plain_tool(
    *,
    name: str | None = None,
    description: str | None = None,
    max_retries: int | None = None,
    thread: bool = True,
) -> Callable[[Callable[[], ToolReturn | Awaitable[ToolReturn]]], Tool[object]]: ...
@overload
def plain_tool(
    *,
    args: type[A],
    name: str | None = None,
    description: str | None = None,
    max_retries: int | None = None,
    thread: bool = True,
) -> Callable[[Callable[[A], ToolReturn | Awaitable[ToolReturn]]], Tool[object]]: ...
def plain_tool(
    *,
    args: type[object] | None = None,
    name: str | None = None,
    description: str | None = None,
    max_retries: int | None = None,
    thread: bool = True,
) -> Callable[[Callable[..., ToolReturn | Awaitable[ToolReturn]]], Tool[object]]:
    """Like `tool`, for `f()` or `f(args: M)`: a tool that needs nothing of a run serves every agent."""

    return _decorator(args, name, description, max_retries, thread=thread, plain=True)


def _decorator(
    args: type[object] | None,
    name: str | None,
    description: str | None,
    max_retries: int | None,
    *,
    thread: bool,
    plain: bool,
) -> Callable[[Callable[..., ToolReturn | Awaitable[ToolReturn]]], Tool[object]]:
    def decorate(function: Callable[..., ToolReturn | Awaitable[ToolReturn]]) -> Tool[object]:
        title = str(getattr(function, "__name__", "")) if name is None else name
        text = inspect.getdoc(function) or "" if description is None else description
        if not text.strip():
            raise ValueError(
                f"tool {title!r} has no description: give the function a docstring, or pass description=. "
                "(python -OO strips docstrings.)"
            )
        return Tool(
            name=title,
            description=text,
            schema=_NO_ARGS if args is None else _schema_of(args, title),
            exec=_exec(function, args, plain=plain),
            max_retries=max_retries,
            thread=thread,
        )

    return decorate
