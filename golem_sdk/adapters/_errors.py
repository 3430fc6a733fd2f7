"""Failed requests: the tables say where the message and the code stand, and what they mean."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import cast

from golem_sdk.model import ApiError
from golem_wire._runtime import AdapterFacts, clean_text
from golem_wire.canonical import ProviderDetails

__all__ = ["api_error", "has_error", "malformed", "retry_after"]

_EXCERPT = 1_000


def api_error(facts: AdapterFacts, model: str, status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    """The error that an answer stands for, whatever it holds: JSON, HTML, noise or nothing."""
    lower = {name.lower(): value for name, value in headers.items()}
    document = _document(body)
    code = _first(document, facts.error_code)
    message = _first(document, facts.error_message) or _phrase(status)
    request_id = next((lower[name] for name in facts.request_id_headers if name in lower), "")
    details = ProviderDetails(
        kind=_kind(facts, status, code),
        status=status,
        code=code,
        request_id=request_id,
        retry_after=retry_after(lower),
        headers={name: value for name, value in lower.items() if name in facts.kept_headers},
        excerpt=excerpt(body),
        adapter=facts.tag,
        model=model,
    )
    return ApiError(f"{facts.name}: {message}"[:_EXCERPT], details)


def malformed(facts: AdapterFacts, model: str, body: bytes, why: str) -> ApiError:
    """The error of an answer that is not what the wire promises."""
    details = ProviderDetails(kind="malformed_response", excerpt=excerpt(body), adapter=facts.tag, model=model)
    return ApiError(f"{facts.name}: the answer is malformed: {why}"[:_EXCERPT], details)


def has_error(body: bytes) -> bool:
    """Whether the body is an error answer, whatever its status was."""
    document = _document(body)
    return isinstance(document, dict) and bool(cast("dict[str, object]", document).get("error"))


def excerpt(body: bytes) -> str:
    """The beginning of a body, as text."""
    return clean_text(body[:_EXCERPT].decode("utf-8", "replace"))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the provider asks to wait, from `retry-after-ms` or `retry-after`; None where it does not.

    A date is measured against the answer's own `date`, so that nobody's clock matters.
    """
    if (wait := _number(headers.get("retry-after-ms"))) is not None:
        return wait / 1000
    text = headers.get("retry-after")
    if (wait := _number(text)) is not None:
        return wait
    try:
        until = parsedate_to_datetime(text or "")
        return max(0.0, (until - parsedate_to_datetime(headers.get("date", ""))).total_seconds())
    except (ValueError, TypeError):
        return None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None


def _document(body: bytes) -> object:
    try:
        return cast("object", json.loads(body))
    except (ValueError, RecursionError):
        return None


def _first(document: object, pointers: Sequence[str]) -> str:
    for pointer in pointers:
        value = _at(document, pointer)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return clean_text(str(value))
    return ""


def _at(document: object, pointer: str) -> object:
    for step in pointer.strip("/").split("/"):
        match document:
            case dict():
                document = cast("dict[str, object]", document).get(step)
            case list() if step.isdigit() and int(step) < len(cast("list[object]", document)):
                document = cast("list[object]", document)[int(step)]
            case _:
                return None
    return document


def _kind(facts: AdapterFacts, status: int, code: str) -> str:
    by_status = facts.error_statuses.get(str(status)) or facts.error_statuses.get(f"{status // 100}xx")
    return facts.error_codes.get(code) or by_status or "other"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"HTTP status {status}"
