"""The command of the golden record."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.codegen.golden import COMMAND, changes, made, rebuild, recorded


def main(arguments: Sequence[str]) -> int:
    """Rebuilds the record, or shows what has changed and exits 1 if anything has."""
    if arguments == ["--write"]:
        rebuild()
        print("tests/codegen/golden/generated is written")
        return 0
    lines = list(changes(recorded(), made()))
    print("\n".join([*lines, f"`{COMMAND}` takes it"] if lines else ["the record is what is generated"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
