"""What a provider says beside its answers, and is kept as data under its own names: the tables say where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from golem_sdk.adapters._parse import document
from golem_wire._runtime import EMPTY, AdapterFacts, JsonValue, freeze

__all__ = ["at", "folded", "provider_data"]


def provider_data(facts: AdapterFacts, body: bytes) -> Mapping[str, JsonValue]:
    """What stands at the tables' pointers in an answer or an error, by the last step of each; it never raises."""
    if not facts.data:
        return EMPTY
    try:
        told = document(body)
        found = {pointer.rpartition("/")[2]: freeze(at(told, pointer)) for pointer in facts.data}
    except (ValueError, RecursionError):  # a number that JSON has no word for; no answer fails for its comments
        return EMPTY
    return {key: value for key, value in found.items() if value is not None}


def at(value: object, pointer: str) -> object:
    """What stands at a pointer; None where nothing does."""
    for step in pointer.strip("/").split("/"):
        match value:
            case dict():
                value = cast("dict[str, object]", value).get(step)
            case list() if step.isdigit() and int(step) < len(cast("list[object]", value)):
                value = cast("list[object]", value)[int(step)]
            case _:
                return None
    return value


def folded(before: JsonValue, more: JsonValue) -> JsonValue:
    """What the pieces of a stream say together: objects grow, anything else is replaced; a raised flag stays."""
    if isinstance(before, Mapping) and isinstance(more, Mapping):
        if _raised(before) and not _raised(more):
            return before
        return {**before, **{key: folded(before.get(key), value) for key, value in more.items()}}
    return before if _says_nothing(more) else more


def _raised(told: Mapping[str, JsonValue]) -> bool:
    return any(value is True for value in told.values())


def _says_nothing(value: JsonValue) -> bool:
    return value is None or (isinstance(value, Sequence) and not value)
