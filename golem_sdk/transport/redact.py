"""Keeping secrets out of errors, events and logs."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["redact"]

_MASK = "[redacted]"

# What looks like a credential in the texts of providers and proxies. The value is replaced, the name stays.
_PATTERNS = (
    re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}"),
    re.compile(
        r"(?i)(\"?(?:x-)?(?:api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|password)\"?\s*[:=]\s*\"?)[^\s\"',;&}]{4,}"
    ),
    re.compile(r"(?i)([?&](?:key|api[-_]?key|token|sig|signature)=)[^&\s\"']+"),
)
_BARE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|csk|or)[-_][A-Za-z0-9*_-]{8,}|\bAKIA[A-Z0-9]{12,}|\bAIza[A-Za-z0-9_-]{20,}"
)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without these secrets, and without what looks like one."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, _MASK)
    for pattern in _PATTERNS:
        text = pattern.sub(_masked, text)
    return _BARE.sub(_MASK, text)


def _masked(match: re.Match[str]) -> str:
    name = match[1]
    return name + (" " if name[-1].isalpha() else "") + _MASK
