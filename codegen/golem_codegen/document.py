"""JSON as a type, one way to write it, and narrowing that says where a value broke a rule.

Every mistake in a file under `spec/` is one `SpecError`:

    spec/providers/acme/source.toml, /roots/request: must be a string, is an object [rule: type]
"""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Never, TypeAlias

__all__ = [
    "JsonObject",
    "JsonValue",
    "SpecError",
    "Where",
    "as_array",
    "as_object",
    "as_string",
    "dump",
    "object_at",
    "parse",
    "read_json",
    "read_toml",
    "string_at",
]

# Concrete containers, so that `isinstance` narrows and what is rebuilt is still JSON. No TypeAliasType: what
# a recursive one contains is Unknown to pyright 1.1.414 where it is imported.
JsonValue: TypeAlias = bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"] | None
JsonObject: TypeAlias = dict[str, JsonValue]


@dataclass(frozen=True)
class Where:
    """A place in a file: its path below the project root, and a JSON pointer (in TOML: the keys) into it."""

    file: str
    pointer: str = ""

    def at(self, *keys: str | int) -> "Where":
        """Return the place of a member below this one."""
        tail = "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)
        return Where(self.file, self.pointer + tail)

    def __str__(self) -> str:
        return f"{self.file}, {self.pointer}" if self.pointer else self.file


class SpecError(Exception):
    """A file under `spec/` breaks a rule of the generator: where, which rule, and what is there instead."""

    def __init__(self, where: Where, rule: str, problem: str) -> None:
        super().__init__(f"{where}: {problem} [rule: {rule}]")
        self.where = where
        self.rule = rule
        self.problem = problem


def dump(value: JsonValue) -> str:
    """Return the one spelling of a JSON value that is committed: sorted keys, a line for each member."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def parse(text: str, where: Where) -> JsonValue:
    """Read JSON text; what is no JSON, or says one key twice, is a `SpecError`."""
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except ValueError as error:
        raise SpecError(where, "json", f"is not JSON: {error}") from error
    return value


def _unique(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(key for key, _ in pairs if [name for name, _ in pairs].count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return members


def _no_constant(word: str) -> Never:
    raise ValueError(f"{word} is no JSON number")


def read_json(root: Path, where: Where) -> JsonObject:
    """Read a file that holds one JSON object; `where.file` is its path below `root`."""
    return as_object(parse(_read_text(root, where), where), where)


def read_toml(root: Path, where: Where) -> JsonObject:
    """Read a TOML file; `where.file` is its path below `root`."""
    try:
        table: JsonObject = tomllib.loads(_read_text(root, where))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(where, "toml", f"is not TOML: {error}") from error
    return table


def _read_text(root: Path, where: Where) -> str:
    try:
        return (root / where.file).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise SpecError(where, "file-exists", "is missing") from error
    except UnicodeDecodeError as error:
        raise SpecError(where, "utf-8", f"is not UTF-8: {error}") from error


def as_object(value: JsonValue, where: Where) -> JsonObject:
    """Narrow to an object."""
    if isinstance(value, dict):
        return value
    raise _wrong_type(value, where, "an object")


def as_array(value: JsonValue, where: Where) -> list[JsonValue]:
    """Narrow to an array."""
    if isinstance(value, list):
        return value
    raise _wrong_type(value, where, "an array")


def as_string(value: JsonValue, where: Where) -> str:
    """Narrow to a string."""
    if isinstance(value, str):
        return value
    raise _wrong_type(value, where, "a string")


def object_at(owner: JsonObject, key: str, where: Where) -> JsonObject:
    """Return a member that must be there and be an object; `where` is the owner's place."""
    return as_object(_member(owner, key, where), where.at(key))


def string_at(owner: JsonObject, key: str, where: Where) -> str:
    """Return a member that must be there and be a string; `where` is the owner's place."""
    return as_string(_member(owner, key, where), where.at(key))


def _member(owner: JsonObject, key: str, where: Where) -> JsonValue:
    if key not in owner:
        raise SpecError(where.at(key), "required", "is missing")
    return owner[key]


def _wrong_type(value: JsonValue, where: Where, expected: str) -> SpecError:
    kinds = {
        "dict": "an object",
        "list": "an array",
        "str": "a string",
        "bool": "a boolean",
        "NoneType": "null",
    }
    return SpecError(where, "type", f"must be {expected}, is {kinds.get(type(value).__name__, 'a number')}")
