"""The numbered programs, what each must make a checker say, and what no signature gives (ratchet.toml)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast

from tests.typing.checkers import CHECKERS, Checker, Report

__all__ = [
    "ANY",
    "LONGEST",
    "PROGRAMS",
    "Check",
    "Gap",
    "Mark",
    "Program",
    "SurfaceGap",
    "headline",
    "load",
    "marks",
    "problems",
    "ratchet",
]

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
LONGEST = 400
"""Characters of mypy's whole message, and of pyright's first line."""

WORDED: Sequence[Checker] = ("mypy", "pyright")
"""Whose codes and words are promised; of the others the lines are."""
ANY = "*"
"""The code of a mark, for a checker whose codes are not promised; golden.json keeps them."""

Check: TypeAlias = Literal["report", "names", "length"]
CHECKS: Sequence[Check] = ("report", "names", "length")


@dataclass(frozen=True)
class Mark:
    """A line that these checkers must report: their codes, the one whose message names the types first."""

    line: int
    codes: Mapping[Checker, Sequence[str]]


@dataclass(frozen=True)
class Program:
    """One promise. `names` are the types that every message at a mark must name."""

    name: str
    title: str
    names: Sequence[str]
    marks: Sequence[Mark]


def load() -> Sequence[Program]:
    """The numbered programs in order."""
    return [_program(path) for path in sorted(PROGRAMS.glob("[0-9]*.py"))]


def _program(path: Path) -> Program:
    lines = path.read_text("utf-8").splitlines()
    title, bar, names = lines[0].removeprefix("# ").partition("|")
    if not bar:
        raise ValueError(f"{path.name}: the first line must be `# title | names`")
    return Program(path.stem, title.strip(), names.split(), list(marks(lines)))


def marks(lines: Sequence[str]) -> Iterator[Mark]:
    """The marks of a program.

    `# E: mypy-code pyright-rule` is a line that all must report. `# E2` opens a list: ty and pyrefly report
    the list there, once, and not its elements, which are the marks indented under it.
    """
    opened: int | None = None
    for number, line in enumerate(lines, 1):
        indent = len(line) - len(line.lstrip())
        opened = None if opened is not None and indent <= opened else opened
        if line.endswith("# E2"):
            opened = indent
            yield Mark(number, _others())
        elif "# E:" in line:
            codes = line.partition("# E:")[2].split()
            given = _others() if opened is None else {}
            given |= {checker: code.split(",") for checker, code in zip(WORDED, codes, strict=True)}
            yield Mark(number, given)


def _others() -> dict[Checker, list[str]]:
    return {checker: [ANY] for checker in CHECKERS if checker not in WORDED}


def problems(program: Program, checker: Checker, reports: Sequence[Report]) -> Mapping[Check, Sequence[str]]:
    """What is not as promised, by the kind of check; a kind is left out where all is well."""
    words = checker in WORDED
    found: Mapping[Check, Sequence[str]] = {
        "report": list(_misreported(program, checker, reports)),
        "names": list(_unnamed(program, checker, reports)) if words else [],
        "length": list(_too_long(checker, reports)) if words else [],
    }
    return {check: lines for check, lines in found.items() if lines}


def _misreported(program: Program, checker: Checker, reports: Sequence[Report]) -> Iterator[str]:
    wanted = Counter((mark.line, code) for mark in program.marks for code in mark.codes.get(checker, ()))
    found = [(report.line, report.code if checker in WORDED else ANY, report.text) for report in reports]
    given = Counter((line, code) for line, code, _ in found)
    yield from (f"line {line}: {code} is not reported" for line, code in (wanted - given).elements())
    texts = {(line, code): text for line, code, text in found}
    yield from (f"line {line}: {code} is not expected: {texts[line, code]}" for line, code in (given - wanted))


def _unnamed(program: Program, checker: Checker, reports: Sequence[Report]) -> Iterator[str]:
    naming = {(mark.line, mark.codes[checker][0]) for mark in program.marks if checker in mark.codes}
    for report in reports:
        missing = [name for name in program.names if not re.search(rf"\b{re.escape(name)}\b", report.text)]
        if missing and (report.line, report.code) in naming:
            yield f"line {report.line}: {', '.join(missing)} not named: {report.text}"


def _too_long(checker: Checker, reports: Sequence[Report]) -> Iterator[str]:
    for report in reports:
        if (size := len(headline(checker, report))) > LONGEST:
            yield f"line {report.line}: {size} characters: {report.text}"


def headline(checker: Checker, report: Report) -> str:
    """What must be short, and is kept in golden.json: mypy's whole message, the others' first line."""
    return report.text if checker == "mypy" else report.text.partition("\n")[0]


@dataclass(frozen=True)
class Gap:
    """What a program does not get from a checker, and why no signature gives it."""

    program: str
    checker: Checker
    check: Check
    reason: str


@dataclass(frozen=True)
class SurfaceGap:
    """A public name with `Any` in its signature, or of a type that is unknown to checkers, and why."""

    name: str
    check: str
    reason: str


def ratchet() -> tuple[Sequence[Gap], Sequence[SurfaceGap]]:
    """The entries of ratchet.toml: of programs, and of the public surface."""
    document = tomllib.loads((HERE / "ratchet.toml").read_text("utf-8"))
    programs = cast("Sequence[Mapping[str, str]]", document.get("program", ()))
    surface = cast("Sequence[Mapping[str, str]]", document.get("surface", ()))
    return [_exception(entry) for entry in programs], [SurfaceGap(**entry) for entry in surface]


def _exception(entry: Mapping[str, str]) -> Gap:
    if entry["checker"] not in CHECKERS or entry["check"] not in CHECKS:
        raise ValueError(f"ratchet.toml: {entry['program']}: the checker or the check is none: {entry}")
    return Gap(entry["program"], cast("Checker", entry["checker"]), cast("Check", entry["check"]), entry["reason"])
