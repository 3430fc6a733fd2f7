"""Identities: UUIDs of version 7, which sort by time."""

from __future__ import annotations

import secrets
import time
import uuid

__all__ = ["new_id"]


def new_id() -> str:
    """A fresh UUIDv7 (RFC 9562), lower-case and hyphenated."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))
