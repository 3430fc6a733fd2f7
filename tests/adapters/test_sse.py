"""Server-sent events: the line ends, fields and joins of the standard, cut wherever the network cuts them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk.adapters._sse import EventStream
from tests.contract.kit import patient

LIMIT = 1_000
BOM = b"\xef\xbb\xbf"


def read(pieces: Iterable[bytes], limit: int = LIMIT) -> list[tuple[str, str]]:
    stream = EventStream(limit)
    found = [event for piece in pieces for event in stream.feed(piece)]
    return [(event.name, event.data) for event in (*found, *stream.finish())]


def anywhere(data: bytes) -> list[tuple[str, str]]:
    """The events, after the proof that they are the same for any place to cut and byte by byte."""
    expected = read([data])
    for cut in range(len(data) + 1):
        assert read([data[:cut], data[cut:]]) == expected, cut
    assert read(data[i : i + 1] for i in range(len(data))) == expected
    assert read(part for i in range(len(data)) for part in (data[i : i + 1], b"")) == expected
    return expected


@pytest.mark.parametrize(
    ("data", "events"),
    [
        (b"data: a\n\ndata: b\n\n", [("", "a"), ("", "b")]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", [("", "a"), ("", "b")]),
        (b"data: a\r\rdata: b\r\r", [("", "a"), ("", "b")]),
        (b"data: a\r\n\rdata: b\n\r\n", [("", "a"), ("", "b")]),
        (b"data: a\r\ndata: b\r\n\r\n", [("", "a\nb")]),
        (b"data: a\n\n\n\r\n\r\rdata: b\n\n", [("", "a"), ("", "b")]),
        (b"data:a\n\n", [("", "a")]),
        (b"data:  a \n\n", [("", " a ")]),
        (b"data: a: b\n\n", [("", "a: b")]),
        (b"data: a\ndata:\ndata\ndata: b\n\n", [("", "a\n\n\nb")]),
        (b"data\n\n", [("", "")]),
        (b": note\n\n:\n\ndata: a\n: note\ndata: b\n\n", [("", "a\nb")]),
        (b"retry: 1000\nid: 7\nfoo: bar\nfoo\ndata: a\n\n", [("", "a")]),
        (b" data: a\nDATA: b\ndatax: c\n\n", []),
        (b"event: error\ndata: a\n\ndata: b\n\n", [("error", "a"), ("", "b")]),
        (b"event:error\n\ndata: b\n\n", [("", "b")]),
        (b"event: one\nevent: two\ndata: a\n\n", [("two", "a")]),
        (BOM + b"data: a\n\n" + BOM + b"data: b\n\n", [("", "a")]),
        (BOM + BOM + b"data: a\n\n", []),
        (BOM, []),
        (BOM[:2], []),
        (b"data: a\n\ndata: last\n", [("", "a"), ("", "last")]),
        (b"data: a\n\ndata: last", [("", "a"), ("", "last")]),
        (b"data: a\n\ndata: last\r", [("", "a"), ("", "last")]),
        (b"data: a\n\ndata: last\r\n", [("", "a"), ("", "last")]),
        (b"", []),
        (b"data: a\x00b\n\n", [("", "a\x00b")]),
        (b"data: \xff\xe2\x82\n\n", [("", "\ufffd\ufffd")]),
    ],
)
def test_g1_events_are_read_by_the_standard_wherever_they_are_cut(data: bytes, events: list[tuple[str, str]]) -> None:
    assert anywhere(data) == events


@pytest.mark.parametrize(
    "char", ["\u2028", "\u2029", "\u0085", "\u000b", "\u000c", "\u001c", "\u001e", "\u00e9", "\U0001f600"]
)
def test_g1_only_cr_and_lf_end_lines(char: str) -> None:
    assert anywhere(f'data: "a{char}b"\n\n'.encode()) == [("", f'"a{char}b"')]


def test_g1_an_event_is_told_with_the_line_that_ends_it() -> None:
    stream = EventStream(LIMIT)
    assert list(stream.feed(b"data: a\n")) == []
    assert [event.data for event in stream.feed(b"\n")] == ["a"]
    assert list(stream.finish()) == []


@pytest.mark.parametrize(
    "pieces",
    [
        [b"data: " + b"x" * 1_001 + b"\n\n"],
        [b"data: " + b"x" * 1_001],
        [b"data: "] + [b"x"] * 1_001,
        [b"data: " + b"x" * 500 + b"\n"] * 3,
        [b"data: " + b"x" * 500 + b"\ndata: " + b"x" * 499 + b"\n", b"data: xx"],
        [b": " + b"x" * 1_001],
        [b"event: " + b"x" * 1_001],
    ],
)
def test_g1_an_event_over_the_bound_is_refused_before_it_is_whole(pieces: list[bytes]) -> None:
    with pytest.raises(ValueError, match="longer than 1000 bytes"):
        read(pieces)


def test_g1_the_bound_is_for_one_event() -> None:
    event = b"data: " + b"x" * 900 + b"\n\n"
    assert len(read([event] * 5)) == len(read([event * 5])) == 5


END = st.sampled_from(["\n", "\r", "\r\n"])
LINE = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=6)


@given(st.lists(st.tuples(st.lists(st.tuples(LINE, END), min_size=1, max_size=3), END), max_size=4), st.data())
@patient
def test_g1_any_texts_with_any_line_ends_cut_anywhere(
    events: list[tuple[list[tuple[str, str]], str]], data: st.DataObject
) -> None:
    text = "".join("".join(f"data: {line}{end}" for line, end in lines) + end for lines, end in events)
    # CR and LF of two ends that meet are one.
    ends = [end for lines, last in events for end in (lines[-1][1], last)]
    if any(a.endswith("\r") and b == "\n" for a, b in pairwise(ends)):
        return
    body = text.encode()
    places = sorted(data.draw(st.lists(st.integers(0, len(body)), max_size=5)))
    pieces = [body[a:b] for a, b in zip([0, *places], [*places, len(body)], strict=True)]
    assert read(pieces) == [("", "\n".join(line for line, _ in lines)) for lines, _ in events]
