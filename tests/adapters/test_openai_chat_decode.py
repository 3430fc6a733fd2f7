"""What answers mean: every oddity here is one that a host of this wire really sends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

import pytest

from golem_wire._runtime import JsonValue
from golem_wire.canonical import ThinkingBlock, Usage
from tests.adapters.answers import (
    ADAPTER,
    RICH,
    answer,
    calling,
    decode,
    error_of,
    function_call,
    ids,
    messages_of,
)


def replayed(body: bytes) -> Mapping[str, JsonValue]:
    """The provider's message as the next request holds it."""
    return cast("Mapping[str, JsonValue]", messages_of(decode(body).message)[0])


def told(usage: JsonValue) -> Usage:
    return decode(answer({"content": "hi"}, usage=usage)).usage


# Usage.


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        (None, {}),
        ({}, {}),
        ({"prompt_tokens": 5, "completion_tokens": None, "total_tokens": None}, {"input": 5}),
        ({"prompt_tokens": "12", "completion_tokens": "3", "total_tokens": "15"}, {"input": 12, "output": 3}),
        ({"prompt_tokens": 12.0, "completion_tokens": -1}, {"input": 12}),
        ({"prompt_tokens": 5, "prompt_tokens_details": None, "completion_tokens_details": None}, {"input": 5}),
        ({"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": None}}, {"input": 5}),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 7,
                "prompt_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 2, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 3, "brand_new_tokens": 4},
            },
            {"input": 9, "output": 7, "cache_read": 4, "cache_write": 2, "reasoning": 3},
        ),
        (
            {"prompt_tokens": 5, "prompt_cache_hit_tokens": 4, "prompt_cache_miss_tokens": 1},
            {"input": 5, "cache_read": 4},
        ),
        ({"prompt_tokens": 5, "num_cached_tokens": 3}, {"input": 5, "cache_read": 3}),
        ({"prompt_tokens": 5, "cached_tokens": 2, "prompt_tokens_details": None}, {"input": 5, "cache_read": 2}),
    ],
)
def test_a7_tokens_are_counted_whatever_is_missing(usage: JsonValue, counted: Mapping[str, int]) -> None:
    got = told(usage)
    names = ("input", "output", "cache_read", "cache_write", "reasoning")
    assert {name: value for name in names if (value := getattr(got, name))} == counted


def test_a7_the_providers_own_counts_are_kept() -> None:
    usage: JsonValue = {
        "prompt_tokens": 1,
        "cost": 0.1,
        "completion_tokens_details": {"brand_new_tokens": 4},
        "x": None,
    }
    assert told(usage).raw == usage
    assert decode(answer({"content": "hi"})).usage == Usage()


# Text and thoughts.


def test_a6_mistrals_list_of_chunks_is_text_and_thoughts_and_goes_back_as_it_came() -> None:
    chunks: JsonValue = [
        {
            "type": "thinking",
            "thinking": [{"type": "text", "text": "Let"}, {"type": "text", "text": " me"}],
            "closed": True,
        },
        {"type": "text", "text": "Oslo"},
        {"type": "reference", "reference_ids": [1, 2]},
        {"type": "text", "text": " it is."},
    ]
    response = decode(answer({"role": "assistant", "content": chunks, "tool_calls": None}))
    assert response.message.content == "Oslo it is."
    assert [block.text for block in response.message.thinking] == ["Let me"]
    assert replayed(answer({"role": "assistant", "content": chunks})) == {"role": "assistant", "content": chunks}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("", ""),
        ([], ""),
        ([{"type": "text", "text": None}, {"text": "untyped"}], "untyped"),
        ([{"type": "thinking", "thinking": "plain"}, {"type": "text", "text": "a"}], "a"),
        ([{"type": "brand_new", "x": [1]}], ""),
        ("\ud800 lone", "\ufffd lone"),
    ],
)
def test_g5_content_is_read_in_all_its_forms(content: JsonValue, text: str) -> None:
    assert decode(answer({"role": "assistant", "content": content})).message.content == text


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_a5_thoughts_come_under_two_names_and_go_back_under_their_own(field: str) -> None:
    body = answer({"role": "assistant", "content": "Oslo", field: "so"})
    assert decode(body).message.thinking == (ThinkingBlock(text="so", provider="openai_chat"),)
    assert replayed(body) == {"role": "assistant", "content": "Oslo", field: "so"}


