"""Generated Python as ruff leaves it, so that it is a fixed point of `make check`."""

from __future__ import annotations

import subprocess
from importlib import import_module

from golem_codegen.runtime import MODULE

__all__ = ["formatted"]

# --isolated: the result depends on nothing but these arguments and the pinned version of ruff.
_COMMON = (
    "--isolated",
    "--quiet",
    "--line-length",
    "120",
    "--target-version",
    "py311",
    "--stdin-filename",
    "x.py",
    "-",
)
_SORTED = f'lint.isort.known-first-party = ["{MODULE.partition(".")[0]}"]'


def formatted(source: str) -> bytes:
    """The source without unused imports, sorted and formatted. Raises SyntaxError when it is not Python."""
    compile(source, "<generated>", "exec")
    fixed = _ruff(source.encode(), "check", "--fix-only", "--select", "F401,I001", "--ignore-noqa", "--config", _SORTED)
    return _ruff(fixed, "format")


def _ruff(source: bytes, *arguments: str) -> bytes:
    # The package says where its program is; it has no types.
    ruff: str = import_module("ruff").find_ruff_bin()
    command = [ruff, *arguments, *_COMMON]
    return subprocess.run(command, input=source, capture_output=True, check=True).stdout  # noqa: S603
