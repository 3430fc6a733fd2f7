"""The page of typing guarantees says what the typing suite proves, no more and no less."""

from __future__ import annotations

import pytest

from tests.docs.typing_page import COMMAND, PAGE, page, table
from tests.typing.checkers import CHECKERS
from tests.typing.promises import Mark, Program, load, ratchet


def test_b4_the_page_is_what_the_suite_says() -> None:
    text = PAGE.read_text("utf-8")
    assert text == page(text), f"`{COMMAND}` rebuilds it"


def test_b4_every_promise_and_every_gap_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"| {program.title} |" in text for program in load())
    assert all(gap.reason in text for gap in ratchet()[0])


def test_a_gap_is_a_number_in_its_cell_and_the_same_reason_the_same_number() -> None:
    programs = [Program(name, name.upper(), [], [Mark(1, {})]) for name in ("a", "b", "c")]
    lines = table(programs, {("a", "ty"): ["why."], ("b", "mypy"): ["other.", "why."]})
    assert CHECKERS == ("mypy", "pyright", "ty", "pyrefly")
    assert lines[:5] == [
        "| 3 promises | mypy | pyright | ty | pyrefly |",
        "|---|---|---|---|---|",
        "| A | ✓ | ✓ | (1) | ✓ |",
        "| B | (2) (1) | ✓ | ✓ | ✓ |",
        "| C | ✓ | ✓ | ✓ | ✓ |",
    ]
    assert lines[-2:] == ["1. why.", "2. other."]


def test_a_page_without_the_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks the line"):
        page("# Typing\n")
