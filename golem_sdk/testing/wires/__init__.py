"""The wires that the fake provider speaks, one file each; the server itself knows nothing of providers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from golem_sdk.testing.wires import azure_openai, openai_chat
from golem_sdk.testing.wires._wire import Breach, Rule, Wire

__all__ = ["WIRES", "Breach", "Rule", "Wire"]

WIRES: Final[Mapping[str, Wire]] = {"azure_openai": azure_openai, "openai_chat": openai_chat}
"""Every wire by the name of its adapter."""
