"""What generated modules find in `_runtime.py`: read from its source, so that there is one list of it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

__all__ = ["FACTS", "MODULE", "SOURCE", "members", "names"]

MODULE = "golem_wire._runtime"
SOURCE = Path(__file__).parent / "templates/_runtime.py"
FACTS = SOURCE.with_name("_facts.py")
"""What `_runtime.py` takes from beside it, and passes on."""


@cache
def names() -> tuple[str, ...]:
    """Its public names."""
    for node in _tree().body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return tuple(ast.literal_eval(value))
            case _:
                pass
    return ()


@cache
def members(base: str) -> frozenset[str]:
    """The public names in a class and its bases, pydantic's own apart: no field of a model may have one of them."""
    found: set[str] = set()
    for node in _tree().body:
        if isinstance(node, ast.ClassDef) and node.name == base:
            found.update(*(members(parent.id) for parent in node.bases if isinstance(parent, ast.Name)))
            found.update(filter(None, map(_defined, node.body)))
    return frozenset(name for name in found if not name.startswith(("_", "model_")))


def _defined(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return ""


@cache
def _tree() -> ast.Module:
    return ast.parse(SOURCE.read_text(encoding="utf-8"))
