"""Keeping secrets out of errors, events and logs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from golem_sdk.outcome import chain
from golem_wire._runtime import JsonValue, compact

__all__ = ["redact", "redacted", "without_secrets"]

_MASK = "[redacted]"
# How many characters of a secret are too many.
_PIECE = 8

# Words are no credentials: those have a digit or a mask, a capital within, or a length that no word has.
_CREDENTIAL = r"(?=[^\s\"',;&]*[0-9*]|(?-i:[^\s\"',;&]*[a-z][A-Z])|[^\s\"',;&]{20})"
_NAMES = "|".join(
    (
        r"api[-_]?key",
        r"secret[-_]?(?:access[-_]?)?key",
        r"private[-_]?key",
        r"(?:access|auth|refresh|session|security|id)[-_]?token",
        r"client[-_]?secret",
        r"password",
    )
)
# A quote, in JSON or in JSON within JSON.
_QUOTE = r"\\*[\"']?"
_VALUE = r"[^\s\"'\\,;&}<]"

# What looks like a credential in the texts of providers and proxies. The value is replaced, the name stays.
_PATTERNS = (
    re.compile(rf"(?i)(\bauthorization{_QUOTE}\s*[:=]\s*{_QUOTE})(?:(?:bearer|basic|token|apikey)\s+)?{_VALUE}+"),
    re.compile(rf"(?i)\b(bearer|basic)\s+{_CREDENTIAL}[A-Za-z0-9._~+/=-]{{8,}}"),
    re.compile(rf"(?i)((?:{_NAMES}){_QUOTE}\s*(?:=\s*{_QUOTE}|:\s*\\*[\"']|:)){_VALUE}{{4,}}"),
    re.compile(rf"(?i)((?:{_NAMES}){_QUOTE}\s*:\s+){_CREDENTIAL}{_VALUE}{{4,}}"),
    re.compile(r"(?i)([?&#](?:[\w-]*[-_])?(?:key|token|sig|signature|secret|credential)=)[^&\s\"'<]+"),
    re.compile(r"(://[^/\s:@]*:)[^/\s@]+(?=@)"),  # the password of a URL
)
# Each begins where no name goes on, so that a long run of characters is looked at once.
_BARE = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"(?:sk|pk|rk|gsk|csk|gh[posu]|github_pat|glpat|xox[a-z])[-_]"
    r"(?=[A-Za-z_-]*[0-9*]|[A-Za-z0-9_-]*[A-Za-z0-9]{16})[A-Za-z0-9*_-]{8,}"
    r"|(?:xai|hf|nvapi|pplx|tgp_v1|r8)[-_][A-Za-z0-9_-]*[A-Za-z0-9]{16,}"
    r"|(?:AKIA|ASIA|ABSK)[A-Za-z0-9+/=]{12,}|AIza[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{8,}|dapi[a-f0-9]{16,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"  # a JSON web token
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?)"
)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without these secrets, and without what looks like one."""
    forms = {form for secret in secrets for form in _forms(secret)}
    for form in sorted(forms, key=len, reverse=True):
        text = _without_beginning(text.replace(form, _MASK), form)
    for pattern in _PATTERNS:
        text = pattern.sub(_masked, text)
    return _BARE.sub(_MASK, text)


def redacted(value: JsonValue, secrets: Sequence[str] = ()) -> JsonValue:
    """A JSON value with every text of it, keys apart, as `redact` leaves it."""
    match value:
        case str():
            return redact(value, secrets)
        case Mapping():
            return {key: redacted(inner, secrets) for key, inner in value.items()}
        case Sequence():
            return [redacted(inner, secrets) for inner in value]
        case _:
            return value


def without_secrets(cause: BaseException | None, secrets: Iterable[str] = ()) -> BaseException | None:
    """The cause of an error; None where it, or a cause of its own, quotes a secret: parsers quote bodies."""
    texts = () if cause is None else [str(link) for link in chain(cause)]
    pieces = [piece for secret in secrets for piece in _pieces(secret)]  # parsers shorten what they quote
    clean = all(redact(text) == text and not any(piece in text for piece in pieces) for text in texts)
    return cause if clean else None


def _forms(secret: str) -> Iterator[str]:
    """The secret as it is, in a URL and in JSON."""
    if secret:
        yield from (secret, quote(secret, safe="", errors="replace"), compact(secret)[1:-1])


def _pieces(secret: str) -> Iterator[str]:
    return (secret[start : start + _PIECE] for start in range(max(1, len(secret) - _PIECE + 1)))


def _masked(match: re.Match[str]) -> str:
    name = match[1]
    return name + (" " if name[-1].isalpha() else "") + _MASK


def _without_beginning(text: str, secret: str) -> str:
    """Texts are cut to a length, perhaps in the middle of a secret."""
    sizes = range(len(secret) - 1, _PIECE - 1, -1)
    size = next((size for size in sizes if text.endswith(secret[:size])), 0)
    return text[:-size] + _MASK if size else text
