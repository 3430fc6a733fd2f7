"""Failed requests: each host's own body, and how long it asks to wait."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk.adapters._errors import retry_after
from golem_wire._runtime import JsonValue
from golem_wire.openai_chat.skeleton import FACTS
from tests.adapters.answers import ADAPTER

NOW = "Thu, 15 Jan 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("status", "body", "kind", "code", "message"),
    [
        # OpenAI: every 429 that is about money, and the two that are not.
        *(
            (429, {"error": {"message": "m", "type": "t", "param": None, "code": code}}, "quota_exhausted", code, "m")
            for code in (
                "insufficient_quota",
                "credit_balance_exhausted",
                "organization_spend_limit_exceeded",
                "project_spend_limit_exceeded",
                "organization_usage_limit_exceeded",
                "billing_hard_limit_reached",
            )
        ),
        (429, {"error": {"message": "m", "code": "rate_limit_exceeded"}}, "rate_limited", "rate_limit_exceeded", "m"),
        (503, {"error": {"message": "m", "code": "slow_down"}}, "rate_limited", "slow_down", "m"),
        (400, {"error": {"message": "m", "type": "t", "code": None}}, "invalid_request", "t", "m"),
        (
            400,
            {"error": {"message": "m", "code": "context_length_exceeded"}},
            "context_overflow",
            "context_length_exceeded",
            "m",
        ),
        # A code that no table knows: the type beside it may be known.
        (
            500,
            {"error": {"message": "m", "code": "brand_new", "type": "insufficient_quota"}},
            "quota_exhausted",
            "brand_new",
            "m",
        ),
        # Azure.
        (
            400,
            {
                "error": {
                    "message": "m",
                    "code": "content_filter",
                    "innererror": {"code": "ResponsibleAIPolicyViolation"},
                }
            },
            "content_filtered",
            "content_filter",
            "m",
        ),
        (404, {"error": {"code": "DeploymentNotFound", "message": "m"}}, "not_found", "DeploymentNotFound", "m"),
        # Gemini's list, Mistral, Cerebras, xAI, Hugging Face, FastAPI servers, Databricks.
        (
            429,
            [{"error": {"code": 429, "message": "m", "status": "RESOURCE_EXHAUSTED"}}],
            "rate_limited",
            "RESOURCE_EXHAUSTED",
            "m",
        ),
        (
            400,
            {"object": "error", "message": "m", "type": "invalid_request_error", "code": "3051"},
            "context_overflow",
            "3051",
            "m",
        ),
        (422, {"message": "m", "type": "t", "param": "p", "code": "wrong"}, "invalid_request", "wrong", "m"),
        (403, {"code": "no credits", "error": "m"}, "auth_failed", "no credits", "m"),
        (400, {"error": "m"}, "invalid_request", "", "m"),
        (422, {"detail": [{"loc": ["body"], "msg": "m", "type": "missing"}]}, "invalid_request", "", "m"),
        (404, {"detail": "m"}, "not_found", "", "m"),
        (401, {"error_code": "PERMISSION_DENIED", "message": "m"}, "auth_failed", "PERMISSION_DENIED", "m"),
        # z.ai and Moonshot: money wears 429.
        (429, {"error": {"code": "1113", "message": "m"}}, "quota_exhausted", "1113", "m"),
        (429, {"error": {"code": "1302", "message": "m"}}, "rate_limited", "1302", "m"),
        (
            429,
            {"error": {"type": "exceeded_current_quota_error", "message": "m"}},
            "quota_exhausted",
            "exceeded_current_quota_error",
            "m",
        ),
        # OpenRouter, vLLM: the code is the status.
        (402, {"error": {"code": 402, "message": "m"}}, "quota_exhausted", "402", "m"),
        (500, {"error": {"message": "m", "type": "InternalServerError", "code": 500}}, "server_error", "500", "m"),
        # Bodies that say little.
        (529, {"error": {"message": " ", "code": ""}}, "overloaded", "", "HTTP status 529"),
        (418, {}, "invalid_request", "", "I'm a Teapot"),
        (302, {}, "other", "", "the answer is an error that says nothing"),
    ],
)
def test_a9_each_hosts_error_is_typed(status: int, body: JsonValue, kind: str, code: str, message: str) -> None:
    error = ADAPTER.decode_error(status, {"X-Request-ID": "req_1"}, json.dumps(body).encode())
    details = error.details
    assert (details.kind, details.code, details.status, details.request_id) == (kind, code, status, "req_1")
    assert error.message.casefold() == f"openai_chat: {message}".casefold()
    assert (details.adapter, details.model) == ("openai_chat", "m-test")


def test_h1_only_headers_that_help_are_kept() -> None:
    headers = {"Retry-After": "3", "Set-Cookie": "session=1", "X-RateLimit-Remaining-Tokens": "0", "Authorization": "x"}
    details = ADAPTER.decode_error(429, headers, b"").details
    assert details.headers == {"retry-after": "3", "x-ratelimit-remaining-tokens": "0"}
    assert details.retry_after == 3
    assert {name.lower() for name in FACTS.kept_headers} == FACTS.kept_headers


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": " 2 "}, 2.0),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, 7.0),
        ({"retry-after": "Thu, 15 Jan 2026 12:00:07 GMT", "date": NOW}, 7.0),
        ({"retry-after": "Thu, 15 Jan 2026 13:00:07 +0100", "date": NOW}, 7.0),
        ({"retry-after": "Thu, 15 Jan 2026 12:00:07 -0000", "date": NOW}, 7.0),
        ({"retry-after": "Thursday, 15-Jan-26 12:00:05 GMT", "date": NOW}, 5.0),
        ({"retry-after": "Thu Jan 15 12:00:05 2026", "date": NOW}, 5.0),
        ({"retry-after": "Thu, 15 Jan 2026 11:59:00 GMT", "date": NOW}, 0.0),
        ({"retry-after": "Thu, 15 Jan 2026 12:00:07 GMT"}, None),
        ({"retry-after": "Thu, 15 Jan 2026 12:00:07 GMT", "date": "yesterday"}, None),
        ({"retry-after": "Fri, 31 Dec 99999 23:59:59 GMT", "date": NOW}, None),
        ({"retry-after": "Thu, 15 Jan 2026 12:00:07 +99999999999", "date": NOW}, None),
        *(
            ({"retry-after": text, "date": NOW}, None)
            for text in ("", " ", "soon", "-5", "+5", "nan", "NaN", "inf", "Infinity", "-Infinity", "1e400", "1e3")
        ),
        *(({"retry-after": text}, None) for text in ("2, 5", "0x10", "1_0", "١٢", "5s", "9" * 400)),
        ({"retry-after-ms": "-1"}, None),
        ({"retry-after-ms": "Infinity"}, None),
    ],
)
def test_c5_a_wait_is_a_finite_number_of_seconds_or_nothing(headers: Mapping[str, str], wait: float | None) -> None:
    assert retry_after(headers) == wait


_DATES = st.from_regex(r"[A-Za-z]{0,9},? ?[0-9]{0,6}[ -][A-Za-z]{0,4}[ -][0-9]{0,6} [0-9:]{0,12} ?[-+A-Z0-9]{0,12}")


@given(st.text(max_size=40) | _DATES, st.text(max_size=40) | _DATES | st.just(NOW))
def test_c5_any_text_is_a_wait_or_none(wait: str, date: str) -> None:
    got = retry_after({"retry-after": wait, "date": date})
    assert got is None or got >= 0
