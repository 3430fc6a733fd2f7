"""The format of the case files: what is given, and assertions over what was observed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, cast

__all__ = ["ABSENT", "Assertion", "Case", "Json", "Object", "failures", "load"]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Object: TypeAlias = Mapping[str, Json]
ABSENT: Final = "\x00absent"
"""What a path gives that leads nowhere; no JSON of a case holds it."""


@dataclass(frozen=True)
class Assertion:
    """One line of `expect.assert`."""

    at: str
    op: str
    value: Json

    def __str__(self) -> str:
        return f"{self.at} {self.op} {json.dumps(self.value)}"


@dataclass(frozen=True)
class Case:
    """One file."""

    id: str
    family: str
    provider: str
    title: str
    given: Object
    asserts: tuple[Assertion, ...]

    @property
    def kind(self) -> str:
        """What kind of payload is given."""
        return str(self.given["kind"])

    @property
    def targets(self) -> tuple[str, ...]:
        """The providers that the case is about."""
        return tuple(cast("Sequence[str]", self.given.get("targets", (self.provider,))))


def load(file: Path) -> Case:
    """The case of a file."""
    data = cast("Object", json.loads(file.read_text("utf-8")))
    expected = cast("Mapping[str, Sequence[Object]]", data["expect"])
    asserts = tuple(Assertion(str(a["at"]), str(a["op"]), a.get("value")) for a in expected["assert"])
    return Case(
        id=str(data["id"]),
        family=str(data["family"]),
        provider=str(data["provider"]),
        title=str(data["title"]),
        given=cast("Object", data["given"]),
        asserts=asserts,
    )


def failures(asserts: Sequence[Assertion], observed: Object) -> list[str]:
    """The assertions that do not hold, with what was there.

    `observed["cases"]` are the variants that `each` and `case[i]` speak of, `observed["targets"]` the providers.
    """
    return [
        f"{a}: {found!r:.300}"
        for a in asserts
        for found in _places(a.at, observed)
        if not _OPS[a.op](found, _value(a, observed))
    ]


def _value(a: Assertion, observed: Object) -> Json:
    """What is compared with: a literal, or for `deep_eq` the name of something else that was observed."""
    return observed.get(a.value, a.value) if a.op == "deep_eq" and isinstance(a.value, str) else a.value


def _places(at: str, observed: Object) -> Iterator[Json]:
    """What stands at a path; `each`, `each_target` and `cases[0,2]` stand for several."""
    cases = cast("Sequence[Json]", observed.get("cases", (observed,)))
    targets = cast("Mapping[str, Object]", observed.get("targets", {}))
    head, _, rest = at.partition(".")
    if head == "each_target" or head in targets:
        for name, target in targets.items():
            if head in ("each_target", name):
                yield from _places(rest, target)
    elif head == "each":
        yield from (_at(case, rest) for case in cases)
    elif found := re.fullmatch(r"cases?\[([\d,]+)\]", head):
        yield from (_at(cases[int(index)], rest) for index in found[1].split(","))
    else:
        yield _at(observed, at)


def _at(value: Json, path: str) -> Json:
    head, rest = cast("re.Match[str]", re.match(r"\[[^]]*\]|[^.\[]+|$", path))[0], ""
    if not head:
        return value
    rest = path[len(head) :].removeprefix(".")
    if head == "[*]":
        return [_at(item, rest) for item in cast("Sequence[Json]", value)]
    return _at(_step(value, head), rest)


def _step(value: Json, step: str) -> Json:
    if isinstance(value, Mapping):
        return value.get(step, ABSENT)
    index = int(step[1:-1]) if isinstance(value, list | tuple) and re.fullmatch(r"\[-?\d+\]", step) else None
    items = cast("Sequence[Json]", value)
    return items[index] if index is not None and -len(items) <= index < len(items) else ABSENT


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _size(value: Json) -> int:
    return len(cast("Sequence[Json]", value))


def _number(value: Json) -> float:
    return float(cast("float", value))


def _range(value: Json) -> tuple[float, float]:
    low, high = cast("tuple[float, float]", value)
    return low, high


_TYPES: Mapping[str, type | tuple[type, ...]] = {"object": dict, "array": list, "string": str, "number": (int, float)}
_OPS: Mapping[str, Callable[[Json, Json], bool]] = {
    "eq": lambda found, value: found == value,
    "deep_eq": lambda found, value: found == value,
    "ne": lambda found, value: found != value,
    "in": lambda found, value: found in cast("Sequence[Json]", value),
    "eq_or_absent": lambda found, value: found in (ABSENT, value),
    "absent": lambda found, _: found == ABSENT,
    "present": lambda found, _: found != ABSENT,
    "contains": lambda found, value: _text(value) in _text(found),
    # Nothing is said about what was not observed at all.
    "not_contains": lambda found, value: found != ABSENT and _text(value) not in _text(found),
    "matches": lambda found, value: bool(re.search(_text(value), _text(found))),
    "each_matches": lambda found, value: all(re.search(_text(value), _text(f)) for f in cast("Sequence[Json]", found)),
    "unique": lambda found, value: (len({_text(f) for f in cast("Sequence[Json]", found)}) == _size(found)) == value,
    "len": lambda found, value: _size(found) == value,
    "len_gte": lambda found, value: _size(found) >= _number(value),
    "lt": lambda found, value: _number(found) < _number(value),
    "lte": lambda found, value: _number(found) <= _number(value),
    "gt": lambda found, value: _number(found) > _number(value),
    "gte": lambda found, value: _number(found) >= _number(value),
    "between": lambda found, value: _range(value)[0] <= _number(found) <= _range(value)[1],
    "type": lambda found, value: isinstance(found, _TYPES[_text(value)]),
}
