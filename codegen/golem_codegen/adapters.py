"""The adapter skeleton: tables as constants, moves as typed holes, dispatchers that are exhaustive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from golem_codegen.canonical import definition, variants
from golem_codegen.definitions import OpenUnion
from golem_codegen.document import JsonObject, Where
from golem_codegen.names import camel, methods
from golem_codegen.schema import properties
from golem_codegen.tables import Decoding, Tables
from golem_codegen.wire import Wire, paths

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["COUNTERS", "write_facts", "write_skeleton"]

COUNTERS = ("input", "output", "cache_read", "cache_write", "reasoning")
"""The counters of the canonical usage."""

_ROLES = {
    "system": "A system message.",
    "user": "A user message with its parts.",
    "assistant": "An assistant message with its calls.",
    "tool_result": "The result of one call.",
}
"""The roles, and what their move makes."""


@dataclass(frozen=True)
class _Part:
    """A part kind: its method, its class, whether it holds media, and whether it has a move or is refused."""

    kind: str
    method: str
    cls: str
    media: bool
    move: bool


@dataclass(frozen=True)
class _Union:
    """A union of the answer: its move, what that returns, its alias, and (method, tag, class) of each variant."""

    move: str
    returns: str
    name: str
    unknown: str
    variants: tuple[tuple[str, str, str], ...]


def write_skeleton(tables: Tables, wire: Wire, canonical: JsonObject, names: Mapping[str, Mapping[str, str]]) -> str:
    """The skeleton's source, unformatted. `names` says what Python calls the properties of the wire's classes."""
    where = Where(f"spec/providers/{tables.name}/adapter.toml")
    parts = _parts(tables, canonical)
    return (
        _environment()
        .get_template("skeleton.py.jinja")
        .render(
            t=tables,
            roles=[(role, getattr(tables.encode, role), doc) for role, doc in _ROLES.items()],
            parts=parts,
            media=" | ".join(f"c.{part.cls}" for part in parts if part.media and part.move),
            choices=_choices(canonical),
            choice_type=_alias(tables.encode.choice),
            unions=[_union(move, row, wire.unions, where) for move, row in tables.decode.items()],
            usage=[(counter, _count(tables, wire, names, counter)) for counter in COUNTERS],
        )
    )


def write_facts(tables: Tables) -> str:
    """The facts of an extension, unformatted: all that it has beside its base."""
    return _environment().get_template("extension.py.jinja").render(t=tables)


def _environment() -> Environment:
    # Imported here: a run that finds nothing to do should not pay for it.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  # it writes Python, not HTML
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["py"] = repr
    return environment


def _parts(tables: Tables, canonical: JsonObject) -> list[_Part]:
    found = variants(canonical, "KnownPart")
    named = methods(found, Where("spec/golem/part.schema.json", "/$defs/KnownPart/discriminator/mapping"))
    return [
        # A kind without a row has a move: it is then the type checkers that ask for it.
        _Part(kind, named[kind], name, _is_media(canonical, name), kind not in tables.parts or tables.parts[kind].move)
        for kind, name in found.items()
    ]


def _is_media(canonical: JsonObject, name: str) -> bool:
    return "mediaType" in properties(definition(canonical, name))


def _choices(canonical: JsonObject) -> list[tuple[str, str, str]]:
    found = variants(canonical, "ToolChoice")
    named = methods(found, Where("spec/golem/tool_choice.schema.json", "/discriminator/mapping"))
    return [(named[kind], kind, name) for kind, name in found.items()]


def _alias(path: str) -> str:
    """`Definition.property` names the alias that the property's union was given."""
    owner, _, key = path.partition(".")
    return owner + camel(key)


def _union(move: str, row: Decoding, unions: Mapping[str, OpenUnion], where: Where) -> _Union:
    # Where the wire has no such union, the skeleton names what is not there; the type checkers say so.
    union = unions.get(row.union, OpenUnion(row.union, "", {}, f"Unknown{row.union}"))
    named = methods([*union.variants, "unknown"], where.at("decode", move))
    known = tuple((named[tag], tag, name) for tag, name in union.variants.items())
    return _Union(move, row.returns, union.name, union.unknown, known)


def _count(tables: Tables, wire: Wire, names: Mapping[str, Mapping[str, str]], counter: str) -> str:
    """`count(wire.a.b if wire.a else None, wire.c)`: the typed way to what the table's paths say."""
    return f"count({', '.join(_access(tables, wire, names, path) for path in getattr(tables.usage, counter))})"


def _access(tables: Tables, wire: Wire, names: Mapping[str, Mapping[str, str]], path: str) -> str:
    try:
        steps = [names[owner][key] for owner, key in paths(wire.defs, tables.usage.definition, path)]
    except KeyError:
        steps = path.split(".")  # leads nowhere: `check` says it, and so do the type checkers
    owners = ["wire." + ".".join(steps[: i + 1]) for i in range(len(steps) - 1)]
    access = "wire." + ".".join(steps)
    return f"{access} if {' and '.join(owners)} else None" if owners else access
