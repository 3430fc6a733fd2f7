"""OpenAI's models, and hosts that speak the same wire."""

from __future__ import annotations

from collections.abc import Mapping

from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.models.http import HTTPModel
from golem_sdk.transport.auth import ApiKey
from golem_sdk.transport.client import AsyncClient

__all__ = ["OpenAIChat"]


class OpenAIChat(HTTPModel):
    """A model behind OpenAI's Chat Completions, or behind a host that speaks it (`base_url`).

    `model` is the provider's id, such as "gpt-5.2". The key is `api_key`, or the environment variable
    OPENAI_API_KEY, read at the first request.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        headers: Mapping[str, str] | None = None,
        client: AsyncClient | None = None,
    ) -> None:
        super().__init__(
            OpenAIChatAdapter(model),
            base_url=base_url,
            auth=None if api_key is None else ApiKey(api_key),
            headers=headers,
            client=client,
        )
