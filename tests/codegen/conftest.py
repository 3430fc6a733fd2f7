"""A copy of the project for each test, and a mypy cache for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegen.tree import Tree, copied


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A copy that the test may spoil."""
    return copied(tmp_path / "tree")


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy found out about the packages that no test changes."""
    return tmp_path_factory.mktemp("mypy")
