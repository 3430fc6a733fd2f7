"""What keeps `generated/` from being what `spec/` says: stale files, hand edits, fields nobody looked at."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from golem_codegen.completeness import incomplete, uncovered
from golem_codegen.document import JsonObject
from golem_codegen.generate import Provider, manifest, output
from golem_codegen.models import Models
from golem_codegen.schema import properties
from golem_codegen.tree import MANIFEST, digest, existing, read_manifest

__all__ = ["findings"]


def findings(root: Path, log: Callable[[str], None]) -> list[str]:
    """Everything that `check` refuses, a line each; empty when all is well. Raises SpecError."""
    wanted = output(root, log)
    found = list(_files(root, wanted.files))
    lacks = {provider.tables.name: _lacks(provider, wanted.canonical) for provider, _ in wanted.providers}
    for provider, models in wanted.providers:
        known = lacks.get(provider.base, ())  # what the base lacks is said of the base
        found += [
            f"{provider.folder}/adapter.toml, {line}" for line in lacks[provider.tables.name] if line not in known
        ]
        found += provider.adrift
        if not provider.base:
            found += _unused(root, provider, models)
    return found


def _lacks(provider: Provider, canonical: JsonObject) -> list[str]:
    missing = incomplete(provider.tables, provider.wire, canonical)
    return [*missing, *uncovered(provider.tables, provider.wire, provider.schema)]


def _files(root: Path, wanted: Mapping[str, bytes]) -> Iterator[str]:
    there, noted = existing(root), read_manifest(root).files
    for name in sorted(wanted.keys() | there.keys()):
        if name not in there:
            yield f"{name}: is missing; run `make generate`"
        elif name not in wanted:
            yield f"{name}: nothing generates it; `make generate` removes it"
        elif there[name] == wanted[name]:
            pass
        elif name in noted and noted[name] != digest(there[name]):
            yield f"{name}: was edited by hand; change spec/ instead, and run `make generate`"
        else:
            yield f"{name}: is stale; run `make generate`"
    path = root / MANIFEST
    if not path.exists() or path.read_bytes() != manifest(root, wanted):
        yield f"{MANIFEST}: is {'stale' if path.exists() else 'missing'}; run `make generate`"


def _unused(root: Path, provider: Provider, models: Models) -> Iterator[str]:
    """Fields that are said to be mapped, and that neither the adapter nor the skeleton names."""
    name = provider.tables.name
    adapter, skeleton = f"golem_sdk/adapters/{name}.py", f"generated/golem_wire/{name}/skeleton.py"
    if not (root / adapter).exists():
        yield f"{adapter}: is missing; nothing fills the skeleton of {provider.tables.title}"
        return
    try:
        rooms = [path.relative_to(root).as_posix() for path in root.glob(f"golem_sdk/adapters/_{name}_*.py")]
        places = [place for place in (adapter, skeleton, *rooms) if (root / place).exists()]
        used = {word for place in places for word in _words(root, place)}
    except SyntaxError as error:
        yield f"{adapter}: is not Python: line {error.lineno}: {error.msg}"
        return
    for field, state in provider.wire.coverage.items():
        if state == "mapped" and not _is_used(field, provider, models, used):
            yield f"{provider.folder}/adapter.toml, [coverage]: {field} is called mapped, and {adapter} does not use it"


def _is_used(field: str, provider: Provider, models: Models, used: set[str]) -> bool:
    owner, _, key = field.partition(".")
    if owner not in models.names:  # no model: what an error says is found by pointers
        pointers = (*provider.tables.errors.message, *provider.tables.errors.code)
        return any(key in pointer.split("/") for pointer in pointers)
    schema = properties(provider.wire.defs[owner]).get(key)
    constant = isinstance(schema, dict) and "const" in schema
    return constant or models.names[owner][key] in used


def _words(root: Path, place: str) -> Iterator[str]:
    """The attributes that a module reads, and the keyword arguments that it gives."""
    for node in ast.walk(ast.parse((root / place).read_text("utf-8"), place)):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case _:
                pass
