"""What a body means, and what would be sent: one line of JSON for each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pydantic import ValidationError

from golem_sdk.adapter import Adapter
from golem_sdk.messages import first_mistake
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue, compact
from golem_wire.canonical import Request

__all__ = ["decode_body", "decode_recordings", "encode_request"]


def decode_body(adapter: Adapter, body: bytes) -> tuple[bool, str]:
    """Whether the body is an answer, and the response or the error as JSON."""
    try:
        return True, adapter.decode(body).to_json()
    except ApiError as error:
        return False, compact(_error(error))


def decode_recordings(adapter: Adapter, lines: Iterable[bytes]) -> Iterator[str]:
    """A line an exchange: `{"id", "ok": true, "response"}` or `{"id", "ok": false, "error"}`."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield compact(_exchange(adapter, number, line))


def _exchange(adapter: Adapter, number: int, line: bytes) -> JsonValue:
    name = f"line {number}"
    try:
        exchange = cast("Mapping[str, JsonValue]", json.loads(line))
        name = str(exchange["id"])
        if exchange["response_kind"] != "json":
            raise ValueError("the answer is a stream, and streams are not decoded yet")
        return {"id": name, "ok": True, "response": _response(adapter, exchange)}
    except ApiError as error:
        return {"id": name, "ok": False, "error": _error(error)}
    except (ValueError, KeyError, TypeError) as error:
        return {"id": name, "ok": False, "error": {"kind": "other", "message": f"{error}"}}


def _response(adapter: Adapter, exchange: Mapping[str, JsonValue]) -> JsonValue:
    status = cast("int", exchange["status"])
    answer = exchange["response"]
    # A recorded body that was no JSON is kept as its text.
    body = answer.encode() if isinstance(answer, str) else compact(answer).encode()
    if not 200 <= status < 300:
        raise adapter.decode_error(status, cast("Mapping[str, str]", exchange.get("headers") or {}), body)
    return adapter.decode(body).to_value()


def _error(error: ApiError) -> Mapping[str, JsonValue]:
    return {"message": error.message, **error.details.to_value()}


def encode_request(adapter: Adapter, text: bytes) -> tuple[bool, str]:
    """Whether the request can be sent, and its body or the error as JSON."""
    try:
        request = Request.model_validate_json(text)
    except ValidationError as error:
        return False, compact({"kind": "invalid_request", "message": first_mistake(error)})
    try:
        return True, adapter.encode(request).body.decode()
    except ApiError as error:
        return False, compact(_error(error))
