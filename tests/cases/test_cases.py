"""The case bank: what other libraries got wrong, on this wire."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.cases.observe import observe
from tests.cases.reader import Assertion, Case, Json, failures, load
from tests.cases.selection import OBSERVED, asserted, concerns, stale, why_not
from tests.conftest import shared


@pytest.fixture(scope="module")
def bank() -> dict[str, Case]:
    return {case.id: case for case in map(load, sorted(shared("cases").glob("case-*.json")))}


@pytest.mark.anyio
@pytest.mark.parametrize("case_id", OBSERVED)
async def test_case(case_id: str, bank: dict[str, Case]) -> None:
    case = bank[case_id]
    assert asserted(case)
    assert failures(asserted(case), await observe(case)) == []


def test_every_case_of_this_wire_is_observed_or_says_why_not(bank: dict[str, Case]) -> None:
    assert [case.id for case in bank.values() if concerns(case) and case.id not in OBSERVED and not why_not(case)] == []
    assert list(stale(bank)) == []


@pytest.mark.parametrize(
    ("at", "op", "value", "holds"),
    [
        ("a.b[0].c", "eq", 1, True),
        ("a.b[0].c", "eq", 2, False),
        ("a.b[*].c", "eq", [1, 2], True),
        ("a.b[-1].c", "between", [2, 2], True),
        ("a.b[7].c", "absent", None, True),
        ("a.x.y", "present", None, False),
        ("each.n", "gte", 1, False),
        ("cases[1,2].n", "gte", 1, True),
        ("case[0].n", "eq", 0, True),
        ("each_target.ok", "eq", True, False),
        ("t1.ok", "eq", True, True),
        ("t1.each.n", "eq", 9, True),
        ("a", "contains", "c", True),
        ("a", "not_contains", "z", True),
        ("zzz", "not_contains", "z", False),
        ("a.b", "len", 2, True),
        ("a", "deep_eq", "same", True),
        ("a", "type", "object", True),
        ("a.b", "type", "object", False),
    ],
)
def test_the_reader_tells_what_holds(at: str, op: str, value: Json, holds: bool) -> None:
    a: Json = {"b": [{"c": 1}, {"c": 2}]}
    observed: Mapping[str, Json] = {
        "a": a,
        "same": a,
        "cases": [{"n": 0}, {"n": 1}, {"n": 2}],
        "targets": {"t1": {"ok": True, "cases": [{"n": 9}]}, "t2": {"ok": False}},
    }
    assertion = Assertion(at, op, value)
    assert (failures([assertion], observed) == []) == holds
