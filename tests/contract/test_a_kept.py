"""A12, D7: what a message keeps of its encodings is never stale, never copied, and no part of its value."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk import Message, ToolCall, dump_messages, load_messages
from golem_sdk.adapters._kept import encoded
from golem_sdk.adapters._turns import Turn
from golem_wire._runtime import RawArgs, compact
from golem_wire.canonical import Approval, DeferredMark, DeferredResults, ModelEnd, Native, ThinkingBlock, Usage
from tests.contract.kit import assistant, call, patient, result, user
from tests.contract.test_a_values import FULL_MESSAGE

TEXTS = st.sampled_from(["", "a", "é\n", '"', "\u2028", "😀"])
ARGS = st.sampled_from(["", "{}", '{"k":1}', '{"k": 1.0}', "[1.50]", '"s"', '{"k":', "null"])
CALLS = st.builds(
    ToolCall,
    id=TEXTS,
    name=TEXTS,
    args=ARGS.map(RawArgs),
    signature=TEXTS,
    provider=TEXTS,
    deferred=st.sampled_from([None, DeferredMark(kind="approval")]),
)
MESSAGES = st.builds(
    Message,
    role=st.sampled_from(["user", "assistant", "tool", "narrator"]),
    content=TEXTS,
    parts=st.sampled_from([(), FULL_MESSAGE.parts]),
    tool_calls=st.lists(CALLS, max_size=2).map(tuple),
    failed=st.booleans(),
    thinking=st.sampled_from([(), (ThinkingBlock(),), FULL_MESSAGE.thinking]),
    run_id=TEXTS,
    finish_reason=st.sampled_from([None, "", "stop", "bored"]),
    native=st.sampled_from([None, Native(tag="t", digest="", content=({"a": (1, 2.5, None)}, "x", 1, None, True))]),
    zeta=st.sampled_from([None, {"b": 1, "a": [1.0]}, 0]),
)


def kept_and_copied(message: Message) -> tuple[Message, ...]:
    dump_messages([message])
    return (copy.copy(message), copy.deepcopy(message), pickle.loads(pickle.dumps(message)))


@patient
@given(MESSAGES)
def test_a1_the_text_of_a_message_is_its_value_as_json(message: Message) -> None:
    text = message.to_json()
    assert text == compact(message.to_value())
    assert dump_messages([message, message]) == f"[{text},{text}]"
    assert json.loads(message.model_dump_json()) == json.loads(text)
    assert load_messages(f"[{text}]") == (message,)


def test_a1_what_is_no_message_is_written_the_same_way() -> None:
    values = (
        ModelEnd(attempt=0, usage=Usage(input=1), time=1.5),
        ModelEnd(),
        DeferredResults(approvals={"c1": Approval(approved=False)}),
    )
    for value in values:
        assert value.to_json() == compact(value.to_value())
    assert values[2].to_json() == '{"approvals":{"c1":{"approved":false}}}'


def test_a2_a_key_under_both_its_names_is_written_once() -> None:
    text = '[{"role":"user","content":"a","argsText":5,"runId":"r","run_id":"s"}]'
    again = dump_messages(load_messages(text))
    assert json.loads(again)[0].keys() >= {"role", "content", "argsText", "runId"}
    assert dump_messages(load_messages(again)) == again


def test_a4_args_text_without_args_is_enough_and_neither_is_a_mistake() -> None:
    assert ToolCall.model_validate({"id": "c", "name": "n", "argsText": "{ }"}).args.text == "{ }"
    with pytest.raises(ValueError, match="required"):
        ToolCall.model_validate({"id": "c", "name": "n"})


@pytest.mark.parametrize("space", ["", " "])
@pytest.mark.parametrize("number", ["1.50", "1e3", "-0", "0.10"])
def test_a4_a_spelling_is_found_behind_calls_that_have_none(number: str, space: str) -> None:
    calls = ",".join(f'{{"id":"c","name":"n","args":{space}{{"x":{value}}}}}' for value in ("1.5", number, "1.5", "2"))
    messages = load_messages(f'[{{"role":"assistant","toolCalls":[{calls}]}}]')
    assert [one.args.text for one in messages[0].tool_calls] == [f'{{"x":{v}}}' for v in ("1.5", number, "1.5", "2")]


def test_a12_a_changed_copy_is_written_anew() -> None:
    message = user("a")
    dump_messages([message])
    assert message.replace(content="b").to_json() == '{"role":"user","content":"b"}'
    assert message.model_copy(update={"content": "c"}).to_json() == '{"role":"user","content":"c"}'


def test_a12_what_is_kept_is_no_part_of_the_value() -> None:
    fresh, message = load_messages(dump_messages([FULL_MESSAGE] * 2))
    for other in (*kept_and_copied(message), fresh):
        assert (other, hash(other)) == (message, hash(message))
        assert other.to_json() == message.to_json()


def test_a12_threads_that_write_the_same_message_write_the_same_text() -> None:
    text = dump_messages([FULL_MESSAGE] * 50)
    messages = load_messages(text)
    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(dump_messages, [messages] * 32)) == {text}


class Counting:
    """Encodes a turn as the roles in it, and counts."""

    def __init__(self) -> None:
        self.turns: list[int] = []

    def turn(self, turn: Turn) -> tuple[bytes, ...]:
        self.turns.append(turn.start)
        return tuple(message.content.encode() for message in turn.messages if message.content)

    def of(self, *messages: Message, tag: str = "t", model: str = "m") -> tuple[bytes, list[int]]:
        """The bytes, and where the turns started that were encoded for them."""
        self.turns.clear()
        return encoded(messages, tag, model, self.turn), list(self.turns)


def test_d7_closed_turns_are_encoded_once_and_the_last_one_always() -> None:
    ask, calls, first, second, answer = user("u"), assistant("", call()), result("1", "a"), result("2", "b"), user("v")
    counting = Counting()
    assert counting.of(ask, calls, first) == (b"u,a", [0, 1, 2])
    assert counting.of(ask, calls, first, second) == (b"u,a,b", [2])
    assert counting.of(ask, calls, first, second, answer) == (b"u,a,b,v", [2, 4])
    assert counting.of(ask, calls, first, second, answer) == (b"u,a,b,v", [4])


def test_d7_a_turn_holds_while_the_very_same_messages_follow() -> None:
    first, second, end = result("1", "a"), result("2", "b"), user("v")
    counting = Counting()
    counting.of(first, second, end)
    assert counting.of(first, second.replace(content="c"), end) == (b"a,c,v", [0, 2])
    assert counting.of(first, end) == (b"a,v", [0, 1])
    assert counting.of(first.replace(content="d"), end) == (b"d,v", [0, 1])
    assert counting.of(end, first, end) == (b"v,a,v", [0, 2])


def test_d7_each_adapter_and_model_has_bytes_of_its_own() -> None:
    first, end = user("a"), user("v")
    counting = Counting()
    counting.of(first, end)
    assert counting.of(first, end, tag="other")[1] == [0, 1]
    assert counting.of(first, end, model="other")[1] == [0, 1]
    assert counting.of(first, end)[1] == [1]
    for number in range(20):  # a message keeps a few
        counting.of(first, end, model=str(number))
    assert counting.of(first, end)[1] == [0, 1]
