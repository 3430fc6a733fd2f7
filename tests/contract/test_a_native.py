"""A5 to A8: thinking, a provider's own content, usage and finish reasons as this wire has them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

import pytest

from golem_sdk import (
    Agent,
    JsonValue,
    Message,
    Request,
    Response,
    Usage,
    dump_messages,
    image,
    load_messages,
)
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.testing import ScriptedModel
from golem_wire._runtime import digest
from golem_wire.canonical import Native, ThinkingBlock
from tests.contract.kit import call, does

ADAPTER = OpenAIChatAdapter("m")


def decoded(message: Mapping[str, object], *, finish: object = "stop", usage: object = None) -> Response:
    choice = {"message": {"role": "assistant", **message}, "finish_reason": finish}
    return ADAPTER.decode(json.dumps({"choices": [choice], "usage": usage}).encode())


def sent(message: Message) -> Mapping[str, JsonValue]:
    """The message as the adapter sends it."""
    value: Mapping[str, JsonValue] = json.loads(ADAPTER.encode(Request(messages=(message,))).body)["messages"][0]
    return value


@pytest.mark.parametrize(
    "block",
    [
        '{"text":"t"}',
        '{"signature":"s"}',
        '{"text":"","signature":"s"}',
        '{"text":"t","signature":"s","provider":"anthropic"}',
        '{"redacted":"r"}',
        '{"text":"t","redacted":"r"}',
        '{"text":"t","signature":"s","redacted":"r"}',
        "{}",
    ],
)
def test_a5_any_combination_that_a_provider_sends_loads(block: str) -> None:
    messages = load_messages(f'[{{"role":"assistant","thinking":[{block}]}}]')
    assert len(messages[0].thinking) == 1
    assert dump_messages(messages) == f'[{{"role":"assistant","thinking":[{block}]}}]'.replace('"text":"",', "")


def test_a5_thinking_says_who_produced_it() -> None:
    message = decoded({"content": "4", "reasoning_content": "2 + 2"}).message
    assert message.thinking == (ThinkingBlock(text="2 + 2", provider="openai_chat"),)


KEPT = {"content": "4", "reasoning_content": "2 + 2", "reasoning_details": [{"type": "x", "data": "opaque"}]}


def test_a6_native_has_tag_digest_and_the_providers_content() -> None:
    native = decoded(KEPT).message.native
    assert native is not None
    assert list(native.to_value()) == ["tag", "digest", "content"]
    assert native.tag == "openai_chat"
    assert json.loads(native.to_json())["content"] == [{**KEPT, "role": "assistant"}]


def test_a6_there_is_no_native_where_the_neutral_keys_give_the_content_back() -> None:
    assert decoded({"content": "4"}).message.native is None


def test_a6_a_digest_is_32_hex_digits_of_sha256_over_sorted_json() -> None:
    text = '{"a":"é","b":[1,{"c":null,"d":true}]}'
    expected = hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]
    assert digest({"b": [1, {"d": True, "c": None}], "a": "é"}) == expected


STAMPED: list[Callable[[Message], Message]] = [
    lambda m: m,
    lambda m: m.replace(run_id="r", conversation_id="c"),
    lambda m: m.replace(finish_reason="stop", finish_reason_raw="end", model="other", prefix="p"),
    lambda m: load_messages(dump_messages([m]))[0],
]


@pytest.mark.parametrize("changed", STAMPED)
def test_a6_stamps_and_storage_keep_the_providers_content(changed: Callable[[Message], Message]) -> None:
    message = changed(decoded(KEPT).message)
    assert message.native is not None
    assert sent(message) == {**KEPT, "role": "assistant"}


REPLACED: list[Callable[[Message], Message]] = [
    lambda m: m.replace(role="assistant"),
    lambda m: m.replace(content="5"),
    lambda m: m.replace(parts=(image(url="u"),)),
    lambda m: m.replace(tool_calls=(call(),)),
    lambda m: m.replace(tool_call_id="c1"),
    lambda m: m.replace(tool_name="n"),
    lambda m: m.replace(failed=True),
    lambda m: m.replace(thinking=()),
    lambda m: m.model_copy(update={"content": "5"}),
    lambda m: m.model_copy(update={"toolCalls": (call(),)}),
    lambda m: m.model_copy(update={"toolCallId": "c1"}),
]


@pytest.mark.parametrize("changed", REPLACED)
def test_a6_a_replaced_neutral_key_drops_the_providers_content(changed: Callable[[Message], Message]) -> None:
    message = changed(decoded(KEPT).message)
    assert message.native is None
    assert "opaque" not in message.to_json()
    assert load_messages(dump_messages([message])) == (message,)


def test_a6_text_redacted_in_a_stored_transcript_does_not_come_back() -> None:
    stored = dump_messages([decoded(KEPT).message]).replace('"content":"4"', '"content":"[gone]"', 1)
    assert sent(load_messages(stored)[0]) == {"role": "assistant", "content": "[gone]"}


def test_a6_content_of_another_row_is_not_replayed() -> None:
    message = decoded(KEPT).message
    assert message.native is not None
    foreign = message.replace(native=Native(tag="acme", digest=message.native.digest, content=message.native.content))
    assert sent(foreign) == {"role": "assistant", "content": "4"}


@pytest.mark.anyio
async def test_a6_a_run_keeps_the_providers_content_while_it_stamps() -> None:
    tool = does("done")
    called = decoded({**KEPT, "content": None, "tool_calls": [_call("c1")]}, finish="tool_calls")
    model = ScriptedModel().respond(called).text("ok")
    result = await Agent(model, tools=[tool]).run("go", run_id="r")
    assert result.messages[1].run_id == "r"
    assert sent(model.requests[1].messages[1])["reasoning_details"] == KEPT["reasoning_details"]


def _call(call_id: str) -> Mapping[str, JsonValue]:
    return {"id": call_id, "type": "function", "function": {"name": "work", "arguments": "{}"}}


def test_a6_an_unknown_block_is_kept() -> None:
    blocks = [{"type": "text", "text": "a"}, {"type": "hologram", "depth": 3}]
    message = decoded({"content": blocks}).message
    assert message.content == "a"
    assert sent(message)["content"] == blocks


def test_a7_input_and_output_are_everything_and_the_others_parts_of_them() -> None:
    raw = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": 60},
        "completion_tokens_details": {"reasoning_tokens": 15},
        "a_new_key": {"x": 1},
    }
    usage = decoded({"content": "a"}, usage=raw).usage
    assert (usage.input, usage.output, usage.cache_read, usage.reasoning) == (100, 20, 60, 15)
    assert usage.raw == raw


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None, "completion_tokens": None}])
def test_a7_an_answer_without_counts_has_zeros(usage: object) -> None:
    assert decoded({"content": "a"}, usage=usage).usage.replace(raw=None) == Usage()


@pytest.mark.parametrize(
    ("message", "word", "reason"),
    [
        ({"content": "a"}, "stop", "stop"),
        ({"content": "a"}, "length", "length"),
        ({"content": None, "tool_calls": [_call("c1")]}, "tool_calls", "tool_call"),
        ({"content": None, "tool_calls": [_call("c1")]}, "stop", "tool_call"),
        ({"content": None, "tool_calls": [_call("c1")]}, None, "tool_call"),
        ({"content": None, "tool_calls": [_call("c1")]}, "length", "length"),
        ({"content": ""}, "content_filter", "content_filter"),
        ({"content": None, "refusal": "I will not."}, "stop", "refusal"),
        ({"content": "a"}, "error", "error"),
        ({"content": "a"}, "bored", "other"),
        ({"content": "a"}, None, None),
    ],
)
def test_a8_finish_reasons_are_neutral_and_the_providers_word_is_kept(
    message: Mapping[str, object], word: str | None, reason: str | None
) -> None:
    response = decoded(message, finish=word)
    assert (response.finish_reason, response.finish_reason_raw) == (reason, word or "")


def test_a8_a_response_has_four_keys_in_order() -> None:
    value = decoded({"content": "a"}, finish="bored", usage={"prompt_tokens": 1, "completion_tokens": 2}).to_value()
    assert list(value) == ["message", "usage", "finishReason", "finishReasonRaw"]
    assert list(decoded({"content": "a"}, finish=None).to_value()) == ["message", "usage"]
    usage = Usage(input=5, output=4, cache_read=3, cache_write=2, reasoning=1, raw={"z": 0})
    assert list(usage.to_value()) == ["input", "output", "cacheRead", "cacheWrite", "reasoning", "raw"]


@pytest.mark.anyio
async def test_a8_reason_and_word_are_stamped_on_the_message() -> None:
    model = ScriptedModel().respond(decoded({"content": "a"}, finish="bored"))
    result = await Agent(model).run("go")
    assert (result.messages[-1].finish_reason, result.messages[-1].finish_reason_raw) == ("other", "bored")
    assert result.finish_reason == "other"
