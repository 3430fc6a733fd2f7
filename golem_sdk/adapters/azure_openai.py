"""Azure OpenAI: the adapter of OpenAI Chat Completions, with Azure's facts."""

from __future__ import annotations

from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_wire._runtime import AdapterFacts
from golem_wire.azure_openai.facts import FACTS

__all__ = ["azure_openai"]


def azure_openai(deployment: str = "", *, facts: AdapterFacts = FACTS) -> OpenAIChatAdapter:
    """The adapter of one deployment; on the v1 route, unless `facts` name another."""
    return OpenAIChatAdapter(deployment, facts=facts)
