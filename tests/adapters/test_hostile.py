"""Hostile bytes: a response that can be stored and sent again, or a typed error; never anything else."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from golem_sdk.errors import run_error
from golem_sdk.messages import dump_messages, load_messages
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Request, RunErrorData
from golem_wire.openai_chat.skeleton import FACTS
from tests.adapters.answers import ADAPTER, RICH, answer, calling, function_call
from tests.adapters.mutations import TOKENS, Path, mutated, paths, without
from tests.adapters.reading import exchanges
from tests.conftest import shared

ERROR: Mapping[str, JsonValue] = {
    "error": {"message": "m", "type": "t", "param": None, "code": "c", "metadata": {"raw": "r"}, "innererror": {}},
    "detail": [{"loc": ["body"], "msg": "bad", "type": "value_error"}],
    "message": "m",
    "type": "t",
    "code": 1,
}
HEADERS = {"Retry-After": "1", "x-request-id": "req_1", "Date": "Thu, 15 Jan 2026 12:00:00 GMT", "set-cookie": "s"}
EVERY = settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])


def outcome(body: bytes) -> str:
    """What decoding gives; fails unless it is a response or an error that can be used like any other."""
    try:
        response = ADAPTER.decode(body)
    except ApiError as error:
        return usable(error)
    assert json.loads(response.to_json())
    assert load_messages(dump_messages([response.message])) == (response.message,)
    assert json.loads(ADAPTER.encode(Request(messages=(response.message,))).body)
    return "response"


def usable(error: ApiError) -> str:
    """The error's kind; fails unless it can be told and stored, and is of bounded size."""
    details = error.details
    assert str(error).encode()
    assert len(error.message) <= 1_000
    assert len(details.excerpt) <= 1_000
    assert len(details.code) <= 1_000
    data = RunErrorData(stage="model", message=error.message, provider=details)
    assert run_error(RunErrorData.model_validate_json(data.to_json())).data == data
    return str(details.kind)


def failure(body: bytes, status: int = 500, headers: Mapping[str, str] = HEADERS) -> ApiError:
    """The error of a failed request."""
    error = ADAPTER.decode_error(status, headers, body)
    usable(error)
    return error


@pytest.mark.parametrize("name", TOKENS)
def test_g5_each_value_of_an_answer_replaced_by(name: str) -> None:
    outcomes = Counter(outcome(mutated(RICH, {path: TOKENS[name]})) for path in paths(RICH))
    assert set(outcomes) <= {"response", "malformed_response", "other"}
    if name in ("null", "array of null", "true"):
        assert outcomes["response"] > 20


def test_g5_each_value_of_an_answer_left_out() -> None:
    places = [path for path in paths(RICH) if path]
    outcomes = Counter(outcome(without(RICH, path)) for path in places)
    # Nothing but the choices is needed: a host may leave out anything else.
    assert outcomes == {"response": len(places) - 2, "malformed_response": 2}


@pytest.mark.parametrize("name", TOKENS)
def test_g5_each_value_of_an_error_replaced_by(name: str) -> None:
    for path in paths(ERROR):
        body = mutated(ERROR, {path: TOKENS[name]})
        for status in (200, 400, 429, 500, 999):
            failure(body, status)
        outcome(body)


@EVERY
@given(st.data())
def test_g5_several_values_replaced_at_once(data: st.DataObject) -> None:
    places = st.sampled_from(list(paths(RICH)))
    changes = data.draw(st.dictionaries(places, st.sampled_from(sorted(TOKENS.values())), max_size=4))
    outcome(mutated(RICH, changes))


@pytest.fixture(scope="module")
def recorded() -> list[Mapping[str, JsonValue]]:
    return [cast("Mapping[str, JsonValue]", e.answer) for e in exchanges(shared("recordings/openai-chat.jsonl"))]


@EVERY
@given(st.data())
def test_g5_recorded_answers_mutated(recorded: list[Mapping[str, JsonValue]], data: st.DataObject) -> None:
    base = data.draw(st.sampled_from(recorded))
    changes: dict[Path, str] = data.draw(
        st.dictionaries(
            st.sampled_from(list(paths(base))), st.sampled_from(sorted(TOKENS.values())), min_size=1, max_size=3
        )
    )
    body = mutated(base, changes)
    outcome(body)
    failure(body)


