"""What a body means, and what would be sent: one line of JSON for each."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pydantic import ValidationError

from golem_sdk.adapter import Adapter
from golem_sdk.messages import first_mistake
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue, compact
from golem_wire.canonical import Request, Response

__all__ = ["decode_body", "decode_recordings", "encode_request"]


def decode_body(adapter: Adapter, body: bytes, *, stream: bool = False) -> tuple[bool, str]:
    """Whether the body is an answer, and the response or the error as JSON; `stream` says that it is a streamed one."""
    try:
        return True, _meaning(adapter, body, stream=stream).to_json()
    except ApiError as error:
        return False, compact(_error(error))


def _meaning(adapter: Adapter, body: bytes, *, stream: bool) -> Response:
    if not stream:
        return adapter.decode(body)
    decoder = adapter.stream()
    decoder.feed(body)
    return decoder.finish()


def decode_recordings(adapter: Adapter, lines: Iterable[bytes], *, stream: bool = False) -> Iterator[str]:
    """A line an exchange: `{"id", "ok": true, "response"}` or `{"id", "ok": false, "error"}`.

    An exchange is a streamed one where its content type says so; with `stream`, all of them are.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield compact(_exchange(adapter, number, line, stream=stream))


def _exchange(adapter: Adapter, number: int, line: bytes, *, stream: bool) -> JsonValue:
    name = f"line {number}"
    try:
        exchange = cast("Mapping[str, JsonValue]", json.loads(line))
        name = str(exchange["id"])
        return {"id": name, "ok": True, "response": _response(adapter, exchange, stream=stream)}
    except ApiError as error:
        return {"id": name, "ok": False, "error": _error(error)}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return {"id": name, "ok": False, "error": {"kind": "other", "message": f"{error}"}}


def _response(adapter: Adapter, exchange: Mapping[str, JsonValue], *, stream: bool) -> JsonValue:
    status = cast("int", exchange["status"])
    headers = cast("Mapping[str, str]", exchange.get("headers") or {})
    body = _body(exchange["response_kind"], exchange["response"])
    if not 200 <= status < 300:
        raise adapter.decode_error(status, headers, body)
    kinds = (value for name, value in headers.items() if name.lower() == "content-type")
    return _meaning(adapter, body, stream=stream or any("event-stream" in kind for kind in kinds)).to_value()


def _body(kind: JsonValue, answer: JsonValue) -> bytes:
    if kind == "base64":
        return b64decode(cast("str", answer), validate=True)
    # A recorded body that was no JSON is kept as its text.
    return answer.encode() if isinstance(answer, str) else compact(answer).encode()


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
