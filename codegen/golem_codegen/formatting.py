"""Generated Python as ruff leaves it, so that it is a fixed point of `make check`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

__all__ = ["formatted"]


def formatted(source: str, name: str) -> bytes:
    """The source without unused imports, sorted and formatted. Raises SyntaxError when it is not Python."""
    compile(source, name, "exec")
    fixed = _ruff(["check", "--fix-only", "--quiet", "--select", "F401,I001", "--ignore-noqa"], source, name)
    return _ruff(["format", "--quiet"], fixed, name).encode()


def _ruff(arguments: list[str], source: str, name: str) -> str:
    # --isolated: the result depends on nothing but the arguments and the pinned version of ruff.
    options = ["--isolated", "--line-length", "120", "--target-version", "py311", "--stdin-filename", name]
    if arguments[0] == "check":
        options += ["--config", 'lint.isort.known-first-party = ["golem_wire"]']
    command = [str(Path(sys.executable).with_name("ruff")), *arguments, *options, "-"]
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=True)  # noqa: S603
    return done.stdout.decode()