def test_a5_one_thought_under_both_names_is_one_thought() -> None:
    body = answer({"role": "assistant", "content": "Oslo", "reasoning": "so", "reasoning_content": "so"})
    assert len(decode(body).message.thinking) == 1


def test_a6_what_a_host_demands_back_goes_back() -> None:
    details: JsonValue = [{"type": "reasoning.encrypted", "data": "gAAA", "id": "rs_1", "index": 0}]
    blocks: JsonValue = [{"type": "thinking", "thinking": "so", "signature": "c2ln"}]
    signature: JsonValue = {"google": {"thought_signature": "c2ln"}}
    call = function_call("c1", "f", index=0, extra_content=signature)
    sent = replayed(calling(call, reasoning_details=details, thinking_blocks=blocks, annotations=[], audio=None))
    assert sent == {
        "role": "assistant",
        "reasoning_details": details,
        "thinking_blocks": blocks,
        "tool_calls": [function_call("c1", "f", extra_content=signature)],
    }


def test_d5_thoughts_alone_are_kept_and_not_sent() -> None:
    message = decode(answer({"role": "assistant", "content": "", "reasoning": "so"}, "length")).message
    assert message.native is not None
    assert messages_of(message) == []


# Calls.


def test_b14_missing_and_repeated_ids_are_replaced_and_follow_from_the_message() -> None:
    body = calling(
        function_call("a", "f"), function_call("a", "f"), function_call("", "g"), function_call(None, "h"),
        {"function": {"name": "i", "arguments": "{}"}},
    )  # fmt: skip
    response = decode(body)
    given = ids(response.message.tool_calls)
    assert given[0] == "a"
    assert len(set(given)) == 5
    assert all(len(call_id) <= 40 for call_id in given)
    stem = given[1].removesuffix("_1")
    assert given[1:] == [f"{stem}_{index}" for index in (1, 2, 3, 4)]
    assert stem.removeprefix("call_").isalnum()
    assert len(stem) == len("call_") + 16
    assert decode(body) == response
    sent = cast("list[Mapping[str, JsonValue]]", replayed(body)["tool_calls"])
    assert [call["id"] for call in sent] == given


def test_b14_other_content_gives_other_ids_and_good_ids_stay() -> None:
    first, second = (decode(calling(function_call("", "f", text))) for text in ('{"a":1}', '{"a":2}'))
    assert ids(first.message.tool_calls) != ids(second.message.tool_calls)
    long = "call_" + "x" * 90
    assert ids(decode(calling(function_call(long, "f"))).message.tool_calls) == [long]


@pytest.mark.parametrize(
    ("function", "name", "text"),
    [
        ({"name": "f", "arguments": '{"a": 1.50}'}, "f", '{"a": 1.50}'),
        (
            {"name": "f", "arguments": {"city": "Zürich", "n": [1, 2.5, None]}},
            "f",
            '{"city":"Zürich","n":[1,2.5,null]}',
        ),
        ({"name": "f", "arguments": []}, "f", "[]"),
        ({"name": "f", "arguments": None}, "f", ""),
        ({"name": "f", "arguments": ""}, "f", ""),
        ({"name": "f"}, "f", ""),
        ({"name": None, "arguments": "{}"}, "", "{}"),
        ({"arguments": '{"a":'}, "", '{"a":'),
        (None, "", ""),
    ],
)
def test_a4_arguments_are_the_models_text_in_whatever_form_they_come(function: JsonValue, name: str, text: str) -> None:
    (call,) = decode(calling({"id": "c", "function": function})).message.tool_calls
    assert (call.name, call.args.text) == (name, text)


