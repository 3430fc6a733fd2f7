"""What the tables of a provider do not say yet, or say of nothing; each line names the key."""

from __future__ import annotations

from collections.abc import Iterator

from golem_codegen.adapters import COUNTERS
from golem_codegen.canonical import definition, variants
from golem_codegen.document import JsonObject, JsonValue
from golem_codegen.schema import branches, properties
from golem_codegen.tables import Encoding, Tables
from golem_codegen.wire import Wire, paths

__all__ = ["incomplete", "uncovered"]


def incomplete(tables: Tables, wire: Wire, canonical: JsonObject) -> Iterator[str]:
    """Rows that are missing, and words that mean nothing on the one side or the other."""
    yield from _parts(tables, canonical)
    yield from _finish_reasons(tables, wire, canonical)
    yield from _errors(tables, canonical)
    yield from _moves(tables, wire)
    yield from _usage(tables, wire)
    yield from _data(tables, wire)


def _parts(tables: Tables, canonical: JsonObject) -> Iterator[str]:
    kinds = variants(canonical, "KnownPart")
    for kind in kinds.keys() - tables.parts.keys():
        yield f"[parts] lacks {kind!r}: its cells, or `move = false` and a reason"
    for kind in tables.parts.keys() - kinds.keys():
        yield f"[parts.{kind}] is no part kind of ours"


def _finish_reasons(tables: Tables, wire: Wire, canonical: JsonObject) -> Iterator[str]:
    owner, _, key = tables.finish_reason.partition(".")
    schema = properties(wire.defs.get(owner)).get(key)
    if schema is None:
        yield f"finish_reason = {tables.finish_reason!r} is no property of the answer"
    for word in _words(schema):
        if word not in tables.finish_reasons:
            yield f"[finish_reasons] lacks {word!r}"
    ours = list(_words(definition(canonical, "FinishReason")))
    for word, reason in tables.finish_reasons.items():
        if reason not in ours:
            yield f"[finish_reasons] {word} = {reason!r} is no finish reason of ours"


def _words(schema: JsonValue) -> Iterator[str]:
    if isinstance(schema, dict):
        words = schema.get("enum")
        yield from map(str, words if isinstance(words, list) else ())
        for branch in branches(schema, "anyOf"):
            yield from _words(branch)


def _errors(tables: Tables, canonical: JsonObject) -> Iterator[str]:
    kinds = list(_words(definition(canonical, "ErrorKind")))
    for table, rows in (("codes", tables.errors.codes), ("statuses", tables.errors.statuses)):
        for key, kind in rows.items():
            if kind not in kinds:
                yield f"[errors.{table}] {key} = {kind!r} is no error kind of ours"


def _moves(tables: Tables, wire: Wire) -> Iterator[str]:
    for move in Encoding.model_fields:
        name: str = getattr(tables.encode, move)
        owner, _, key = name.partition(".")
        if owner not in wire.defs or (key and key not in properties(wire.defs[owner])):
            yield f"[encode] {move} = {name!r} is nothing that is sent"
    for move, row in tables.decode.items():
        union = wire.unions.get(row.union)
        if union is None:
            yield f"[decode.{move}] union = {row.union!r} is no union of the answer"
        elif row.default_tag and row.default_tag not in union.variants:
            yield f"[decode.{move}] default_tag = {row.default_tag!r} is no tag of {row.union}"
    for name in tables.keep:
        if name not in wire.defs:
            yield f"keep: {name!r} is no definition of the wire"


def _usage(tables: Tables, wire: Wire) -> Iterator[str]:
    for counter in COUNTERS:
        for path in getattr(tables.usage, counter):
            if not _leads_somewhere(tables, wire, path):
                yield f"[usage] {counter}: {path!r} leads nowhere below {tables.usage.definition}"


def _leads_somewhere(tables: Tables, wire: Wire, path: str) -> bool:
    try:
        return bool(list(paths(wire.defs, tables.usage.definition, path)))
    except KeyError:
        return False


def _data(tables: Tables, wire: Wire) -> Iterator[str]:
    kept = {field.partition(".")[2] for field, state in wire.coverage.items() if state == "pass_through"}
    for pointer in tables.answer.data:
        if pointer.rpartition("/")[2] not in kept:
            yield f"[answer] data: {pointer!r} ends at no field that is passed through"


def uncovered(tables: Tables, wire: Wire, schema: JsonObject) -> Iterator[str]:
    """Fields that nobody looked at, and rows that are about no field."""
    for field, state in wire.coverage.items():
        if state == "unreviewed":
            yield f"[coverage]: {field} is unreviewed: map it, pass it through, or ignore it with a reason"
    names = {*wire.coverage, *properties({"properties": schema["$defs"]})}
    decided = {tables.coverage.row(name) for name in names}
    for row in tables.coverage.rows():
        if row.state != "ignored" and set("*?[") & set(row.pattern):
            yield f"[coverage]: {row.pattern} is {row.state}: name each field, so that a renamed one is missed"
        if not any(row.covers(name) for name in names):
            yield f"[coverage]: {row.pattern} covers no field of the wire"
        elif row not in decided:
            yield f"[coverage]: {row.pattern} is {row.state} in vain: other rows decide on all that it covers"
