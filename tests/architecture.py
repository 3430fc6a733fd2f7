"""The house as it stands: rooms, and the arrows between them, read from the imports.

`python -m tests.architecture` draws it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.conftest import ROOT

SOURCES = {
    "golem_sdk": ROOT / "golem_sdk",
    "golem_wire": ROOT / "generated/golem_wire",
    "golem_codegen": ROOT / "codegen/golem_codegen",
}

ALLOWED: Mapping[str, frozenset[str]] = {
    "core": frozenset({"wire:canonical"}),
    "adapters": frozenset({"core", "wire:canonical", "wire:providers"}),
    "transport": frozenset({"core", "wire:canonical"}),
    "models": frozenset({"core", "adapters", "transport", "wire:canonical"}),
    "testing": frozenset({"core", "wire:canonical", "wire:providers"}),
    "demo": frozenset({"core", "models", "testing", "wire:canonical"}),
    "cli": frozenset({"core", "demo", "models", "testing", "wire:canonical"}),
    "wire:canonical": frozenset(),
    "wire:providers": frozenset({"wire:canonical"}),
    "codegen": frozenset(),
}
"""Which room may import which; every room may import itself."""

ORDER = ("agent", "run", "batch", "tool")
"""Within the core: each may import those to its right, none to its left."""


def room(module: str) -> str:
    """The room of a module of ours."""
    match module.split("."):
        case ["golem_sdk", leaf, *_] if leaf in ALLOWED:
            return leaf
        case ["golem_sdk", *_]:
            return "core"
        case ["golem_wire"] | ["golem_wire", "_facts" | "_runtime" | "canonical"]:
            return "wire:canonical"
        case ["golem_wire", *_]:
            return "wire:providers"
        case _:
            return "codegen"


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of ours, with its file; templates are data."""
    for package, folder in SOURCES.items():
        for path in sorted(folder.rglob("*.py")):
            if "templates" not in path.parts:
                parts = path.relative_to(folder).with_suffix("").parts
                yield ".".join((package, *(part for part in parts if part != "__init__"))), path


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
            case _:
                pass


def ours(module: str) -> bool:
    """Whether a module belongs to the project."""
    return module.partition(".")[0] in SOURCES


def arrows() -> dict[str, dict[str, list[str]]]:
    """room -> room -> the imports that make the arrow."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for module, path in modules():
        for target in imports(path):
            if ours(target) and room(target) != room(module):
                found[room(module)][room(target)].append(f"{module} imports {target}")
    return found


def drawing() -> str:
    """The rooms and their arrows, a line each."""
    drawn = arrows()
    return "\n".join(f"{name:15} → {', '.join(sorted(drawn.get(name, {}))) or '(nothing of ours)'}" for name in ALLOWED)


if __name__ == "__main__":
    print(drawing())
