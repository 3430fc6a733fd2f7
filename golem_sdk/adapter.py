"""What an adapter is: pure functions between a neutral request or response and a provider's bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from golem_sdk.model import ApiError
from golem_wire._runtime import AdapterFacts, WireRequest
from golem_wire.canonical import Delta, Request, Response

__all__ = ["Adapter", "AdapterFacts", "StreamDecoder", "WireRequest"]


class StreamDecoder(Protocol):
    """Folds the bytes of one streamed answer, cut wherever the network cuts them."""

    @property
    def done(self) -> bool:
        """Whether the end mark has been read: nothing is waited for after it."""
        ...

    def feed(self, data: bytes) -> Sequence[Delta]:
        """What these bytes add. Raises ApiError for an error in the stream, with what had arrived."""
        ...

    def finish(self) -> Response:
        """The whole answer, equal to the unstreamed one. Raises ApiError where the end mark is missing."""
        ...


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

    def encode(self, request: Request, *, stream: bool = False) -> WireRequest:
        """The request as bytes, for a streamed answer or a whole one.

        Raises ApiError of kind `unsupported_content` for what the wire cannot carry.
        """
        ...

    def decode(self, body: bytes) -> Response:
        """What an answer means. Raises ApiError for an answer that is an error or is malformed."""
        ...

    def stream(self) -> StreamDecoder:
        """Reads one streamed answer."""
        ...

    def decode_error(self, status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
        """What a failed request means; it never raises, whatever the body holds."""
        ...
