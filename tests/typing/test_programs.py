"""B4: what is wrong in a user's program is reported on its line by four checkers, by mypy and pyright in few words."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.typing.checkers import CHECKERS, Checker, Report, check
from tests.typing.conftest import Results
from tests.typing.package import bare
from tests.typing.promises import ANY, LONGEST, Mark, Program, load, marks, problems, ratchet
from tests.typing.table import golden, messages

PROGRAMS = load()
GAPS = {(gap.program, gap.checker, gap.check): gap for gap in ratchet()[0]}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_b4_promise(results: Results, program: Program) -> None:
    wrong = problems(program, results.checker, results.of(program.name))
    told = [
        line for check, lines in wrong.items() if (program.name, results.checker, check) not in GAPS for line in lines
    ]
    assert not told, "\n".join(told)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_b4_messages_are_the_golden_ones(results: Results, program: Program) -> None:
    said = messages(results.checker, results.of(program.name))
    assert said == golden()[program.name][results.checker], "python -m tests.typing.table --write takes what is new"


def test_b4_every_gap_is_still_one(results: Results) -> None:
    programs = {program.name: program for program in PROGRAMS}
    closed = [
        f"{gap.program}: {gap.check}"
        for gap in GAPS.values()
        if gap.checker == results.checker
        and gap.check not in problems(programs[gap.program], gap.checker, results.of(gap.program))
    ]
    assert not closed, f"{results.checker} keeps these promises now; take them out of ratchet.toml: {closed}"


def test_b4_what_the_programs_share_is_clean(results: Results) -> None:
    assert not results.of("world")


@pytest.mark.parametrize("checker", CHECKERS)
def test_without_the_wheel_no_checker_finds_the_package(checker: Checker, tmp_path: Path) -> None:
    (programs := tmp_path / "programs").mkdir()
    # By redundant names, since pyright reports an import that nothing uses.
    imports = "".join(f"import {name} as {name}\n" for name in ("pydantic", "golem_sdk", "golem_wire"))
    (programs / "finds.py").write_text(imports, "utf-8")
    (work := tmp_path / "work").mkdir()
    reports = check(checker, programs, work, bare(tmp_path / "env"))["finds"]
    assert {report.line for report in reports} == {2, 3}


def test_the_readme_names_the_oldest_checkers_that_keep_the_promises() -> None:
    readme, project = (ROOT / "README.md").read_text("utf-8"), (ROOT / "pyproject.toml").read_text("utf-8")
    for checker in CHECKERS:
        pinned = re.search(rf'"{checker}(?:\[nodejs\])?>=([\d.]+)"', project)
        assert pinned is not None
        assert f"{checker} {pinned[1]}" in readme
        assert version(checker).startswith(pinned[1]), "the suite runs on others"


def test_programs_are_numbered_without_a_gap_and_have_titles() -> None:
    assert [program.name[:3] for program in PROGRAMS] == [f"{number:02}_" for number in range(1, len(PROGRAMS) + 1)]
    assert len({program.title for program in PROGRAMS}) == len(PROGRAMS)
    for program in PROGRAMS:
        assert bool(program.marks) != program.title.endswith("(passes)"), program.name
        assert bool(program.marks) == bool(program.names), program.name


def test_golden_and_ratchet_speak_of_programs_that_exist() -> None:
    names = {program.name for program in PROGRAMS}
    assert set(golden()) == names
    assert {gap.program for gap in GAPS.values()} <= names
    assert len(GAPS) == len(ratchet()[0])
    assert all(gap.reason for gap in GAPS.values())


def test_what_is_promised_of_each_checker_is_what_is_marked() -> None:
    source = """
tools=[  # E2
    one,  # E: list-item rule
    two,
],
deps=three,  # E: arg-type rule,other
"""
    found = list(marks(source.splitlines()))
    assert [(mark.line, set(mark.codes)) for mark in found] == [
        (2, {"ty", "pyrefly"}),
        (3, {"mypy", "pyright"}),
        (6, set(CHECKERS)),
    ]
    assert found[2].codes == {"mypy": ["arg-type"], "pyright": ["rule", "other"], "ty": [ANY], "pyrefly": [ANY]}


PROMISE = Program(
    "01_x", "X", ["Roster", "Ledger"], [Mark(5, {"mypy": ["arg-type"], "pyright": ["rule", "other"], "ty": [ANY]})]
)
RIGHT = Report("01_x.py", 5, "arg-type", "Roster is no Ledger")


@pytest.mark.parametrize(
    ("reports", "wrong"),
    [
        ([RIGHT], []),
        ([], ["report"]),
        ([RIGHT, RIGHT], ["report"]),
        ([RIGHT, Report("01_x.py", 6, "misc", "more")], ["report"]),
        ([Report("01_x.py", 4, "arg-type", RIGHT.text)], ["report"]),
        ([Report("01_x.py", 5, "misc", RIGHT.text)], ["report"]),
        ([Report("01_x.py", 5, "arg-type", "BigRoster is no Ledger")], ["names"]),
        ([Report("01_x.py", 5, "arg-type", f"{RIGHT.text}\n{'x' * LONGEST}")], ["length"]),
    ],
)
def test_a_message_is_judged_by_line_code_names_and_length(reports: list[Report], wrong: list[str]) -> None:
    assert list(problems(PROMISE, "mypy", reports)) == wrong


def test_of_pyright_the_first_line_must_be_short_and_the_details_may_name_the_types() -> None:
    text = f"short\n{'x' * LONGEST} Roster Ledger"
    reports = [Report("01_x.py", 5, "rule", text), Report("01_x.py", 5, "other", "no names")]
    assert not problems(PROMISE, "pyright", reports)
    assert set(problems(PROMISE, "pyright", [Report("01_x.py", 5, "rule", "x" * 500)])) == {"report", "names", "length"}


def test_of_ty_the_line_must_be_right_and_its_code_and_words_are_its_own() -> None:
    assert not problems(PROMISE, "ty", [Report("01_x.py", 5, "any-code", "x" * 500)])
    assert list(problems(PROMISE, "ty", [Report("01_x.py", 6, "any-code", "Roster Ledger")])) == ["report"]
    assert list(problems(PROMISE, "ty", [])) == ["report"]
    assert list(problems(PROMISE, "pyrefly", [RIGHT])) == ["report"]
