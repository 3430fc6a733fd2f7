"""The public surface: every annotation that a user can reach, and what is `Any` in it."""

from __future__ import annotations

import functools
import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_overloads,
    get_type_hints,
)

from typing_extensions import TypeAliasType

__all__ = ["leaks", "public"]

MODULES = ("golem_sdk", "golem_sdk.models", "golem_sdk.models.openai", "golem_sdk.testing")
OURS = ("golem_sdk", "golem_wire", "tests.typing")


def public() -> Iterator[object]:
    """What the public modules name in `__all__`."""
    for module in map(importlib.import_module, MODULES):
        yield from (getattr(module, name) for name in cast("Iterable[str]", module.__all__))


def leaks(things: Iterable[object]) -> set[str]:
    """The functions, fields and aliases with `Any` in their types; classes of ours that they name are followed.

    An annotation that cannot be read at run time counts as one with `Any`.
    """
    todo, seen, found = list(things), set[int](), set[str]()
    while todo:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        for name, annotation in _annotations(thing):
            for part in _parts(annotation):
                if part is Any:
                    found.add(name)
                elif _is_ours(part):
                    todo.append(part)
    return found


def _is_ours(thing: object) -> bool:
    return isinstance(thing, type) and thing.__module__.startswith(OURS)


def _annotations(thing: object) -> Iterator[tuple[str, object]]:
    if inspect.isfunction(thing):
        yield from _of_function(thing)
    elif isinstance(thing, type):
        for base in filter(_is_ours, thing.__mro__):
            yield from _of_class(base)
    else:
        yield repr(thing), thing


def _of_class(owner: type) -> Iterator[tuple[str, object]]:
    place = f"{owner.__module__}.{owner.__qualname__}"
    fields = inspect.get_annotations(owner)
    for name, hint in get_type_hints(owner).items():
        if name in fields and not name.startswith("_"):
            yield f"{place}.{name}", hint
    for name, member in vars(owner).items():
        function = _function(member)
        if function is not None and (not name.startswith("_") or name.endswith("__")):
            yield from _of_function(function)


def _function(member: object) -> Callable[..., object] | None:
    match member:
        case staticmethod() | classmethod():
            return cast("staticmethod[..., object]", member).__func__
        case property():
            return member.fget
        case functools.cached_property():
            return cast("Callable[..., object]", member.func)
        case _:
            return member if inspect.isfunction(member) and member.__module__.startswith(OURS) else None


def _of_function(function: Callable[..., object]) -> Iterator[tuple[str, object]]:
    overloads = get_overloads(function)
    for each in overloads or (function,):  # behind overloads, what implements them is nobody's business
        for hint in _hints(each).values():
            yield f"{function.__module__}.{function.__qualname__}", hint


def _hints(function: Callable[..., object]) -> Mapping[str, object]:
    try:
        return get_type_hints(function)
    except (NameError, TypeError):  # what nothing can read at run time may hide anything
        return {"unreadable": Any}


def _parts(annotation: object) -> Iterator[object]:
    """The annotation and everything that it is made of, aliases opened."""
    todo, opened = [annotation], list[object]()
    while todo:
        part = todo.pop()
        yield part
        match part:
            case list():
                todo += cast("list[object]", part)
            case TypeAliasType():
                if part not in opened:  # JSON is an alias of itself
                    opened.append(part)
                    todo.append(part.__value__)
            case TypeVar():
                todo += [part.__bound__, *part.__constraints__]
            case str() | ForwardRef():
                todo += [Any] if re.search(r"\bAny\b", str(part)) else []
            case _:
                todo += _arguments(part)


def _arguments(part: object) -> list[object]:
    origin, arguments = get_origin(part), list(get_args(part))
    if origin is Literal:
        return []
    if origin is Annotated:
        return arguments[:1]
    return [origin, *arguments] if isinstance(origin, TypeAliasType | type) else arguments
