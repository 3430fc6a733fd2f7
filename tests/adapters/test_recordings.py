"""Every exchange of the recordings, read twice; the plain ones are sent again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from golem_sdk.messages import dump_messages, load_messages
from golem_wire.canonical import Message, Request, Response, Settings, ToolSpec
from tests.adapters.answers import ADAPTER
from tests.adapters.reading import Exchange, Object, exchanges, read, replayable
from tests.adapters.schema import mistake
from tests.adapters.table import Row, table, told
from tests.conftest import shared

FILE = "recordings/openai-chat.jsonl"


@pytest.fixture(scope="module")
def recorded() -> list[Exchange]:
    return list(exchanges(shared(FILE)))


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    return dict(table(shared(FILE)))


def _answers(recorded: list[Exchange]) -> Iterator[tuple[Exchange, Response, Object]]:
    for exchange in recorded:
        if exchange.message is not None:
            yield exchange, ADAPTER.decode(exchange.body), exchange.message


def _sent(*messages: Message) -> list[Object]:
    body = ADAPTER.encode(Request(messages=messages)).body
    return cast("list[Object]", json.loads(body)["messages"])


def test_g5_both_readings_agree_on_every_exchange(rows: dict[str, Row], pytestconfig: pytest.Config) -> None:
    if pytestconfig.pluginmanager.hasplugin("cacheprovider"):
        pytestconfig.cache.set("golem/openai_chat/table", told(rows))
    assert [difference for row in rows.values() for difference in row.differ] == []
    assert sum(row.exchanges for row in rows.values()) == 290
    assert {host: row.agreed == row.total for host, row in rows.items()} == dict.fromkeys(rows, True)


def test_a9_recorded_errors_are_typed_and_say_what_the_provider_said(recorded: list[Exchange]) -> None:
    kinds = Counter(reading.error[0] for exchange in recorded if (reading := read(exchange)).error)
    assert kinds == {"invalid_request": 9, "not_found": 2, "rate_limited": 3, "malformed_response": 1}


def test_a6_the_providers_message_goes_back_as_it_came(recorded: list[Exchange]) -> None:
    differ = [
        exchange.id
        for exchange, response, message in _answers(recorded)
        if _sent(response.message) != [replayable(message)]
    ]
    assert differ == []


def test_a6_the_neutral_keys_alone_give_back_text_and_calls(recorded: list[Exchange]) -> None:
    """What is lost without `native` is what no neutral key means: thoughts, in the host's own field."""
    for exchange, response, message in _answers(recorded):
        neutral = {key: value for key, value in replayable(message).items() if key in ("role", "content", "tool_calls")}
        assert _sent(response.message.replace(native=None)) == [neutral], exchange.id


def test_a6_native_is_kept_only_where_the_neutral_keys_are_not_enough(recorded: list[Exchange]) -> None:
    for exchange, response, message in _answers(recorded):
        neutral = response.message.replace(native=None)
        assert (response.message.native is not None) == (_sent(neutral) != [replayable(message)]), exchange.id


def test_a6_an_edited_message_never_replays_what_the_provider_sent(recorded: list[Exchange]) -> None:
    with_native = [r.message for _, r, _ in _answers(recorded) if r.message.native]
    assert with_native
    for message in with_native:
        edited = message.replace(content="redacted")
        stored = message.model_validate({**message.to_value(), "content": "redacted"})
        assert _sent(edited) == _sent(stored)
        assert _sent(stored)[0]["content"] == "redacted"


def test_a1_a_stored_conversation_is_sent_with_the_same_bytes(recorded: list[Exchange]) -> None:
    messages = tuple(response.message for _, response, _ in _answers(recorded))
    loaded = load_messages(dump_messages(messages))
    assert loaded == messages
    assert ADAPTER.encode(Request(messages=loaded)).body == ADAPTER.encode(Request(messages=messages)).body


def test_d6_requests_that_continue_a_recorded_answer_fit_the_wire(recorded: list[Exchange]) -> None:
    tool = ToolSpec(name="look", description="Looks.", schema_={"type": "object"})
    for exchange, response, _ in _answers(recorded):
        message = response.message
        results = tuple(
            Message(role="tool", content="42", tool_call_id=call.id, tool_name=call.name) for call in message.tool_calls
        )
        conversation = (Message(role="system", content="s"), Message(role="user", content="q"), message, *results)
        request = Request(
            messages=(*conversation, Message(role="user", content="and?")),
            tools=(tool,),
            settings=Settings(temperature=0.5, max_tokens=9),
        )
        assert mistake(ADAPTER.encode(request).body) == "", exchange.id


def test_b14_decoding_again_gives_the_same_response(recorded: list[Exchange]) -> None:
    for exchange, response, _ in _answers(recorded):
        again = ADAPTER.decode(exchange.body)
        assert again == response, exchange.id
        assert again.to_json() == response.to_json()


def test_the_table_tells_disagreements(tmp_path: Path, recorded: list[Exchange]) -> None:
    """The comparison itself can fail: a reading that is one token off is counted and named."""
    exchange = next(exchange for exchange in recorded if exchange.message is not None)
    row = Row()
    usage = {"input": 1_000_000}
    row.add(exchange, {"response": {"message": {"content": "other"}, "usage": cast("Object", usage)}})
    assert row.agreed["text"] == 0
    assert row.total["text"] == 1
    assert f"{exchange.id} usage" in row.differ
