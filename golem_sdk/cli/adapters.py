"""Adapters by name, from the entry points of installed packages: ours, and those of other repositories."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import cast

from golem_sdk.adapter import Adapter

__all__ = ["adapter_names", "load_adapter"]

_GROUP = "golem_sdk.adapters"


def adapter_names() -> list[str]:
    """The adapters that are installed."""
    return sorted(entry.name for entry in entry_points(group=_GROUP))


def load_adapter(name: str, model: str = "") -> Adapter:
    """An adapter for this model. Raises LookupError that lists the adapters that there are."""
    for entry in entry_points(group=_GROUP, name=name):
        return cast("Adapter", entry.load()(model))
    raise LookupError(f"there is no adapter {name!r}; there is {', '.join(adapter_names()) or 'none installed'}")
