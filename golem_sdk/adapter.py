"""What an adapter is: pure functions between a neutral request or response and a provider's bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from golem_sdk.model import ApiError
from golem_wire._runtime import AdapterFacts, WireRequest
from golem_wire.canonical import Request, Response

__all__ = ["Adapter", "AdapterFacts", "WireRequest"]


class Adapter(Protocol):
    """One provider's wire for one model. No IO, no clock, no environment: the transport has those."""

    @property
    def facts(self) -> AdapterFacts:
        """The adapter's tables."""
        ...

    @property
    def model(self) -> str:
        """The provider's id of the model."""
        ...

    def encode(self, request: Request) -> WireRequest:
        """The request as bytes. Raises ApiError of kind `unsupported_content` for what the wire cannot carry."""
        ...

    def decode(self, body: bytes) -> Response:
        """What an answer means. Raises ApiError for an answer that is an error or is malformed."""
        ...

    def decode_error(self, status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
        """What a failed request means; it never raises, whatever the body holds."""
        ...
