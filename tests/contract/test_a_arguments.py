"""A4: a call's arguments are text, byte for byte, whatever they hold; saving never fails."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk import Message, RunErrorData, ToolCall, dump_messages, load_messages
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_wire._runtime import RawArgs
from golem_wire.canonical import Evidence, Settings
from tests.contract.kit import assistant, call, patient


def saved(text: str) -> dict[str, object]:
    """A call with these arguments, as it stands in the durable JSON."""
    value: dict[str, object] = json.loads(dump_messages([assistant("", call("n", text))]))[0]["toolCalls"][0]
    return value


def loaded(args: str) -> str:
    """The text of the arguments that stand in a JSON document as they are given."""
    document = f'[{{"role":"assistant","toolCalls":[{{"id":"c1","name":"n","args":{args}}}]}}]'
    return load_messages(document)[0].tool_calls[0].args.text


def again(text: str) -> str:
    """The text of the arguments after a save, as UTF-8, and a load."""
    return load_messages(dump_messages([assistant("", call("n", text))]).encode())[0].tool_calls[0].args.text


@pytest.mark.parametrize(
    ("text", "value", "exact"),
    [
        ('{"k":1}', {"k": 1}, True),
        ('{"b":1,"a":[true,null,"é"]}', {"b": 1, "a": [True, None, "é"]}, True),
        ("[1,2]", [1, 2], True),
        ("null", None, True),
        ("7", 7, True),
        ('{"k": 1}', {"k": 1}, False),
        (' {"k":1}\n', {"k": 1}, False),
        ('{"x":1.00}', {"x": 1.0}, False),
        ('{"x":1E2}', {"x": 100.0}, False),
        ('{"x":-0}', {"x": 0}, False),
        ('{"x":1,"x":2}', {"x": 2}, False),
        ('{"x":"\\u00e9"}', {"x": "é"}, False),
        ('"a string"', "a string", False),
        ('"{\\"k\\":1}"', '{"k":1}', False),
        ('{"x":"\\ud800"}', {"x": "\ufffd"}, False),
    ],
)
def test_a4_strict_json_is_saved_as_its_value_and_as_its_text_where_that_differs(
    text: str, value: object, exact: bool
) -> None:
    written = saved(text)
    assert written["args"] == value
    assert written.get("argsText", "") == ("" if exact else text)
    assert again(text) == text


@pytest.mark.parametrize("text", ["", "  ", '{"k":', "{'k':1}", "NaN", '{"x":Infinity}', "{} {}", "no", "\ufeff{}"])
def test_a4_text_that_is_no_strict_json_is_saved_as_a_json_string(text: str) -> None:
    assert saved(text) == {"id": "c1", "name": "n", "args": text}
    assert again(text) == text


@pytest.mark.parametrize("args", ["null", "true", "7", "[]", '[1,null,{"a":2}]', "{}", '{"x":{"y":[1.0,2.50,1e5]}}'])
def test_a4_loading_accepts_args_of_any_json_type(args: str) -> None:
    assert loaded(args) == args


NUMBERS_WITH_A_SPELLING = [
    *("0", "-0", "-0.0", "1.0", "1.50", "-7.10", "1e5", "1E+05", "-0e1", "1.5e-7", "1e400"),
    *("0.0001", "0.00001", "-0.00001", "1234567890.12345678", "100000000000000000.5", "12345678901234567890123"),
]


@pytest.mark.parametrize("number", NUMBERS_WITH_A_SPELLING)
@pytest.mark.parametrize("place", ["{}", "[{}]", '{{"x":{}}}', "[1,{}]", '{{"x":{{"y":[{},2]}}}}'])
def test_a4_a_raw_number_keeps_its_spelling(number: str, place: str) -> None:
    assert loaded(place.format(number)) == place.format(number)


def test_a4_a_string_is_the_text_itself() -> None:
    assert loaded('"{\\"k\\":"') == '{"k":'


def test_a4_args_text_wins_over_args() -> None:
    text = '[{"role":"assistant","toolCalls":[{"id":"c","name":"n","args":{"k":1},"argsText":"{\\"k\\": 1.0}"}]}]'
    assert load_messages(text)[0].tool_calls[0].args.text == '{"k": 1.0}'
    assert dump_messages(load_messages(text)) == text.replace('{"k":1}', '{"k":1.0}', 1)


@patient
@given(st.text(st.characters()))
def test_a4_any_text_survives_a_save_and_a_load(text: str) -> None:
    clean = re.sub("[\ud800-\udfff]", "\ufffd", text)
    assert again(text) == clean
    error = RunErrorData(stage="tool", message="", partial=Evidence(messages=(assistant("", call("n", text)),)))
    assert RunErrorData.model_validate_json(error.to_json().encode()) == error


SPACE = st.sampled_from(["", "", " ", "\n\t"])
NUMBERS = st.from_regex(r"-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,24})?([eE][-+]?[0-9]{1,3})?", fullmatch=True)
ESCAPED = st.sampled_from(['"a"', '"\\u00e9"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\/\\n"', '"é"', '""'])
PLAIN = st.sampled_from(['"a"', '"b c"', '"é"', '""', '"<&>"'])
KEYS = ['"k"', '"l"', '"k l"', '"x"']


@st.composite
def spaced(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    """An array or an object as a careless writer spells it: white space, escapes, keys that repeat."""
    items = draw(st.lists(inner, max_size=4))
    if draw(st.booleans()):
        return "[" + ",".join(draw(SPACE) + item + draw(SPACE) for item in items) + "]"
    return "{" + ",".join(draw(SPACE) + draw(st.sampled_from(KEYS)) + ":" + draw(SPACE) + item for item in items) + "}"


@st.composite
def tight(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    """An array or an object without white space, each key once: what the Go library writes."""
    items = draw(st.lists(inner, max_size=4))
    if draw(st.booleans()):
        return "[" + ",".join(items) + "]"
    return "{" + ",".join(f"{key}:{item}" for key, item in zip(KEYS, items, strict=False)) + "}"


WORDS = st.sampled_from(["true", "false", "null"])


@patient
@given(st.recursive(WORDS | NUMBERS | ESCAPED, spaced, max_leaves=12))
def test_a4_any_spelling_of_json_survives_a_save_and_a_load(text: str) -> None:
    assert again(text) == text


@patient
@given(st.recursive(WORDS | NUMBERS | PLAIN.filter(lambda s: s != '""'), tight, max_leaves=12))
def test_a4_args_that_stand_raw_in_a_transcript_keep_their_spelling(text: str) -> None:
    if not text.startswith('"'):  # a string is the text of broken arguments
        assert loaded(text) == text


@pytest.mark.parametrize("depth", [90, 150, 300, 700, 2_000, 100_000])
@pytest.mark.parametrize("pair", ["[]", "{}"])
def test_a4_deeply_nested_arguments_are_saved_and_loaded(depth: int, pair: str) -> None:
    opening = "[" if pair == "[]" else '{"k":'
    text = opening * depth + "1" + pair[1] * depth
    assert again(text) == text
    error = RunErrorData(stage="tool", message="", partial=Evidence(messages=(assistant("", call("n", text)),)))
    assert RunErrorData.model_validate_json(error.to_json()) == error


def test_a4_a_number_of_any_length_loads() -> None:
    assert loaded("7" * 10_000) == "7" * 10_000
    assert again("7" * 10_000) == "7" * 10_000


def test_a4_lone_surrogates_are_replaced_at_construction() -> None:
    half = "a\ud83db"
    assert RawArgs(half).text == "a\ufffdb"
    assert Message(role="user", content=half).content == "a\ufffdb"
    assert ToolCall(id=half, name=half, args=RawArgs("")).id == "a\ufffdb"
    assert Settings(stop=("ok", half)).stop == ("ok", "a\ufffdb")
    assert Message(role="user").replace(content=half).content == "a\ufffdb"


def test_a4_lone_surrogates_are_replaced_at_load() -> None:
    assert load_messages('[{"role":"user","content":"a\\ud83db","zz":{"k\\ude00":"\\ud83d"}}]') == (
        load_messages('[{"role":"user","content":"a\\ufffdb","zz":{"k\\ufffd":"\\ufffd"}}]')
    )
    assert load_messages('[{"role":"user","content":"a\ud83db"}]')[0].content == "a\ufffdb"


def test_a4_a_pair_of_surrogates_is_a_character() -> None:
    assert load_messages('[{"role":"user","content":"\\ud83d\\ude00"}]')[0].content == "😀"


def test_a4_a_body_that_the_parser_refuses_for_a_surrogate_is_read_the_slow_way() -> None:
    body = (
        rb'{"choices":[{"message":{"role":"assistant","content":"hi \ud83d","tool_calls":[{"id":"c1","type":"function",'
        rb'"function":{"name":"n","arguments":"{\"k\":\"\ud83d\", \"n\": 1.0}"}}]},"finish_reason":"tool_calls"}]}'
    )
    message = OpenAIChatAdapter("m").decode(body).message
    assert message.content == "hi \ufffd"
    assert message.tool_calls[0].args.text == '{"k":"\ufffd", "n": 1.0}'
