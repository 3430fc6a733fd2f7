"""mypy and pyright over programs, as a user runs them: a configuration of their own, outside the tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, TypedDict, cast

from tests.conftest import ROOT

__all__ = ["CHECKERS", "PACKAGE", "Checker", "Package", "Report", "check", "pyright"]

Checker: TypeAlias = Literal["mypy", "pyright"]
CHECKERS: Sequence[Checker] = ("mypy", "pyright")


@dataclass(frozen=True)
class Package:
    """Where the checkers find the package: folders to search, and the interpreter with its dependencies."""

    folders: Sequence[Path]
    python: Path


# The one place that says so: for a wheel it is no folder, and the interpreter that it was installed for.
PACKAGE = Package([ROOT, ROOT / "generated"], Path(sys.executable))


@dataclass(frozen=True)
class Report:
    """One thing that a checker reports. `text` is the whole message, notes or detail lines included."""

    file: str
    line: int
    code: str
    text: str


def check(checker: Checker, programs: Path, work: Path) -> Mapping[str, Sequence[Report]]:
    """What the checker reports in a folder of programs, by program, in one process.

    They are copied to `work`, out of the tree, so that no configuration of ours is found.
    """
    names = [path.name for path in sorted(programs.glob("*.py"))]
    for name in names:
        shutil.copy(programs / name, work)
    run = {"mypy": _mypy, "pyright": _pyright}[checker]
    found: dict[str, list[Report]] = defaultdict(list)
    for report in run(names, work):
        if (path := Path(report.file)).name in names:
            found[path.stem].append(report)
    return found


class _MypyLine(TypedDict):
    file: str
    line: int
    message: str
    hint: str | None
    code: str | None
    severity: str


def _mypy(names: Sequence[str], work: Path) -> Iterator[Report]:
    python = ["--python-executable", str(PACKAGE.python), "--python-version", "3.11"]
    options = ["--strict", "--config-file=", "--output=json", f"--cache-dir={work / 'mypy'}"]
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(map(str, PACKAGE.folders))}
    command = [sys.executable, "-m", "mypy", *options, *python, *names]
    output = _run(command, work, environment)
    return _with_notes(cast("_MypyLine", json.loads(line)) for line in output.splitlines())


def _with_notes(lines: Iterable[_MypyLine]) -> Iterator[Report]:
    """mypy's errors, each with the notes that follow it."""
    last: Report | None = None
    for line in lines:
        text = "\n".join(filter(None, (line["message"], line["hint"])))
        place = (line["file"], line["line"])
        if line["severity"] == "note" and last is not None and place == (last.file, last.line):
            last = Report(*place, last.code, f"{last.text}\n{text}")
            continue
        if last is not None:
            yield last
        last = Report(*place, line["code"] or "", text)
    if last is not None:
        yield last


class _Position(TypedDict):
    line: int


class _Range(TypedDict):
    start: _Position


class _Diagnostic(TypedDict):
    file: str
    range: _Range
    severity: str
    message: str
    rule: str


def _pyright(names: Sequence[str], work: Path) -> Iterator[Report]:
    configuration = work / "pyrightconfig.json"
    settings = {
        "include": list(names),
        "extraPaths": [str(path) for path in PACKAGE.folders],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    configuration.write_text(json.dumps(settings), "utf-8")
    output = pyright(["--project", str(configuration), "--outputjson"], work)
    for item in cast("Sequence[_Diagnostic]", output["generalDiagnostics"]):
        line = item["range"]["start"]["line"] + 1
        yield Report(item["file"], line, item.get("rule", ""), item["message"])


def pyright(arguments: Sequence[str], work: Path) -> Mapping[str, object]:
    """pyright's JSON, for these arguments, run in the folder `work`."""
    # pyright asks the first `python` on the path where packages are; `--verifytypes` heeds nothing else.
    path = os.pathsep.join((str(PACKAGE.python.parent), os.environ.get("PATH", "")))
    environment = {**os.environ, "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    command = [sys.executable, "-m", "pyright", *arguments]
    return cast("Mapping[str, object]", json.loads(_run(command, work, environment)))


def _run(command: Sequence[str], work: Path, environment: Mapping[str, str]) -> str:
    done = subprocess.run(command, cwd=work, env=dict(environment), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1 is that something was reported
        raise RuntimeError(f"{command[2]} failed: {done.stderr or done.stdout}")
    return done.stdout
