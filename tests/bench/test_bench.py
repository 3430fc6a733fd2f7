"""The bench runs and says what it measured; what it measures is no matter of a test."""

from __future__ import annotations

import re

import pytest

from tests.bench.__main__ import main

SMALL = ("--rounds", "1", "--turns", "10", "--messages", "20", "--at-a-time", "2")


def test_every_row_is_measured_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    table = capsys.readouterr().out.splitlines()[1:]
    assert len(table) == 8
    assert all(re.search(r" \d+\.\d\d +\d+\.\d\d - \d+\.\d\d +\d+\.\d\d", line) for line in table)
