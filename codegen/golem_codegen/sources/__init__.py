"""One reader for each kind of upstream description; each returns the provider's types as JSON Schema.

What a reader returns has `$defs` under the names we keep, `x-roots` and `x-source`; it is not sliced yet.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from golem_codegen.document import JsonObject, SpecError, Where, string_at
from golem_codegen.sources import python_types

__all__ = ["READERS", "Reader", "read_source"]

Reader: TypeAlias = Callable[[Path, JsonObject, Where, Callable[[str], None]], JsonObject]
"""Takes the provider's folder, what `source.toml` says, the place of that file, and where progress goes."""

READERS: Mapping[str, Reader] = MappingProxyType({"python_types": python_types.read})


def read_source(folder: Path, source: JsonObject, where: Where, log: Callable[[str], None]) -> JsonObject:
    """Read a provider's own description by the kind that its `source.toml` names."""
    kind = string_at(source, "kind", where)
    if kind not in READERS:
        raise SpecError(where.at("kind"), "known-kind", f"{kind!r} is none of: {', '.join(sorted(READERS))}")
    return READERS[kind](folder, source, where, log)