def test_g5_an_answer_cut_at_every_byte() -> None:
    body = json.dumps(RICH, ensure_ascii=False).encode()
    assert outcome(body) == "response"
    for end in range(len(body)):
        assert outcome(body[:end]) == "malformed_response"
        assert failure(body[:end]).details.kind == "server_error"


@EVERY
@given(st.binary(max_size=300))
def test_g5_any_bytes(body: bytes) -> None:
    assert outcome(body) in ("malformed_response", "other")
    failure(body)


@EVERY
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=20,
    )
)
def test_g5_any_json(value: JsonValue) -> None:
    body = json.dumps(value).encode()
    outcome(body)
    failure(body)
    outcome(answer({"role": "assistant", "content": "x", "tool_calls": [value]}))
    outcome(json.dumps({"choices": [{"message": value, "finish_reason": "stop"}], "usage": value}).encode())


_NOISE = random.Random(7).randbytes(1_000_000)
BODIES: Mapping[str, bytes] = {
    "empty": b"",
    "HTML": b"<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>",
    "noise": _NOISE,
    "null bytes": b"\x00" * 1_000_000,
    "UTF-16": json.dumps(RICH).encode("utf-16"),
    "invalid UTF-8": answer({"content": "abc"}).replace(b"abc", b"a\xff\xc3c"),
    "BOM": b"\xef\xbb\xbf" + answer({"content": "abc"}),
    "two BOMs": b"\xef\xbb\xbf" * 2 + answer({"content": "abc"}),
    "two documents": answer({"content": "a"}) * 2,
    "an event stream": b"data: " + answer({"content": "a"}) + b"\n\ndata: [DONE]\n\n",
    "10 MB of text": answer({"content": "A" * 10_000_000}),
    "10 MB and a lone surrogate": answer({"content": "A" * 10_000_000 + "\ud800"}),
    "10 MB of arguments": calling(function_call("c", "f", '{"a":"' + "b" * 10_000_000 + '"}')),
    "10 MB of error": json.dumps({"error": {"message": "A" * 10_000_000, "code": "b" * 10_000_000}}).encode(),
    "10 MB of opening brackets": b"[" * 10_000_000,
    "10 MB of digits": b"1" * 10_000_000,
    "a million mistakes": b'{"choices":[' + b"1," * 1_000_000 + b"1]}",
    "a thousand calls of one id": calling(*[function_call("c", "f")] * 1_000),
}
_READ = (
    "invalid UTF-8",
    "BOM",
    "10 MB of text",
    "10 MB and a lone surrogate",
    "10 MB of arguments",
    "a thousand calls of one id",
)


@pytest.mark.parametrize("name", BODIES)
def test_g5_whole_bodies_in_bounded_time(name: str) -> None:
    started = time.perf_counter()
    got = outcome(BODIES[name])
    failure(BODIES[name])
    assert time.perf_counter() - started < 20
    assert got == ("response" if name in _READ else "other" if name == "10 MB of error" else "malformed_response")


def test_g5_bytes_that_are_not_utf_8_are_read_with_a_replacement() -> None:
    assert ADAPTER.decode(BODIES["invalid UTF-8"]).message.content == "a\ufffd\ufffdc"
    assert ADAPTER.decode(BODIES["BOM"]).message.content == "abc"
    error = failure(b'{"error":{"message":"bad \xff byte","code":"c"}}', 400)
    assert (error.message, error.details.code) == ("openai_chat: bad \ufffd byte", "c")


@EVERY
@given(
    st.integers(-1, 1_000),
    st.dictionaries(st.sampled_from([*HEADERS, "RETRY-AFTER-MS", "x-should-retry"]), st.text(max_size=40)),
)
def test_g5_any_status_and_headers(status: int, headers: Mapping[str, str]) -> None:
    details = failure(b"busy", status, headers).details
    assert details.status == status
    assert details.retry_after is None or 0 <= details.retry_after < 1e12
    assert set(details.headers) <= FACTS.kept_headers


@pytest.mark.parametrize(
    ("status", "phrase"),
    [(503, "Service Unavailable"), (599, "HTTP status 599"), (0, "the answer is an error that says nothing")],
)
def test_h1_a_body_that_says_nothing_leaves_the_status_to_speak(status: int, phrase: str) -> None:
    error = failure(b"<html>busy</html>", status)
    assert error.details.excerpt == "<html>busy</html>"
    assert error.details.request_id == "req_1"
    assert error.message == f"openai_chat: {phrase}"
