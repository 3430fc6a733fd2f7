"""A1, A2: the durable JSON of a conversation, its keys, and what a newer writer or the Go library wrote."""

from __future__ import annotations

import json
import logging

import pytest

from golem_sdk import ImagePart, Message, ToolCall, TranscriptError, dump_messages, load_messages
from golem_wire._runtime import RawArgs
from golem_wire.canonical import DeferredMark, FileRef, Native, ThinkingBlock
from tests.contract.kit import assistant, call, result, user

ORIGINAL_KEYS = [
    *("role", "content", "parts", "toolCalls", "toolCallId", "toolName", "failed", "thinking"),
    *("runId", "conversationId"),
]

FULL_CALL = ToolCall(
    id="c1",
    name="lookup",
    args=RawArgs('{"k": 1}'),
    signature="s",
    deferred=DeferredMark(kind="approval"),
    provider="p",
)
FULL_PART = ImagePart(url="u", data=b"\1\2\3", media_type="image/png", name="n", file=FileRef(provider="p", id="f"))
FULL_MESSAGE = Message(
    role="assistant",
    content="text",
    parts=(FULL_PART,),
    tool_calls=(FULL_CALL,),
    tool_call_id="i",
    tool_name="n",
    failed=True,
    thinking=(ThinkingBlock(text="t", signature="s", redacted="r", provider="p"),),
    run_id="r",
    conversation_id="c",
    finish_reason="stop",
    finish_reason_raw="end",
    model="m",
    prefix="p",
    native=Native(tag="t", digest="d", content=()),
)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (user("ping"), '{"role":"user","content":"ping"}'),
        (Message(role="system", content="be"), '{"role":"system","content":"be"}'),
        (
            assistant("", call("lookup", '{"k":1}')),
            '{"role":"assistant","toolCalls":[{"id":"c1","name":"lookup","args":{"k":1}}]}',
        ),
        (
            result("c1", "v", name="lookup"),
            '{"role":"tool","content":"v","toolCallId":"c1","toolName":"lookup"}',
        ),
        (
            result("c1", "v", name="lookup").replace(failed=True),
            '{"role":"tool","content":"v","toolCallId":"c1","toolName":"lookup","failed":true}',
        ),
        (
            Message(role="user", content="see", parts=(ImagePart(url="https://host/x.png"),)),
            '{"role":"user","content":"see","parts":[{"kind":"image","url":"https://host/x.png"}]}',
        ),
        (
            Message(role="user", parts=(ImagePart(data=b"\1\2\3", media_type="image/png"),)),
            '{"role":"user","parts":[{"kind":"image","data":"AQID","mediaType":"image/png"}]}',
        ),
        (assistant("", call("", "", call_id="")), '{"role":"assistant","toolCalls":[{"id":"","name":"","args":""}]}'),
    ],
)
def test_a1_minimal_encodings_are_exact(message: Message, text: str) -> None:
    assert dump_messages([message]) == f"[{text}]"
    assert load_messages(f"[{text}]") == (message,)


def test_a1_a_conversation_is_a_bare_array() -> None:
    assert dump_messages([]) == "[]"
    assert load_messages("[]") == ()
    assert dump_messages([user("a"), user("b")]) == '[{"role":"user","content":"a"},{"role":"user","content":"b"}]'


def test_a1_keys_stand_in_the_order_of_the_original_then_ours() -> None:
    value = json.loads(FULL_MESSAGE.to_json())
    assert list(value) == [*ORIGINAL_KEYS, "finishReason", "finishReasonRaw", "model", "prefix", "native"]
    assert list(value["toolCalls"][0]) == ["id", "name", "args", "signature", "argsText", "deferred", "provider"]
    assert list(value["parts"][0]) == ["kind", "url", "data", "mediaType", "name", "file"]
    assert list(value["thinking"][0]) == ["text", "signature", "redacted", "provider"]


def test_a1_the_order_in_which_keys_came_does_not_matter() -> None:
    shuffled = json.dumps([dict(reversed(json.loads(FULL_MESSAGE.to_json()).items()))])
    assert dump_messages(load_messages(shuffled)) == dump_messages([FULL_MESSAGE])


def test_a1_a_full_message_loads_as_it_was() -> None:
    assert load_messages(dump_messages([FULL_MESSAGE])) == (FULL_MESSAGE,)


def test_a1_empty_values_are_left_out() -> None:
    empty = '[{"role":"user","content":"","parts":[],"toolCalls":[],"failed":false,"thinking":[],"runId":""}]'
    assert dump_messages(load_messages(empty)) == '[{"role":"user"}]'


GO_TRANSCRIPT = (
    rb'[{"role":"system","content":"Use \u003cb\u003e \u0026 \u2028 signs"},'
    rb'{"role":"user","content":"ping","runId":"r1","conversationId":"v1"},'
    rb'{"role":"assistant","toolCalls":[{"id":"c1","name":"lookup","args":{"q":"a\u003cb","n":1.50}},'
    rb'{"id":"c2","name":"lookup","args":null,"signature":"sig"}],"thinking":[{"redacted":"xx"}]},'
    rb'{"role":"tool","content":"v","toolCallId":"c1","toolName":"lookup","failed":true}]'
)