def test_g5_custom_and_unknown_calls_are_calls_and_go_back_unchanged() -> None:
    custom: JsonValue = {"id": "c1", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}
    unknown: JsonValue = {"id": "c2", "type": "mcp", "server": "s", "input": {"a": [1, None]}}
    response = decode(calling(custom, unknown, function_call("c3", "f")))
    calls = [(call.id, call.name, call.args.text) for call in response.message.tool_calls]
    assert calls == [("c1", "sql", "select 1"), ("c2", "mcp", ""), ("c3", "f", "{}")]
    assert replayed(calling(custom, unknown))["tool_calls"] == [custom, unknown]


def test_a6_rewritten_ids_are_rewritten_in_the_providers_own_content_too() -> None:
    custom: dict[str, JsonValue] = {"id": "", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}
    response = decode(calling(custom))
    (call,) = response.message.tool_calls
    assert replayed(calling(custom))["tool_calls"] == [{**custom, "id": call.id}]


def test_g5_the_field_that_calls_used_to_have_is_read_as_a_call() -> None:
    body = answer({"content": None, "function_call": {"name": "f", "arguments": '{"a":1}'}}, "function_call")
    response = decode(body)
    (call,) = response.message.tool_calls
    assert (call.name, call.args.text, response.finish_reason) == ("f", '{"a":1}', "tool_call")
    assert replayed(body)["tool_calls"] == [function_call(call.id, "f", '{"a":1}')]


def test_g5_snowflakes_placeholders_are_no_call() -> None:
    message: JsonValue = {
        "role": "assistant", "content": "Paris.", "refusal": "", "annotations": None, "tool_calls": None,
        "audio": {"id": "", "data": "", "expires_at": 0, "transcript": ""},
        "function_call": {"name": "", "arguments": ""},
    }  # fmt: skip
    response = decode(answer(message, "", id="", model=""))
    assert response.message.tool_calls == ()
    assert response.message.native is None
    assert (response.finish_reason, response.finish_reason_raw, response.message.model) == (None, "", "")


# Why it stopped.


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("model_length", "length"),
        ("model_context_window_exceeded", "length"),
        ("content_filter", "content_filter"),
        ("sensitive", "content_filter"),
        ("guardrail_intervened", "content_filter"),
        ("function_call", "tool_call"),
        ("error", "error"),
        ("network_error", "error"),
        ("insufficient_system_resource", "error"),
        ("eos", "stop"),
        ("brand_new_reason", "other"),
        ("content_filter: SAFETY", "other"),
        ("", None),
        (None, None),
    ],
)
def test_a8_every_word_has_a_meaning_and_is_kept(word: str | None, reason: str | None) -> None:
    response = decode(answer({"content": "partial"}, word))
    assert (response.finish_reason, response.finish_reason_raw) == (reason, word or "")
    assert response.message.content == "partial"


@pytest.mark.parametrize("word", ["stop", "eos", "", None])
def test_a8_calls_make_a_mere_end_a_tool_call(word: str | None) -> None:
    assert decode(calling(function_call("c", "f"), finish=word)).finish_reason == "tool_call"


@pytest.mark.parametrize(("word", "reason"), [("length", "length"), ("content_filter", "content_filter")])
def test_c4_calls_that_were_cut_off_keep_the_reason(word: str, reason: str) -> None:
    assert decode(calling(function_call("c", "f", '{"a":'), finish=word)).finish_reason == reason


def test_a8_a_refusal_is_one_and_goes_back_as_one() -> None:
    body = answer({"role": "assistant", "content": None, "refusal": "I cannot help with that."})
    response = decode(body)
    assert (response.finish_reason, response.finish_reason_raw) == ("refusal", "stop")
    assert response.message.content == "I cannot help with that."
    assert replayed(body) == {"role": "assistant", "refusal": "I cannot help with that."}


