"""The table of `docs/guides/typing.md`, from the typing suite's programs, golden messages and ratchet.

The suite's own tests prove that these three are what the checkers say. `python -m tests.docs.typing_page --write`
rebuilds the page.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from tests.conftest import ROOT
from tests.typing.checkers import CHECKERS, Checker
from tests.typing.promises import WORDED, Program, load, ratchet
from tests.typing.table import golden

__all__ = ["COMMAND", "PAGE", "page", "table"]

PAGE = ROOT / "docs/guides/typing.md"
COMMAND = "python -m tests.docs.typing_page --write"
BEGIN = f"<!-- What follows is made from the typing suite: {COMMAND} -->"


def page(text: str) -> str:
    """The page with its table made anew; what is above the mark is a person's."""
    above, mark, _ = text.partition(BEGIN)
    if not mark:
        raise ValueError(f"{PAGE.name} lacks the line {BEGIN}")
    return "\n".join([f"{above}{BEGIN}", "", *table(load(), _notes()), ""])


def table(programs: Sequence[Program], notes: Mapping[tuple[str, Checker], Sequence[str]]) -> list[str]:
    """A row a promise, then the notes that the rows point to, numbered in their order."""
    numbers: dict[str, int] = {}
    rows: list[str] = []
    for program in programs:
        cells = [_cell(notes.get((program.name, checker), ()), numbers) for checker in CHECKERS]
        rows.append(f"| {program.title} | {' | '.join(cells)} |")
    head = [f"| {len(programs)} promises | {' | '.join(CHECKERS)} |", "|---|" + "---|" * len(CHECKERS)]
    return [*head, *rows, "", _longest(), "", *(f"{number}. {text}" for text, number in numbers.items())]


def _cell(texts: Sequence[str], numbers: dict[str, int]) -> str:
    return " ".join(f"({numbers.setdefault(text, len(numbers) + 1)})" for text in texts) or "✓"


def _notes() -> Mapping[tuple[str, Checker], Sequence[str]]:
    found: dict[tuple[str, Checker], list[str]] = {}
    for gap in ratchet()[0]:
        found.setdefault((gap.program, gap.checker), []).append(f"{gap.reason}.")
    return found


def _longest() -> str:
    """The sizes of the longest messages that are promised to be short, those in the notes apart."""
    long = {(gap.program, gap.checker) for gap in ratchet()[0] if gap.check == "length"}
    sizes = {
        checker: max(
            len(_text(line)) for name, said in golden().items() for line in said[checker] if (name, checker) not in long
        )
        for checker in WORDED
    }
    told = " and ".join(f"{size} characters in {checker}" for checker, size in sizes.items())
    return f"But for what is numbered, the longest message has {told}."


def _text(line: str) -> str:
    """A golden line without its number and code."""
    return line.partition(": ")[2]


if __name__ == "__main__":
    new = page(PAGE.read_text("utf-8"))
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(new, "utf-8")
    else:
        print(new)
