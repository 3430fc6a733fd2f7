"""What keeps `generated/` from being what `spec/` says: stale files, hand edits, fields nobody looked at."""

from __future__ import annotations

import ast
import fnmatch
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

from golem_codegen import canonical
from golem_codegen.adapters import incomplete
from golem_codegen.generate import (
    MANIFEST,
    Provider,
    existing,
    load_provider,
    manifest,
    outputs,
    provider_names,
)
from golem_codegen.json import JsonObject, Where, as_object, parse

__all__ = ["findings"]


def findings(root: Path, log: Callable[[str], None]) -> list[str]:
    """Everything that `check` refuses, a line each; empty when all is well. Raises SpecError."""
    found = list(_files(root, log))
    bundle = canonical.bundle(root / "spec/golem")
    for name in provider_names(root):
        provider = load_provider(root, name)
        place = f"spec/providers/{name}/adapter.toml"
        found += [f"{place}, {line}" for line in incomplete(provider.tables, provider.wire, bundle)]
        found += [f"{place}, {line}" for line in _coverage(provider)]
        found += [f"{place}, {line}" for line in _unused(root, provider)]
    return found


def _files(root: Path, log: Callable[[str], None]) -> Iterator[str]:
    wanted = outputs(root, log)
    wanted[MANIFEST] = manifest(root, wanted)
    there = {path.relative_to(root).as_posix(): path.read_bytes() for path in (*existing(root), root / MANIFEST)}
    noted = _noted(there.get(MANIFEST, b"{}"))
    for name in sorted(wanted.keys() | there.keys()):
        if name not in there:
            yield f"{name}: is missing; run `make generate`"
        elif name not in wanted:
            yield f"{name}: nothing generates it; `make generate` removes it"
        elif there[name] != wanted[name]:
            edited = name in noted and noted[name] != _digest(there[name])
            yield (
                f"{name}: was edited by hand; change spec/ instead"
                if edited
                else f"{name}: is stale; run `make generate`"
            )


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def _noted(data: bytes) -> Mapping[str, str]:
    value = as_object(parse(data.decode(), Where(MANIFEST)), Where(MANIFEST))
    return cast("Mapping[str, str]", value.get("files", {}))


def _coverage(provider: Provider) -> Iterator[str]:
    coverage = provider.wire.coverage
    for field, state in coverage.items():
        if state == "unreviewed":
            yield f"[coverage]: {field} is unreviewed: map it, pass it through, or ignore it with a reason"
    table = provider.tables.coverage
    names = {*coverage, *cast("JsonObject", provider.schema["$defs"])}
    for pattern in (*table.mapped, *table.pass_through, *table.ignored_fields()):
        if not fnmatch.filter(names, pattern):
            yield f"[coverage]: {pattern} covers no field of the wire"


def _unused(root: Path, provider: Provider) -> Iterator[str]:
    """Fields that are said to be mapped, and that neither the adapter nor the skeleton names."""
    name = provider.tables.name
    places = (f"golem_sdk/adapters/{name}.py", f"generated/golem_wire/{name}/skeleton.py")
    used = {word for place in places if (root / place).exists() for word in _words((root / place).read_text("utf-8"))}
    errors = {
        step for pointer in provider.tables.errors.message + provider.tables.errors.code for step in pointer.split("/")
    }
    for field, state in provider.wire.coverage.items():
        key = field.rpartition(".")[2]
        constant = "const" in str(_property(provider, field))
        if state == "mapped" and not constant and not {key, f"{key}_"} & (used | errors):
            yield f"[coverage]: {field} is called mapped, and the adapter does not use it"


def _property(provider: Provider, field: str) -> object:
    owner, _, key = field.partition(".")
    schema = as_object(cast("JsonObject", provider.schema["$defs"])[owner], Where(owner))
    return cast("JsonObject", schema["properties"])[key]


def _words(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case _:
                pass
