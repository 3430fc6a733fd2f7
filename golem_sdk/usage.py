"""Counting tokens, and stopping where a limit says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from golem_wire.canonical import LimitDetails, Usage

__all__ = ["UsageLimit", "add_usage", "exceeded"]


@dataclass(frozen=True, kw_only=True)
class UsageLimit:
    """How much one run may use; None is no limit. Raises ValueError for a negative limit.

    Tokens (`input`, `output`, `total`) are checked after every answer; `requests` and `tool_calls` before
    the next one, so that a limit of 2 means at most 2.
    """

    input: int | None = None
    output: int | None = None
    total: int | None = None
    requests: int | None = None
    tool_calls: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and value < 0:
                raise ValueError(f"UsageLimit: {field.name} is negative: {value}")


def add_usage(first: Usage, second: Usage) -> Usage:
    """The sum; the providers' own objects, which cannot be added, are left out."""
    return Usage(
        input=first.input + second.input,
        output=first.output + second.output,
        cache_read=first.cache_read + second.cache_read,
        cache_write=first.cache_write + second.cache_write,
        reasoning=first.reasoning + second.reasoning,
    )


def exceeded(limit: UsageLimit, usage: Usage) -> LimitDetails | None:
    """The first token limit that has been crossed."""
    for kind, bound, used in _tokens(limit, usage):
        if bound is not None and used > bound:
            return LimitDetails(kind=kind, limit=bound, actual=used)
    return None


def _tokens(limit: UsageLimit, usage: Usage) -> Iterator[tuple[str, int | None, int]]:
    yield "input", limit.input, usage.input
    yield "output", limit.output, usage.output
    yield "total", limit.total, usage.input + usage.output
