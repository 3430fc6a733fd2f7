"""`python -m tests.bench`: rounds of every row, one side after the other, then the table."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from statistics import median

import httpx2

from tests.bench.rows import Row, Sizes, rows
from tests.bench.server import serving

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints the table, and gives the exit code."""
    options = _options(arguments)
    sizes = Sizes(options.turns, options.messages, options.at_a_time)
    with serving() as base:
        ratios = asyncio.run(_measured(base, sizes, options.rounds, options.only))
    print(f"{'CPU of the process, raw httpx2 + json = 1':42} {'median':>7} {'spread':>13} {'limit':>6}")
    for row, found in ratios.items():
        spread = f"{min(found):.2f} - {max(found):.2f}"
        missed = "  missed" if _is_missed(row, found) else ""
        print(f"{row.name:42} {median(found):7.2f} {spread:>13} {row.limit:6.2f}{missed}")
    return int(options.enforce and any(_is_missed(row, found) for row, found in ratios.items()))


def _is_missed(row: Row, ratios: Sequence[float]) -> bool:
    return median(ratios) > row.limit


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    plain = Sizes()
    parser.add_argument("--rounds", type=int, default=7, help="how often each row is measured")
    parser.add_argument("--enforce", action="store_true", help="exit with 1 when a limit is missed")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--turns", type=int, nargs="+", default=plain.turns, help="lengths of the histories")
    parser.add_argument("--messages", type=int, default=plain.messages, help="how many are loaded and dumped")
    parser.add_argument("--at-a-time", type=int, default=plain.at_a_time, help="how many loops run at once")
    return parser.parse_args(arguments)


async def _measured(base: str, sizes: Sizes, rounds: int, only: str) -> dict[Row, list[float]]:
    limits = httpx2.Limits(max_connections=sizes.at_a_time, max_keepalive_connections=sizes.at_a_time)
    async with httpx2.AsyncClient(limits=limits, timeout=60) as client:
        chosen = [row for row in rows(base, client, sizes) if only in row.name]
        ratios: dict[Row, list[float]] = {row: [] for row in chosen}
        for number in range(rounds + 1):  # the first warms up and does not count
            print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
            for row in chosen:
                ratio = await _ratio(row, ours_first=number % 2 == 1)
                if number:
                    ratios[row].append(ratio)
        return ratios


async def _ratio(row: Row, *, ours_first: bool) -> float:
    ours = await row.ours() if ours_first else 0.0
    raw = await row.raw()
    return (ours or await row.ours()) / raw


if __name__ == "__main__":
    sys.exit(main())
