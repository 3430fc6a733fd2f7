"""What a tool may raise to say how its call ended, and how that is found.

Failed      the model sees the reason on a result flagged `failed`; the run goes on
ModelRetry  the model sees the reason and corrects the call; uses up correction budget
Canceled    the run ends on purpose
Deferred    the call waits for an approval or a result from outside
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar, cast

from golem_wire.canonical import Part

__all__ = [
    "Canceled",
    "Deferred",
    "Failed",
    "ModelRetry",
    "Outcome",
    "chain",
    "error_line",
    "error_text",
    "members",
    "outcome_of",
]

E = TypeVar("E", bound=BaseException)

_LINE = 1_000


class Outcome(Exception):  # these are ways to end a call, not all of them errors
    """What the four outcomes share: `reason`, a text for the model or the caller."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason: str = str(reason)  # an exception in its place is a common slip, and its text is what is meant


class Failed(Outcome):
    """The call failed for good; the model is told why, on a result flagged `failed`, and goes on."""

    def __init__(self, reason: str, *, parts: Sequence[Part] = ()) -> None:
        super().__init__(reason)
        self.parts: tuple[Part, ...] = tuple(parts)


class ModelRetry(Outcome):
    """The model's output can be corrected: it is told why and asked again, within its budget."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class Canceled(Outcome):
    """The run ends here, on purpose."""


class Deferred(Outcome):
    """The call waits for an approval, or for a result from outside."""

    def __init__(self, kind: Literal["approval", "external"] = "approval", reason: str = "") -> None:
        super().__init__(reason)
        self.kind: Literal["approval", "external"] = kind


@dataclass(frozen=True)
class _Branch:
    """One line of causes: the outcomes on it, and whether it is a member of a group."""

    outcomes: tuple[Outcome, ...]
    grouped: bool


def outcome_of(error: BaseException) -> Outcome | None:
    """The outcome that an exception stands for; None is an ordinary failure.

    Searched are the exception, its causes and the members of groups, never the `__context__`: an unrelated
    mistake made while handling a ModelRetry is a mistake. The failure of another run is not entered, except
    for its deliberate stop.
    """
    return _outcome(error, frozenset())


def _outcome(error: BaseException, above: frozenset[int]) -> Outcome | None:
    branches = list(_branches(error, above, grouped=False))
    found = [outcome for branch in branches for outcome in branch.outcomes]
    if canceled := _first(found, Canceled):
        return canceled
    if any(branch.grouped and not branch.outcomes for branch in branches):
        return None
    return _first(found, Deferred) or _first(found, Failed) or _first(found, ModelRetry)


def _first(found: Sequence[Outcome], kind: type[E]) -> E | None:
    return next((outcome for outcome in found if isinstance(outcome, kind)), None)


def _branches(error: BaseException, above: frozenset[int], *, grouped: bool) -> Iterator[_Branch]:
    outcomes: list[Outcome] = []
    holds_a_group = False
    for link in chain(error):
        if id(link) in above:  # a group may be a cause of its own member
            break
        if grouped_errors := members(link):
            holds_a_group = True
            for member in grouped_errors:
                yield from _branches(member, above | {id(link)}, grouped=True)
        elif isinstance(link, Outcome):
            outcomes.append(link)
        elif getattr(link, "ends_a_run", False):
            inner = _outcome(link.__cause__, above | {id(link)}) if link.__cause__ else None
            outcomes += [inner] if isinstance(inner, Canceled) else []
            break
    if outcomes or not holds_a_group:  # what a group's members say is its word
        yield _Branch(tuple(outcomes), grouped)


def error_text(error: BaseException) -> str:
    """What the exception says, or its class when it says nothing or cannot say it."""
    try:
        text = str(error)
    except Exception:  # a broken exception of a tool is no reason to lose the run's evidence
        text = ""
    return text or type(error).__name__


def error_line(error: BaseException) -> str:
    """The exception's class and what it says, of bounded length, for events."""
    name, text = type(error).__name__, error_text(error)
    return name if text == name else f"{name}: {text}"[:_LINE]


def members(error: BaseException) -> tuple[BaseException, ...]:
    """The exceptions of a group; none for any other exception."""
    if not isinstance(error, BaseExceptionGroup):
        return ()
    return cast("BaseExceptionGroup[BaseException]", error).exceptions


def chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and its causes, outermost first; a cycle ends where it closes."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__
