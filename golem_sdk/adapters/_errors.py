"""Failed requests: the tables say where the message and the code stand, and what they mean."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import cast
from urllib.parse import quote

from golem_sdk.adapters._data import at, provider_data
from golem_sdk.model import ApiError
from golem_wire._runtime import AdapterFacts, clean_text
from golem_wire.canonical import ProviderDetails

__all__ = ["api_error", "has_error", "malformed", "retry_after", "route"]

_EXCERPT = 1_000
_FAILED = 400
# Digits and at most one point: Python's own `float` also takes signs, exponents, `inf`, `nan` and `1_000`.
_SECONDS = re.compile(r"[0-9]{1,12}(\.[0-9]{1,9})?")


def api_error(facts: AdapterFacts, model: str, status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    """The error that an answer stands for, whatever it holds: JSON, HTML, noise or nothing."""
    lower = {name.lower(): value for name, value in headers.items()}
    document = _document(body)
    codes = tuple(_texts(document, facts.error_code))
    message = next(_texts(document, facts.error_message), "") or _phrase(status)
    request_id = next((lower[name] for name in facts.request_id_headers if name in lower), "")
    details = ProviderDetails(
        kind=_kind(facts, status, codes),
        status=status,
        code=next(iter(codes), ""),
        request_id=request_id,
        retry_after=retry_after(lower),
        headers={name: value for name, value in lower.items() if name in facts.kept_headers},
        excerpt=excerpt(body),
        adapter=facts.tag,
        model=model,
        provider_data=provider_data(facts, body),
    )
    return ApiError(f"{facts.name}: {message}"[:_EXCERPT] + _asked(facts, model, details.kind), details)


def _asked(facts: AdapterFacts, model: str, kind: str) -> str:
    # Where a host has several routes, a wrong one looks like a model that is not there.
    if kind != "not_found" or not facts.versioned_path:
        return ""
    return f"; asked for {model!r} at {route(facts, model)}"


def route(facts: AdapterFacts, model: str) -> str:
    """The path of a request for this model."""
    return facts.path.format(model=quote(model, safe=""))


def malformed(facts: AdapterFacts, model: str, body: bytes, why: str) -> ApiError:
    """The error of an answer that is not what the wire promises."""
    details = ProviderDetails(kind="malformed_response", excerpt=excerpt(body), adapter=facts.tag, model=model)
    return ApiError(f"{facts.name}: the answer is malformed: {why}"[:_EXCERPT], details)


def has_error(facts: AdapterFacts, body: bytes) -> bool:
    """Whether a body that is no answer says what went wrong, whatever its status was."""
    document = _document(body)
    return bool(at(document, "/error")) or any(_texts(document, facts.error_message))


def excerpt(body: bytes) -> str:
    """The beginning of a body, as text."""
    return clean_text(body[:_EXCERPT].decode("utf-8", "replace"))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the provider asks to wait, from `retry-after-ms` or `retry-after`; None where it does not.

    A date is measured against the answer's own `date`, so that nobody's clock matters.
    """
    if (wait := _seconds(headers.get("retry-after-ms", ""))) is not None:
        return wait / 1000
    text = headers.get("retry-after", "")
    if (wait := _seconds(text)) is not None:
        return wait
    try:
        return max(0.0, (_date(text) - _date(headers.get("date", ""))).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None


def _seconds(text: str) -> float | None:
    return float(text) if _SECONDS.fullmatch(text.strip()) else None


def _date(text: str) -> datetime:
    date = parsedate_to_datetime(text)
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _document(body: bytes) -> object:
    try:
        return cast("object", json.loads(body.decode("utf-8-sig", "replace")))
    except (ValueError, RecursionError):
        return None


def _texts(document: object, pointers: Sequence[str]) -> Iterator[str]:
    """What stands at the pointers, in their order, as texts of bounded length; what is blank or no text is left out."""
    for pointer in pointers:
        value = at(document, pointer)
        if isinstance(value, str | int) and not isinstance(value, bool) and (text := str(value).strip()):
            yield clean_text(text[:_EXCERPT])


def _kind(facts: AdapterFacts, status: int, codes: Sequence[str]) -> str:
    """By the first code that the tables know, else by the status, which a host that answers 200 writes as a code."""
    told = (str(status), *(code for code in codes if status < _FAILED))
    kinds = (
        *(facts.error_codes.get(code) for code in codes),
        *(facts.error_statuses.get(word) for word in told),
        *(facts.error_statuses.get(f"{word[0]}xx") for word in told if len(word) == len("500")),
    )
    return next((kind for kind in kinds if kind), "other")


def _phrase(status: int) -> str:
    if status < _FAILED:
        return "the answer is an error that says nothing"
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"HTTP status {status}"
