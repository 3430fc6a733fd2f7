"""The adapter skeleton: tables as constants, moves as typed holes, dispatchers that are exhaustive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from golem_codegen.json import JsonObject, JsonValue
from golem_codegen.tables import Tables
from golem_codegen.wire import Union, Wire, camel, paths

__all__ = ["MOVES", "incomplete", "write_skeleton"]

MOVES = {
    "system": "A system message.",
    "user": "A user message with its parts.",
    "assistant": "An assistant message with its calls.",
    "tool_result": "The result of one call.",
}
"""The roles, and what their move makes."""

_COUNTERS = ("input", "output", "cache_read", "cache_write", "reasoning")


def write_skeleton(tables: Tables, wire: Wire, canonical: JsonObject) -> str:
    """The skeleton's source, unformatted, without a header."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  # it writes Python, not HTML
        keep_trailing_newline=True,
    )
    environment.filters["py"] = repr
    kinds = _variants(canonical, "KnownPart")
    media = [kind for kind, name in kinds if "mediaType" in _properties(canonical, name)]
    moves = [(kind, name) for kind, name in kinds if _has_move(tables, kind)]
    refused = [(repr(kind), name) for kind, name in kinds if not _has_move(tables, kind)]
    return environment.get_template("skeleton.py.jinja").render(
        t=tables,
        roles=[(role, tables.encode[role]) for role in MOVES],
        role_docs=MOVES,
        part_moves=moves,
        part_refusals=[*refused, ("part.kind", "UnknownPart")],
        media_kinds=media,
        media_union=" | ".join(f"c.{name}" for kind, name in moves if kind in media) or "c.ImagePart",
        choices=_variants(canonical, "ToolChoice"),
        choice_type=_alias(tables.encode["choice"]),
        unions=[(move, row, _union(wire, row.union)) for move, row in tables.decode.items()],
        usage=[(counter, _counter(tables, wire, counter)) for counter in _COUNTERS],
    )


def incomplete(tables: Tables, wire: Wire, canonical: JsonObject) -> Iterator[str]:
    """What the tables do not say yet, each with the key that lacks it."""
    for kind, _ in _variants(canonical, "KnownPart"):
        if kind not in tables.parts:
            yield f"[parts] lacks {kind!r}: its cells, or `move = false` and a reason"
    for word in _finish_words(wire):
        if word not in tables.finish_reasons:
            yield f"[finish_reasons] lacks {word!r}"
    reasons = cast("list[str]", _definition(canonical, "FinishReason").get("enum", []))
    for word, reason in tables.finish_reasons.items():
        if reason not in reasons:
            yield f"[finish_reasons] {word} = {reason!r} is no finish reason of ours"
    error_kinds = cast("list[str]", _definition(canonical, "ErrorKind").get("enum", []))
    for table in ("codes", "statuses"):
        for key, kind in cast("dict[str, str]", getattr(tables.errors, table)).items():
            if kind not in error_kinds:
                yield f"[errors.{table}] {key} = {kind!r} is no error kind of ours"
    for move, row in tables.decode.items():
        if row.union not in wire.unions:
            yield f"[decode.{move}] union = {row.union!r} is no union of the answer"
    for counter in _COUNTERS:
        for path in cast("tuple[str, ...]", getattr(tables.usage, counter)):
            if _steps(wire, tables.usage.definition, path) is None:
                yield f"[usage] {counter}: {path!r} leads nowhere below {tables.usage.definition}"


def _has_move(tables: Tables, kind: str) -> bool:
    # A kind without a row has a move: it is then the type checkers that ask for it.
    row = tables.parts.get(kind)
    return row is None or row.move


def _definition(canonical: JsonObject, name: str) -> JsonObject:
    return cast("JsonObject", cast("JsonObject", canonical["$defs"]).get(name, {}))


def _properties(canonical: JsonObject, name: str) -> JsonObject:
    return cast("JsonObject", _definition(canonical, name).get("properties", {}))


def _variants(canonical: JsonObject, name: str) -> list[tuple[str, str]]:
    found = cast("JsonObject", _definition(canonical, name)["discriminator"])
    return [(tag, str(ref).rpartition("/")[2]) for tag, ref in cast("JsonObject", found["mapping"]).items()]


def _alias(path: str) -> str:
    """`Definition.property` names the alias that the property's union was given."""
    owner, _, key = path.partition(".")
    return owner + camel(key)


def _union(wire: Wire, name: str) -> Union:
    return wire.unions.get(name) or Union(name, "type", {}, f"Unknown{name}")


def _steps(wire: Wire, definition: str, path: str) -> list[tuple[str, str]] | None:
    try:
        return list(paths(wire.defs, definition, path))
    except KeyError:
        return None


def _counter(tables: Tables, wire: Wire, counter: str) -> str:
    """`count(wire.a.b if wire.a else None, wire.c)`: the typed way to what the table's paths say."""
    found = cast("tuple[str, ...]", getattr(tables.usage, counter))
    return f"count({', '.join(_access(path) for path in found)})"


def _access(path: str) -> str:
    *owners, _ = path.split(".")
    guard = " and ".join("wire." + ".".join(owners[: i + 1]) for i in range(len(owners)))
    return f"wire.{path} if {guard} else None" if guard else f"wire.{path}"


def _finish_words(wire: Wire) -> list[str]:
    for schema in wire.defs.values():
        found = cast("JsonObject", schema.get("properties", {})).get("finish_reason")
        if isinstance(found, dict):
            return list(_enum(found))
    return []


def _enum(schema: JsonValue) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from cast("list[str]", schema.get("enum", []))
        for branch in cast("list[JsonValue]", schema.get("anyOf", [])):
            yield from _enum(branch)
