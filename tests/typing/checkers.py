"""Four checkers over programs, as a user runs them: the wheel, and a configuration of their own, outside the tree."""

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

__all__ = ["CHECKERS", "Checker", "Report", "Symbol", "check", "exported"]

Checker: TypeAlias = Literal["mypy", "pyright", "ty", "pyrefly"]
CHECKERS: Sequence[Checker] = ("mypy", "pyright", "ty", "pyrefly")

_VERSION = "3.11"


@dataclass(frozen=True)
class Report:
    """One thing that a checker reports. `text` is the whole message, notes or detail lines included."""

    file: str
    line: int
    code: str
    text: str


def check(checker: Checker, programs: Path, work: Path, python: Path) -> Mapping[str, Sequence[Report]]:
    """What the checker reports in a folder of programs, by program, in one process.

    `python` is the interpreter of the environment whose packages they import.
    They are copied to `work`, out of the tree, so that no configuration of ours is found.
    """
    names = [path.name for path in sorted(programs.glob("*.py"))]
    for name in names:
        shutil.copy(programs / name, work)
    run = {"mypy": _mypy, "pyright": _pyright, "ty": _ty, "pyrefly": _pyrefly}[checker]
    found: dict[str, list[Report]] = defaultdict(list)
    for report in run(names, work, python):
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


def _mypy(names: Sequence[str], work: Path, python: Path) -> Iterator[Report]:
    options = ["--strict", "--config-file=", "--output=json", f"--cache-dir={work / 'mypy'}"]
    place = ["--python-executable", str(python), "--python-version", _VERSION]
    output = _run("mypy", [*options, *place, *names], work)
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


def _pyright(names: Sequence[str], work: Path, python: Path) -> Iterator[Report]:
    configuration = work / "pyrightconfig.json"
    settings = {"include": list(names), "typeCheckingMode": "strict", "pythonVersion": _VERSION}
    configuration.write_text(json.dumps(settings), "utf-8")
    output = _pyright_json(["--project", str(configuration)], work, python)
    for item in cast("Sequence[_Diagnostic]", output["generalDiagnostics"]):
        line = item["range"]["start"]["line"] + 1
        yield Report(item["file"], line, item.get("rule", ""), item["message"])


def _pyright_json(arguments: Sequence[str], work: Path, python: Path) -> Mapping[str, object]:
    # pyright asks the first `python` on the path where packages are; `--verifytypes` heeds nothing else.
    path = os.pathsep.join((str(python.parent), os.environ.get("PATH", "")))
    environment = {"PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    output = _run("pyright", [*arguments, "--outputjson"], work, environment)
    return cast("Mapping[str, object]", json.loads(output))


class Symbol(TypedDict):
    """A name of a package, as `pyright --verifytypes` sees it."""

    name: str
    isExported: bool
    isTypeKnown: bool
    diagnostics: Sequence[object]


def exported(package: str, work: Path, python: Path) -> Sequence[Symbol]:
    """The public names of an installed package.

    `work` must be empty: beside a configuration pyright looks for the package in the wrong place.
    """
    report = _pyright_json(["--verifytypes", package, "--ignoreexternal"], work, python)
    symbols = cast("Mapping[str, Sequence[Symbol]]", report["typeCompleteness"])["symbols"]
    return [symbol for symbol in symbols if symbol["isExported"]]


class _Begin(TypedDict):
    begin: _Position


class _Location(TypedDict):
    path: str
    positions: _Begin


class _TyIssue(TypedDict):
    check_name: str
    description: str
    location: _Location


def _ty(names: Sequence[str], work: Path, python: Path) -> Iterator[Report]:
    settings = f"[environment]\npython = {json.dumps(str(python))}\npython-version = '{_VERSION}'\n"
    (work / "ty.toml").write_text(settings, "utf-8")
    output = _run("ty", ["check", "--output-format", "gitlab", *names], work)
    for issue in cast("Sequence[_TyIssue]", json.loads(output)):
        code, place = issue["check_name"], issue["location"]
        text = issue["description"].removeprefix(f"{code}: ")
        yield Report(place["path"], place["positions"]["begin"]["line"], code, text)


class _PyreflyError(TypedDict):
    path: str
    line: int
    name: str
    description: str


def _pyrefly(names: Sequence[str], work: Path, python: Path) -> Iterator[Report]:
    place = f"python-interpreter-path = {json.dumps(str(python))}\npython-version = '{_VERSION}'\n"
    (work / "pyrefly.toml").write_text(f"preset = 'strict'\nproject-includes = {json.dumps(names)}\n{place}", "utf-8")
    output = _run("pyrefly", ["check", "--config", "pyrefly.toml", "--output-format", "json"], work)
    for error in cast("Mapping[str, Sequence[_PyreflyError]]", json.loads(output))["errors"]:
        yield Report(error["path"], error["line"], error["name"], error["description"])


def _run(module: str, arguments: Sequence[str], work: Path, more: Mapping[str, str] | None = None) -> str:
    # Without the tree on a path: what is checked is what is installed.
    clean = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}
    command = [sys.executable, "-m", module, *arguments]
    environment = {**clean, **(more or {})}
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1 is that something was reported
        raise RuntimeError(f"{module} failed: {done.stderr or done.stdout}")
    return done.stdout
