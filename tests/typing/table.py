"""The table of promises by checker, and the golden messages.

`python -m tests.typing.table` prints the table; with `--write` it rebuilds golden.json too.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, cast

from tests.typing.checkers import CHECKERS, Checker, Report, check, exported
from tests.typing.package import installed
from tests.typing.promises import HERE, PROGRAMS, Gap, Program, headline, load, problems, ratchet

__all__ = ["Found", "golden", "messages", "table"]

Found: TypeAlias = Mapping[str, Sequence[Report]]
"""A checker's reports by program."""
Golden: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""The messages by program and checker, each after its line and code."""

GOLDEN = HERE / "golden.json"


def golden() -> Golden:
    """The messages as they were when the file was last written."""
    return cast("Golden", json.loads(GOLDEN.read_text("utf-8")))


def messages(checker: Checker, reports: Sequence[Report]) -> Sequence[str]:
    """What golden.json keeps of these reports."""
    ordered = sorted(reports, key=lambda report: (report.line, report.code, report.text))
    return [f"{report.line} {report.code}: {headline(checker, report)}" for report in ordered]


def table(found: Mapping[Checker, Found]) -> Sequence[str]:
    """A line a promise; the last two lines are the sum, and the longest messages."""
    gaps, _ = ratchet()
    rows = [(_label(p), [_cell(p, c, found[c].get(p.name, ()), gaps) for c in CHECKERS]) for p in load()]
    kept = [sum(cells[index].startswith("ok") for _, cells in rows) for index in range(len(CHECKERS))]
    sums = ", ".join(f"{checker} {number}" for checker, number in zip(CHECKERS, kept, strict=True))
    width = max(len(label) for label, _ in rows)
    lines = [f"{label:{width}}" + "".join(f"  {cell:10}" for cell in cells) for label, cells in rows]
    head = f"{'promise':{width}}" + "".join(f"  {checker:10}" for checker in CHECKERS)
    longest = f"longest message in characters: {', '.join(_longest(checker, found[checker]) for checker in CHECKERS)}"
    return [line.rstrip() for line in (head, *lines, f"{len(rows)} promises; kept by {sums}", longest)]


def _longest(checker: Checker, found: Found) -> str:
    size, program = max((len(headline(checker, each)), name) for name, reports in found.items() for each in reports)
    return f"{checker} {size} ({program[:2]})"


def _label(program: Program) -> str:
    return f"{program.name[:2]} {program.title}"


def _cell(program: Program, checker: Checker, reports: Sequence[Report], gaps: Sequence[Gap]) -> str:
    """`ok` and the longest message's length; else what is not as promised, in brackets where the ratchet says why."""
    known = {gap.check for gap in gaps if (gap.program, gap.checker) == (program.name, checker)}
    if wrong := problems(program, checker, reports):
        return " ".join(f"({check})" if check in known else f"{check}!" for check in wrong)
    sizes = [len(headline(checker, report)) for report in reports]
    return f"ok {max(sizes)}" if sizes else "ok"


def main(arguments: Sequence[str]) -> None:
    found: dict[Checker, Found] = {}
    with tempfile.TemporaryDirectory() as folder:
        python = installed(Path(folder))
        for checker in CHECKERS:
            (work := Path(folder, checker)).mkdir()
            found[checker] = check(checker, PROGRAMS, work, python)
        (work := Path(folder, "verifytypes")).mkdir()
        known = [symbol["isTypeKnown"] for symbol in exported("golem_sdk", work, python)]
    print("\n".join(table(found)))
    print(f"verifytypes: {sum(known)} of {len(known)} public names are known, {sum(known) / len(known):.2%}")
    if "--write" in arguments:
        said = {p.name: {c: messages(c, found[c].get(p.name, ())) for c in CHECKERS} for p in load()}
        GOLDEN.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"{GOLDEN.name} written")


if __name__ == "__main__":
    main(sys.argv[1:])
