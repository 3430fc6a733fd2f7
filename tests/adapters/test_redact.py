"""Secrets in the dresses that errors and logs give them, and texts that hold none and stay as they are."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk.transport.redact import redact

# Made up; each has the form of the real thing.
OPENAI = "sk-proj-" + "a1B2c3D4" * 6
GOOGLE = "AIza" + "Sy" + "D3v4l5u6e7" * 3 + "xyz"
AWS_ID = "AKIA" + "ABCDEFGH12345678"
AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # Bare keys, whole and as providers mask them.
        (f"Incorrect API key provided: {OPENAI}.", "Incorrect API key provided: [redacted]."),
        ("Incorrect API key provided: sk-abc***********xyz.", "Incorrect API key provided: [redacted]."),
        ("sk-ant-api03-AbCd1234_x-y used", "[redacted] used"),
        ("sk-or-v1-0123456789abcdef", "[redacted]"),
        ("sk-abcdefghijklmnopqrst", "[redacted]"),
        ("gsk_a1b2c3d4e5f6 hf_abcdefghijklmnopqrstuvwxyz xai-AbCdEfGhIjKlMnOpQr12", "[redacted] [redacted] [redacted]"),
        ("ghp_abcDEF123456 github_pat_11ABC_def nvapi-abcdefghijklmnop1234", "[redacted] [redacted] [redacted]"),
        (f"key {GOOGLE} is bad", "key [redacted] is bad"),
        (f"{AWS_ID} and ASIA{AWS_ID[4:]}", "[redacted] and [redacted]"),
        (f"token {JWT}, expired", "token [redacted], expired"),
        (f"read {PEM}\nthen", "read [redacted]\nthen"),
        (PEM[:50], "[redacted]"),
        # Headers.
        ("Authorization: Bearer abc", "Authorization: [redacted]"),
        (f"Authorization: Bearer {OPENAI}", "Authorization: [redacted]"),
        ("authorization: Basic dXNlcjpwYXNz", "authorization: [redacted]"),
        ("{'authorization': 'Bearer onlyletters'}", "{'authorization': '[redacted]'}"),
        ("got Bearer abcdef123456 instead", "got Bearer [redacted] instead"),
        ("got basic dXNlcjpwYXNz instead", "got basic [redacted] instead"),
        ("x-api-key: abcd1234", "x-api-key: [redacted]"),
        ("x-goog-api-key:abcdefgh", "x-goog-api-key:[redacted]"),
        ("api-key=letters", "api-key=[redacted]"),
        # URLs.
        ("https://x.test/v1/m:go?key=abc&alt=sse", "https://x.test/v1/m:go?key=[redacted]&alt=sse"),
        ("https://x.test/?a=1&api_key=abc#end", "https://x.test/?a=1&api_key=[redacted]"),
        ("/cb#access_token=abc&state=1", "/cb#access_token=[redacted]&state=1"),
        ("?sv=2024&sig=a%2Fb%3D HTTP/1.1", "?sv=2024&sig=[redacted] HTTP/1.1"),
        ("?X-Amz-Credential=id%2Fx&X-Amz-Signature=0a1b", "?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]"),
        ("?X-Amz-Security-Token=IQoJb3&x=1", "?X-Amz-Security-Token=[redacted]&x=1"),
        ("https://user:hunter2@proxy.test:8080/", "https://user:[redacted]@proxy.test:8080/"),
        # JSON, Python and shell.
        ('{"api_key": "letters", "model": "m"}', '{"api_key": "[redacted]", "model": "m"}'),
        ('{"apiKey":"abc123"}', '{"apiKey":"[redacted]"}'),
        ('"body": "{\\"api_key\\": \\"letters\\"}"', '"body": "{\\"api_key\\": \\"[redacted]\\"}"'),
        (
            "{'password': 'hunter2', 'client_secret': 'letters'}",
            "{'password': '[redacted]', 'client_secret': '[redacted]'}",
        ),
        (
            "{'refresh_token': 'letters', 'session_token': 'letters'}",
            "{'refresh_token': '[redacted]', 'session_token': '[redacted]'}",
        ),
        (f'"SecretAccessKey": "{AWS_SECRET}"', '"SecretAccessKey": "[redacted]"'),
        (f"export AWS_SECRET_ACCESS_KEY={AWS_SECRET}", "export AWS_SECRET_ACCESS_KEY=[redacted]"),
        ("password: hunter2", "password: [redacted]"),
    ],
)
def test_h1_what_looks_like_a_secret_goes(text: str, told: str) -> None:
    assert redact(text) == told
    assert redact(told) == told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a basic understanding of things, basic authentication, basic internationality",
        "Bearer authentication is required; use Bearer YOUR_API_KEY",
        "You didn't provide an API key. You need to provide your API key in an Authorization header.",
        "max_tokens: 1000, total_tokens=15, prompt_tokens_details: null, next_page_token",
        "api_key: must be set, password: required",
        '{"type": "token", "key": "value", "id": "call_1234567890abcdef"}',
        "sk-learn-based pipelines, a task-force, disk-usage-report, risk-assessment",
        "hf-internal-testing/tiny-random-gpt2, xai-grok, pk-column",
        "models/gemini-3.8-flash:generateContent?alt=sse&monkey=abc",
        "https://x.test:8080/v1/chat/completions, http://localhost:11434/v1, mail me@x.test",
        "request req_0123456789abcdef0123456789abcdef failed at 2026-01-15T12:00:00Z",
        "org-AbCdEf123 chatcmpl-BEhL3fZWgTz2Z57jXexYbQPsOBUm3 fp_b8bc95a0ac",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==",
        "eyJ and AKIA and AIza are beginnings of keys",
        "Key length: 32. Signature mismatch.",
    ],
)
def test_h1_texts_without_secrets_stay_as_they_are(text: str) -> None:
    assert redact(text) == text


def test_h1_known_secrets_go_in_every_form() -> None:
    key = 'p/+ "q\\é'
    text = f'{key} p%2F%2B%20%22q%5C%C3%A9 p/+ \\"q\\\\é'
    assert redact(text, [key]) == "[redacted] [redacted] [redacted]"


def test_h1_the_longest_of_known_secrets_goes_first() -> None:
    assert redact("letters-and-more letters", ["letters", "", "letters-and-more"]) == "[redacted] [redacted]"


def test_h1_a_secret_that_was_cut_off_goes_too() -> None:
    assert redact("the key is LETTERSANDM", ["LETTERSANDMORE"]) == "the key is [redacted]"
    assert redact("the key is LET", ["LETTERSANDMORE"]) == "the key is LET"


@given(
    st.text(max_size=80),
    # None of the mask's own letters: with them a mask could complete a secret that is no longer there.
    st.text(st.characters(exclude_characters="[redacted]", exclude_categories=["Cs"]), min_size=1, max_size=40),
    st.text(max_size=80),
)
def test_h1_no_known_secret_survives(before: str, secret: str, after: str) -> None:
    assert secret not in redact(before + secret + after, [secret])


@pytest.mark.parametrize(
    "noise",
    [
        "a",
        " ",
        '"',
        "=",
        "\\",
        "api_key",
        "api_key: ",
        "authorization: ",
        "Bearer ",
        "eyJ",
        "-eyJ",
        "eyJa.",
        "://:",
        "://a:",
        "sk-",
        "sk-1 ",
        "hf-",
        "?",
        "?a-",
        "-----BEGIN ",
        "-----BEGIN PRIVATE KEY-----",
        "AKIA",
        "ya29.",
    ],
)
def test_h1_redacting_takes_linear_time(noise: str) -> None:
    text = noise * (1_000_000 // len(noise))
    started = time.perf_counter()
    redact(text)
    assert time.perf_counter() - started < 10
