"""Hostile bodies: a good one with one thing, or several, replaced by what no host should send."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from golem_wire._runtime import JsonValue

__all__ = ["TOKENS", "Path", "mutated", "paths", "without"]

Path: TypeAlias = tuple[str | int, ...]

# As text, since no JSON library writes some of them.
TOKENS: Mapping[str, str] = {
    "null": "null",
    "true": "true",
    "zero": "0",
    "negative": "-1",
    "fraction": "1.5",
    "string": '"x"',
    "number in a string": '"7"',
    "empty string": '""',
    "blank": '" \\n"',
    "empty array": "[]",
    "empty object": "{}",
    "array of null": "[null]",
    "array of arrays": "[[]]",
    "array of objects": "[{}]",
    "unknown block": '{"type":"brand_new","x":1}',
    "tag that is an array": '{"type":["x"]}',
    "infinity by size": "1e999",
    "NaN": "NaN",
    "Infinity": "-Infinity",
    "400 digits": "1" * 400,
    "5000 digits": "9" * 5_000,
    "lone surrogate": '"\\ud800"',
    "lone surrogate in a key": '{"\\udfff":1}',
    "null character": '"\\u0000"',
    "nested 150": "[" * 150 + "]" * 150,
    "nested 199": '{"a":' * 199 + "1" + "}" * 199,
    "nested 900": "[" * 900 + "]" * 900,
    "nested 10000": "[" * 10_000 + "]" * 10_000,
    "objects 10000": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "long string": '"' + "A" * 50_000 + '"',
    "repeated keys": '{"type":"text","type":"thinking"}',
    "nothing": "",
    "HTML": "<html>busy</html>",
}

_MARK = "\x00mutated {}\x00"


def paths(value: JsonValue, start: Path = ()) -> Iterator[Path]:
    """The place of every value below this one, and its own."""
    yield start
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from paths(item, (*start, key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(cast("Sequence[JsonValue]", value)):
            yield from paths(item, (*start, index))


def mutated(value: JsonValue, changes: Mapping[Path, str]) -> bytes:
    """The body with these texts in place of what stands at these paths; a path that is gone by then is left."""
    for number, path in enumerate(changes):
        value = _put(value, path, _MARK.format(number))
    text = json.dumps(value)
    for number, token in enumerate(changes.values()):
        text = text.replace(json.dumps(_MARK.format(number)), token)
    return text.encode()


def without(value: JsonValue, path: Path) -> bytes:
    """The body without what stands at the path."""
    return json.dumps(_without(value, path)).encode()


def _put(value: JsonValue, path: Path, new: str) -> JsonValue:
    if not path:
        return new
    key, *rest = path
    if isinstance(value, Mapping):
        return {k: _put(v, tuple(rest), new) if k == key else v for k, v in value.items()}
    if isinstance(value, list | tuple):
        items = cast("Sequence[JsonValue]", value)
        return [_put(v, tuple(rest), new) if i == key else v for i, v in enumerate(items)]
    return value


def _without(value: JsonValue, path: Path) -> JsonValue:
    key, *rest = path
    if isinstance(value, Mapping):
        below = {k: _without(v, tuple(rest)) if k == key and rest else v for k, v in value.items()}
        return below if rest else {k: v for k, v in below.items() if k != key}
    items = cast("Sequence[JsonValue]", value)
    if rest:
        return [_without(v, tuple(rest)) if i == key else v for i, v in enumerate(items)]
    return [v for i, v in enumerate(items) if i != key]
