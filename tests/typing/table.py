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

from tests.typing.checkers import CHECKERS, Checker, Report, check
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
    """A line a promise; the last line is the sum."""
    gaps, _ = ratchet()
    rows = [(_label(p), [_cell(p, c, found[c].get(p.name, ()), gaps) for c in CHECKERS]) for p in load()]
    kept = [sum(cells[index].startswith("ok") for _, cells in rows) for index in range(len(CHECKERS))]
    sums = ", ".join(f"{checker} {number}" for checker, number in zip(CHECKERS, kept, strict=True))
    width = max(len(label) for label, _ in rows)
    lines = [f"{label:{width}}" + "".join(f"  {cell:10}" for cell in cells) for label, cells in rows]
    head = f"{'promise':{width}}" + "".join(f"  {checker:10}" for checker in CHECKERS)
    return [line.rstrip() for line in (head, *lines, f"{len(rows)} promises; kept by {sums}")]


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
    for checker in CHECKERS:
        with tempfile.TemporaryDirectory() as work:
            found[checker] = check(checker, PROGRAMS, Path(work))
    print("\n".join(table(found)))
    if "--write" in arguments:
        said = {p.name: {c: messages(c, found[c].get(p.name, ())) for c in CHECKERS} for p in load()}
        GOLDEN.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"{GOLDEN.name} written")


if __name__ == "__main__":
    main(sys.argv[1:])
