"""One wheel and one run of each checker a session, and the table at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.typing.checkers import CHECKERS, Checker, Report, check
from tests.typing.package import installed
from tests.typing.promises import PROGRAMS
from tests.typing.table import Found, table

_FOUND = pytest.StashKey[dict[Checker, Found]]()


@dataclass(frozen=True)
class Results:
    """What one checker said about all programs."""

    checker: Checker
    found: Found

    def of(self, program: str) -> Sequence[Report]:
        """About one program."""
        return self.found.get(program, ())


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel."""
    return installed(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="session", params=CHECKERS)
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, python: Path) -> Results:
    checker: Checker = request.param
    found = check(checker, PROGRAMS, tmp_path_factory.mktemp(checker), python)
    request.config.stash.setdefault(_FOUND, {})[checker] = found
    return Results(checker, found)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    # The whole table where it was asked for; in a run of everything it would be most of what is seen.
    found = config.stash.get(_FOUND, None)
    if found is not None and len(found) == len(CHECKERS):
        lines = table(found)
        terminalreporter.section("typing: promises by checker")
        terminalreporter.write("\n".join(lines if config.option.verbose > 0 else lines[-2:]) + "\n")
