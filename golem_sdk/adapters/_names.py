"""Tool names on the wire: a name that a model made up may be none that its provider takes back."""

from __future__ import annotations

import re

__all__ = ["wire_name"]

_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


def wire_name(name: str) -> str:
    """The name with what providers refuse replaced; a tool's own name is always as it is."""
    return _FOREIGN.sub("_", name)[:64] or "_"
