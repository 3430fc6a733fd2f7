"""What the tests share: the event loop they run on, and material that may lie beside the project."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def shared(path: str) -> Path:
    """A file of the folder `shared` beside the project; the test is skipped where there is none."""
    found = ROOT.parent / "shared" / path
    if not found.exists():
        pytest.skip(f"needs ../shared/{path}, which is not part of the project")
    return found
