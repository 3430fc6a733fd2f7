"""A copy of the project that a test may spoil, and the commands and checkers that work on it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

from golem_codegen.check import findings
from golem_codegen.document import JsonObject, JsonValue, Where, as_object
from golem_codegen.generate import generate
from tests.conftest import ROOT

__all__ = [
    "ADAPTER",
    "OVERLAY",
    "PROVIDER",
    "SKELETON",
    "TABLES",
    "WIRE",
    "Done",
    "Problem",
    "Tree",
    "copied",
    "inside",
]

PROVIDER = "openai_chat"
TABLES = f"spec/providers/{PROVIDER}/adapter.toml"
WIRE = f"spec/providers/{PROVIDER}/wire.schema.json"
OVERLAY = f"spec/providers/{PROVIDER}/overlay.json"
ADAPTER = f"golem_sdk/adapters/{PROVIDER}.py"
SKELETON = f"generated/golem_wire/{PROVIDER}/skeleton.py"


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class Problem(NamedTuple):
    """What a type checker reports."""

    file: str
    line: int
    text: str


@dataclass(frozen=True)
class Tree:
    """The copy."""

    root: Path

    def run(self, *arguments: str, folder: str = ".", **environment: str) -> Done:
        """`python -m golem_codegen …` in a process of its own, started in a folder of the copy."""
        command = [sys.executable, "-m", "golem_codegen", *arguments]
        return run(command, self.root / folder, environment)

    def findings(self) -> list[str]:
        """What `check` prints; in this process, where the libraries are loaded once for all tests."""
        return findings(self.root, _quiet)

    def generate(self) -> None:
        """What `generate` does where there is something to do, in this process too."""
        generate(self.root, _quiet)

    def files(self) -> dict[str, bytes]:
        """Every file of `spec/` and `generated/`, Python's caches apart."""
        found = [path for folder in ("spec", "generated") for path in (self.root / folder).rglob("*")]
        kept = [path for path in found if path.is_file() and "__pycache__" not in path.parts]
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in kept}

    def text(self, name: str) -> str:
        """A file of the copy."""
        return (self.root / name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        """Writes a file of the copy."""
        (self.root / name).write_text(text, "utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Changes the one place of a file where `old` stands."""
        text = self.text(name)
        assert text.count(old) == 1, f"{name}: {old!r} stands there {text.count(old)} times"
        self.write(name, text.replace(old, new))

    def edit(self, name: str, change: Callable[[JsonObject], object]) -> None:
        """Changes a JSON document of the copy."""
        document = as_object(json.loads(self.text(name)), Where(name))
        change(document)
        self.write(name, json.dumps(document, indent=1))

    def mypy(self, cache: Path) -> list[Problem]:
        """What mypy, strict as the project is, says of the adapter."""
        command = [sys.executable, "-m", "mypy", "--output=json", f"--cache-dir={cache}", ADAPTER]
        lines = [json.loads(line) for line in run(command, self.root).out.splitlines()]
        return [Problem(line["file"], line["line"], line["message"]) for line in lines if line["severity"] == "error"]

    def pyright(self) -> list[Problem]:
        """What pyright, strict as the project is, says of the adapter."""
        settings = {"typeCheckingMode": "strict", "include": [ADAPTER], "extraPaths": ["generated"]}
        self.write("pyrightconfig.json", json.dumps(settings))
        command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
        found = cast("list[JsonObject]", json.loads(run(command, self.root).out)["generalDiagnostics"])
        return [Problem(str(item["file"]), _line(item), str(item["message"])) for item in found]


def _quiet(line: str) -> None:
    """Takes a line of progress."""


def _line(item: JsonObject) -> int:
    start = cast("Mapping[str, Mapping[str, int]]", item["range"])["start"]
    return start["line"] + 1


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Done:
    """Runs a command to its end."""
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})}
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, encoding="utf-8", check=False)
    return Done(done.returncode, done.stdout, done.stderr)


def copied(target: Path) -> Tree:
    """A copy of what the generator and the checkers need, without what they made on the way."""
    for name in ("spec", "generated", "golem_sdk"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", target)
    return Tree(target)


def inside(document: JsonValue, *path: str | int) -> JsonObject:
    """The object that stands at a place of a JSON document."""
    for step in path:
        match document, step:
            case dict(), str():
                document = document[step]
            case list(), int():
                document = document[step]
            case _:
                raise LookupError(f"no {step!r} in {document!r:.80}")
    return as_object(document, Where(""))