def test_a1_a_transcript_of_the_go_library_loads() -> None:
    messages = load_messages(GO_TRANSCRIPT)
    assert messages[0].content == "Use <b> & \u2028 signs"
    assert [one.args.text for one in messages[2].tool_calls] == ['{"q":"a<b","n":1.50}', "null"]
    assert messages[3].failed


def test_a1_what_go_wrote_is_written_back_equal_as_json() -> None:
    written = json.loads(dump_messages(load_messages(GO_TRANSCRIPT)))
    # The exact text is our additive key; every key that Go wrote has Go's value.
    del written[2]["toolCalls"][0]["argsText"]
    assert written == json.loads(GO_TRANSCRIPT)


def test_a1_bytes_are_equal_where_go_escapes_nothing() -> None:
    text = '[{"role":"user","content":"é 😀 \\"q\\" \\\\ \\n\\t","parts":[{"kind":"video","url":"gs://b/v"}]}]'
    assert dump_messages(load_messages(text)) == text


WITH_UNKNOWN_KEYS = (
    '[{"role":"user","content":"a","parts":[{"kind":"image","url":"u","file":{"provider":"p","id":"i","z":1},'
    '"y":[null,{"b":1,"a":2}]}],"zeta":null,"alpha":{"z":1,"a":[1,2.5,true]}},'
    '{"role":"assistant","toolCalls":[{"id":"c1","name":"n","args":{},'
    '"deferred":{"kind":"approval","argsDigest":"d","w":0},"when":"now","also":[]}],'
    '"thinking":[{"text":"t","zz":{},"aa":""}],"native":{"tag":"t","digest":"d","content":[{"q":1}],"k":1}}]'
)


def test_a2_unknown_keys_survive_at_every_level_in_their_order() -> None:
    assert dump_messages(load_messages(WITH_UNKNOWN_KEYS)) == WITH_UNKNOWN_KEYS


def test_a2_unknown_keys_survive_a_replaced_copy() -> None:
    message = load_messages('[{"role":"user","content":"a","zeta":1,"alpha":2}]')[0]
    assert message.replace(content="b").to_json() == '{"role":"user","content":"b","zeta":1,"alpha":2}'


def test_a2_words_of_a_newer_writer_are_kept() -> None:
    text = '[{"role":"narrator","content":"a","finishReason":"bored","finishReasonRaw":"x"}]'
    assert dump_messages(load_messages(text)) == text


@pytest.mark.parametrize("key", ["parts", "toolCalls", "thinking"])
def test_a2_a_null_list_loads_as_empty(key: str) -> None:
    assert load_messages(f'[{{"role":"user","content":"a","{key}":null}}]') == (user("a"),)


def test_a2_a_null_text_loads_as_empty() -> None:
    assert load_messages('[{"role":"user","content":null,"failed":null,"runId":null}]') == (user(""),)


@pytest.mark.parametrize(
    ("text", "report", "left"),
    [
        ('[null,{"role":"user"}]', "message 0 is null and was dropped", '[{"role":"user"}]'),
        ('[{"role":"user"} , null ]', "message 1 is null and was dropped", '[{"role":"user"}]'),
        ('[{"role":"user","parts":[null]}]', "message 0, parts 0 is null and was dropped", '[{"role":"user"}]'),
        (
            '[{"role":"user"},{"role":"assistant","toolCalls":[{"id":"a","name":"b","args":[null]},null]}]',
            "message 1, toolCalls 1 is null and was dropped",
            '[{"role":"user"},{"role":"assistant","toolCalls":[{"id":"a","name":"b","args":[null]}]}]',
        ),
        (
            '[{"role":"assistant","thinking":[{"text":"t"},null]}]',
            "message 0, thinking 1 is null and was dropped",
            '[{"role":"assistant","thinking":[{"text":"t"}]}]',
        ),
    ],
)
def test_a2_a_null_element_is_dropped_and_reported(text: str, report: str, left: str) -> None:
    told: list[str] = []
    assert dump_messages(load_messages(text, report=told.append)) == left
    assert told == [report]


def test_a2_without_a_report_the_log_says_what_was_dropped(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "golem_sdk"):
        load_messages("[null]")
    assert caplog.messages == ["message 0 is null and was dropped"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"role":"user"}', "array of messages, not dict"),
        ('[{"role":"user","content":5}]', "message 0.content"),
        ('[{"role":"user"},{"role":"user","toolCalls":[{"id":1,"name":"n","args":{}}]}]', "message 1.toolCalls.0.id"),
        ('[{"role":"user","parts":"no"}]', "message 0.parts"),
        ("[NaN]", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a2_what_is_no_transcript_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(TranscriptError, match=says):
        load_messages(text)
