"""The command `golem`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Runs `golem`; says what to install where its packages are missing."""
    try:
        from golem_sdk.cli.app import app
    except ModuleNotFoundError as error:
        if error.name not in ("rich", "typer"):
            raise
        sys.exit(f"golem needs {error.name}, which is in the extra `cli`: pip install 'golem-sdk[cli]'")
    app()
