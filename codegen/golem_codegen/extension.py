"""`extends`: a provider that is another one with other rows, and that shares its adapter."""

from __future__ import annotations

from pathlib import Path

from golem_codegen.document import JsonObject, JsonValue, SpecError, Where, read_toml, string_at

__all__ = ["lineage", "merged"]

_SHARED = ("adapter", "decode", "encode", "finish_reason", "finish_reasons", "keep", "result_parts", "usage")
"""Tables that the base's skeleton is written from; an extension has no skeleton of its own."""


def lineage(root: Path, name: str) -> tuple[str, ...]:
    """A provider's bases, the furthest first, and itself. Raises SpecError for a base that is none, and for a cycle."""
    names = [name]
    while base := _base(root, names[0]):
        where = _tables(names[0]).at("extends")
        if base in names:
            raise SpecError(where, "no-cycle", f"leads back: {', '.join(reversed([base, *names]))}")
        if not (root / _tables(base).file).exists():
            raise SpecError(where, "known-provider", f"there is no provider {base!r}")
        names.insert(0, base)
    return tuple(names)


def merged(root: Path, name: str) -> JsonObject:
    """A provider's tables as they count: those of its bases, and its own rows over them. Raises SpecError."""
    first, *others = lineage(root, name)
    document = read_toml(root, _tables(first))
    for other in others:
        where = _tables(other)
        own = read_toml(root, where)
        if shared := sorted(set(_SHARED) & own.keys()):
            text = "is written into the base's skeleton, which an extension shares"
            raise SpecError(where.at(shared[0]), "extension-facts", text)
        document = _laid(document, own, where)
    return document


def _tables(name: str) -> Where:
    return Where(f"spec/providers/{name}/adapter.toml")


def _base(root: Path, name: str) -> str:
    where = _tables(name)
    document = read_toml(root, where)
    return string_at(document, "extends", where) if "extends" in document else ""


def _laid(base: JsonObject, own: JsonObject, where: Where) -> JsonObject:
    return {**base, **{key: _row(base.get(key), value, where.at(key)) for key, value in own.items()}}


def _row(before: JsonValue, value: JsonValue, where: Where) -> JsonValue:
    if before == value and where.pointer != "/extends":
        raise SpecError(where, "extension-differs", "says what the base says: leave it out")
    if where.pointer.endswith("/move"):
        raise SpecError(where, "extension-facts", "is written into the base's skeleton, which an extension shares")
    match before, value:
        case dict(), dict():
            return _laid(before, value, where)
        case list(), list() if where.pointer.startswith("/coverage/"):
            return _added(before, value, where)
        case _:
            return value


def _added(before: list[JsonValue], rows: list[JsonValue], where: Where) -> list[JsonValue]:
    """Coverage is about fields, and an extension's own fields come to those of its base."""
    for index, row in enumerate(rows):
        if row in before:
            raise SpecError(where.at(index), "extension-differs", "says what the base says: leave it out")
    return [*before, *rows]
