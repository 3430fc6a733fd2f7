"""Which cases are observed on this wire now, which are not yet, and why: one table, checked to be complete.

`python -m tests.cases.selection FOLDER` prints it with what holds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import anyio

from tests.cases.observe import observe
from tests.cases.reader import Assertion, Case, failures, load

__all__ = ["OBSERVED", "applies", "asserted", "concerns", "why_not"]

WIRE: Final = "openai-chat"
_PROVIDERS = ("openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "azure-openai")

OBSERVED: Final = (
    "case-001", "case-004", "case-005", "case-010", "case-012", "case-013", "case-014", "case-016", "case-017",
    "case-023", "case-025", "case-039", "case-041", "case-043", "case-045", "case-047", "case-048", "case-050",
    "case-075", "case-087", "case-088", "case-090", "case-091", "case-102", "case-111", "case-112", "case-159",
)  # fmt: skip
"""The cases that can be met now."""

_KINDS: Mapping[str, str] = {
    "scenario": "a scenario of runs, threads or streams, proved where those are tested",
    "tool_names": "a tool with such a name is refused when it is made; tools from other servers come later",
    "trim": "trimming",
    "url_fetch": "fetching of URLs",
    "path_tool": "file tools",
}
_CASES: Mapping[str, str] = {
    "case-034": "deferred tools",
    "case-058": "system messages in the middle: a run takes its instructions from the agent alone",
    "case-067": "deferred tools",
    "case-084": "a schema with defaults is asked for without `strict`; nothing is forced",
    "case-155": "histories from clients",
    "case-156": "histories from clients",
    "case-157": "histories from clients",
    "case-158": "loading of transcripts, proved there",
}
_ASSERTIONS: Mapping[tuple[str, str], str] = {
    ("case-045", "error.retryable eq true"): "retries",
    ("case-016", 'feedback.content contains "timeout_seconds"'): "the rejection does not list the allowed names yet",
    ("case-159", 'span_attributes not_contains "TEST-SECRET"'): "tracing",
    ("case-159", 'error.message contains "generateContent"'): "an error names provider and status, not the address",
}


def concerns(case: Case) -> bool:
    """Whether a case is about this wire, or about any."""
    return case.provider in (WIRE, "any") or WIRE in case.targets or case.id in OBSERVED


def why_not(case: Case) -> str:
    """Why a case is not observed yet; empty when it is."""
    return "" if case.id in OBSERVED else _CASES.get(case.id) or _KINDS.get(case.kind, "")


def applies(case: Case, assertion: Assertion) -> bool:
    """Whether an assertion is about this wire and can be evaluated now."""
    target = assertion.at.partition(".")[0]
    return (case.id, str(assertion)) not in _ASSERTIONS and (target == WIRE or target not in _PROVIDERS)


def asserted(case: Case) -> Sequence[Assertion]:
    """The assertions that apply."""
    return [assertion for assertion in case.asserts if applies(case, assertion)]


def stale(cases: Mapping[str, Case]) -> Iterator[str]:
    """Reasons for what is no longer there."""
    known = {(case.id, str(assertion)) for case in cases.values() for assertion in case.asserts}
    yield from (f"{case_id}: {at}" for case_id, at in _ASSERTIONS if (case_id, at) not in known)
    yield from (case_id for case_id in (*OBSERVED, *_CASES) if case_id not in cases)


async def _table(folder: Path) -> None:
    for file in sorted(folder.glob("case-*.json")):
        case = load(file)
        if not concerns(case):
            continue
        told = why_not(case)
        if not told:
            wrong = failures(asserted(case), await observe(case))
            late = [reason for (case_id, _), reason in _ASSERTIONS.items() if case_id == case.id]
            told = f"{len(asserted(case)) - len(wrong)}/{len(asserted(case))} hold" + "".join(
                f"; not yet: {r}" for r in late
            )
        else:
            told = f"not yet: {told}"
        print(f"{case.id}  {case.title[:70]:70}  {told}")


if __name__ == "__main__":
    anyio.run(_table, Path(sys.argv[1]))
