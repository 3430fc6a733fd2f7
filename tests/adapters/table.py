"""How the adapter's reading of recorded answers agrees with the second one, host by host.

`python -m tests.adapters.table FILE` prints it. The adapter's side are the lines of `golem decode`: what they
hold is the durable JSON, so that both the decoding and the writing are compared.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.cli.wire import decode_recordings
from tests.adapters.reading import Exchange, Json, Object, Reading, exchanges, read, streams

__all__ = ["COLUMNS", "Row", "compared", "table", "told"]

COLUMNS = ("text", "thinking", "calls", "arguments", "finish", "usage", "errors")


@dataclass
class Row:
    """One host: how many exchanges agree, of how many that have the thing at all."""

    exchanges: int = 0
    agreed: Counter[str] = field(default_factory=Counter[str])
    total: Counter[str] = field(default_factory=Counter[str])
    native: int = 0
    differ: list[str] = field(default_factory=list[str])

    def add(self, exchange: Exchange, line: Object) -> None:
        """Compares one exchange."""
        self.exchanges += 1
        for column, same in _compared(read(exchange), line):
            self.total[column] += 1
            self.agreed[column] += same
            if not same:
                self.differ.append(f"{exchange.id} {column}")
        message = cast("Object", cast("Object", line.get("response", {})).get("message", {}))
        self.native += "native" in message


def table(file: Path) -> Mapping[str, Row]:
    """A row for each host, in the order of their names."""
    with file.open("rb") as lines:
        decoded = {str(line["id"]): line for line in map(_line, decode_recordings(OpenAIChatAdapter(), lines))}
    rows: dict[str, Row] = {}
    for exchange in (*exchanges(file), *streams(file)):
        rows.setdefault(exchange.host, Row()).add(exchange, decoded[exchange.id])
    return dict(sorted(rows.items()))


def told(rows: Mapping[str, Row]) -> str:
    """The table as text."""
    lines = [_cells("host", "exchanges", *COLUMNS, "native")]
    lines += [_told(host, row) for host, row in rows.items()]
    return "\n".join([*lines, _told("all", _sum(rows))])


def _line(text: str) -> Object:
    return cast("Object", json.loads(text))


def _compared(expected: Reading, line: Object) -> Iterator[tuple[str, bool]]:
    """The columns that apply to an exchange, and whether both readings agree there."""
    if expected.error is not None:
        error = cast("Object", line.get("error", {}))
        kind, words, code = expected.error
        told = str(error.get("message", ""))
        yield "errors", error.get("kind") == kind and told.endswith(words) and error.get("code", "") == code
        return
    yield from compared(expected, cast("Object", line.get("response", {})))


def compared(expected: Reading, response: Object) -> Iterator[tuple[str, bool]]:
    """The columns of a response, and whether both readings agree there."""
    message = cast("Object", response.get("message", {}))
    calls = cast("list[Object]", message.get("toolCalls", []))
    thoughts = cast("list[Object]", message.get("thinking", []))
    usage = cast("Object", response.get("usage", {}))
    yield "text", message.get("content", "") == expected.text
    if thoughts or expected.thinking:
        yield "thinking", "".join(str(thought["text"]) for thought in thoughts) == expected.thinking
    if calls or expected.calls:
        yield "calls", [(call["id"], call["name"]) for call in calls] == list(expected.calls)
        yield "arguments", [_arguments(call) for call in calls] == list(expected.arguments)
    yield "finish", (response.get("finishReason"), response.get("finishReasonRaw", "")) == expected.finish
    yield "usage", {key: usage.get(key, 0) for key in expected.usage or {}} == expected.usage


def _arguments(call: Object) -> str:
    """The model's text: exactly, where the value alone would not give it back."""
    exact = call.get("argsText", call["args"])
    return exact if isinstance(exact, str) else _compact(exact)


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sum(rows: Mapping[str, Row]) -> Row:
    total = Row()
    for row in rows.values():
        total.exchanges += row.exchanges
        total.native += row.native
        total.agreed.update(row.agreed)
        total.total.update(row.total)
    return total


def _told(host: str, row: Row) -> str:
    answered = row.total["text"]
    cells = (f"{row.agreed[c]}/{row.total[c]}" if row.total[c] else "-" for c in COLUMNS)
    return _cells(host, str(row.exchanges), *cells, f"{row.native}/{answered}" if answered else "-")


def _cells(host: str, *cells: str) -> str:
    return f"{host:42}" + "".join(f"{cell:>11}" for cell in cells)


if __name__ == "__main__":
    print(told(table(Path(sys.argv[1]))))