def test_a8_azures_filtered_answer_is_an_answer_that_was_filtered() -> None:
    results: JsonValue = {
        "hate": {"filtered": True, "severity": "high"},
        "jailbreak": {"detected": False, "filtered": False},
    }
    choice: JsonValue = {"index": 0, "finish_reason": "content_filter", "content_filter_results": results}
    body = {"choices": [choice], "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": results}]}
    response = decode(json.dumps(body).encode())
    assert (response.finish_reason, response.message.content) == ("content_filter", "")
    assert messages_of(response.message) == []


# Errors that come with status 200.


@pytest.mark.parametrize(
    ("body", "kind", "code", "message"),
    [
        (
            {"error": {"message": "no credit", "code": "insufficient_quota"}},
            "quota_exhausted",
            "insufficient_quota",
            "no credit",
        ),
        (
            {"error": {"message": "Provider returned error", "code": 429}, "user_id": "u"},
            "rate_limited",
            "429",
            "Provider returned error",
        ),
        ({"error": {"message": "down", "code": 502}, "choices": []}, "server_error", "502", "down"),
        ({"choices": None, "error": "model is loading"}, "other", "", "model is loading"),
        (
            {"object": "error", "message": "too long", "type": "invalid_request_error", "code": "3051"},
            "context_overflow",
            "3051",
            "too long",
        ),
        (
            {"choices": None, "base_resp": {"status_code": 1004, "status_msg": "login fail"}},
            "other",
            "1004",
            "login fail",
        ),
        ({"error": {"code": 7}}, "other", "7", "the answer is an error that says nothing"),
    ],
)
def test_g5_an_error_in_a_200_is_an_error(body: JsonValue, kind: str, code: str, message: str) -> None:
    error = error_of(json.dumps(body).encode())
    assert (error.details.kind, error.details.code, error.details.status) == (kind, code, 200)
    assert error.message == f"openai_chat: {message}"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"<html>busy</html>", "it is not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b'{"choices": [', "it is not JSON: Expecting value: line 1 column 14 (char 13)"),
        (b"null", "the body: Input should be an object"),
        (b"[]", "the body: Input should be an object"),
        (b"{}", "it has no choices"),
        (b'{"choices": []}', "it has no choices"),
        (b'{"choices": [{"index": 0}]}', "it has no choices"),
        (b'{"choices": {}}', "choices: Input should be a valid array"),
        (
            b'{"choices": [{"message": {"content": 7}}]}',
            "choices.0.message.content.str: Input should be a valid string",
        ),
        (
            b'{"choices": [{"message": {"tool_calls": [{"type": ["x"]}]}}]}',
            "choices.0.message.tool_calls.0: Input tag is none of the expected ones",
        ),
    ],
)
def test_g5_what_is_no_answer_says_what_is_wrong_with_it(body: bytes, why: str) -> None:
    error = error_of(body)
    assert error.details.kind == "malformed_response"
    assert error.message == f"openai_chat: the answer is malformed: {why}"
    assert error.details.excerpt == body.decode()


def test_g5_everything_at_once_is_read_and_sent_again() -> None:
    response = decode(json.dumps(RICH).encode())
    assert response.message.content == "Let me look."
    assert [call.name for call in response.message.tool_calls] == ["weather", "sql", "mcp"]
    assert response.message.model == "m-1"
    assert response == ADAPTER.decode(b"\xef\xbb\xbf" + json.dumps(RICH, indent=1).encode())
    (sent,) = messages_of(response.message)
    original = cast("Mapping[str, JsonValue]", cast("list[Mapping[str, JsonValue]]", RICH["choices"])[0]["message"])
    kept = ("role", "content", "reasoning", "reasoning_content", "reasoning_details")
    assert {key: value for key, value in cast("Mapping[str, JsonValue]", sent).items() if key != "tool_calls"} == {
        key: original[key] for key in kept
    }
