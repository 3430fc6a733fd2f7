"""Random conversations, as histories really are: paired or not, with broken arguments, parts and odd names."""

from __future__ import annotations

from hypothesis import strategies as st

from golem_sdk.adapters._turns import turns
from golem_wire._runtime import RawArgs
from golem_wire.canonical import ImagePart, Message, Part, TextPart, ToolCall
from tests.adapters.answers import ADAPTER

__all__ = ["conversations", "encoded_turns"]

_texts = st.text(max_size=12)
_ids = st.sampled_from(["call_1", "call_2", "", 'a"b<c>'])
_names = st.sampled_from(["weather", "functions.x", "", "a b"])
_arguments = st.sampled_from(["", "null", "{}", '{"a":1}', '{"a": 1.0}', "[1]", '{"a":', '"x"', "\ud800"]) | _texts
_parts: st.SearchStrategy[Part] = st.one_of(
    st.builds(TextPart, text=_texts),
    st.builds(ImagePart, url=st.just("https://x.test/a.png")),
    st.builds(ImagePart, data=st.binary(min_size=1, max_size=4), media_type=st.just("image/png")),
)
_calls = st.builds(ToolCall, id=_ids, name=_names, args=st.builds(RawArgs, _arguments))
_messages = st.one_of(
    st.builds(Message, role=st.just("system"), content=_texts),
    st.builds(Message, role=st.just("user"), content=_texts, parts=st.lists(_parts, max_size=3).map(tuple)),
    st.builds(Message, role=st.just("assistant"), content=_texts, tool_calls=st.lists(_calls, max_size=3).map(tuple)),
    st.builds(
        Message,
        role=st.just("tool"),
        content=_texts,
        tool_call_id=_ids,
        tool_name=_names,
        failed=st.booleans(),
        parts=st.lists(_parts, max_size=2).map(tuple),
    ),
)


def conversations() -> st.SearchStrategy[tuple[Message, ...]]:
    """Up to eight messages of any role, in any order."""
    return st.lists(_messages, max_size=8).map(tuple)


def encoded_turns(messages: tuple[Message, ...]) -> list[bytes]:
    """The bytes of each turn; an empty one where a turn is not sent."""
    return [b",".join(ADAPTER.encode_turn(turn)) for turn in turns(messages)]
