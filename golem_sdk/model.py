"""What a run needs of a model: one method, and one way to fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from golem_wire.canonical import Delta, ProviderDetails, Request, Response

__all__ = ["ApiError", "Model", "OnDelta", "StreamingModel"]

OnDelta: TypeAlias = Callable[[Delta], Awaitable[None]]
"""Takes a piece of a streamed answer."""


class Model(Protocol):
    """Anything that answers a request: a provider's model over HTTP, a script, your own."""

    @property
    def name(self) -> str:
        """The model's name, for people and for evidence."""
        ...

    async def request(self, request: Request) -> Response:
        """The model's answer. Raises ApiError when there is none; whatever else it raises is a failure too."""
        ...


class StreamingModel(Model, Protocol):
    """A model that can tell its answer as it comes."""

    async def stream(self, request: Request, on_delta: OnDelta) -> Response:
        """The same answer as `request` gives; `on_delta` is awaited with each piece as it arrives.

        Raises ApiError, whose `arrived` holds what came before a stream broke. What `on_delta` raises passes.
        """
        ...


class ApiError(Exception):
    """A model request that failed: a text for people, and `details` with what the provider answered.

    `arrived` is what a broken stream had brought; None where there was nothing.
    """

    def __init__(self, message: str, details: ProviderDetails, *, arrived: Response | None = None) -> None:
        super().__init__(message, details)
        self.message = message
        self.details = details
        self.arrived = arrived

    def __str__(self) -> str:
        d = self.details
        facts = [
            f"status {d.status}" if d.status else "",
            d.code,
            f"request {d.request_id}" if d.request_id else "",
        ]
        told = ", ".join(fact for fact in facts if fact)
        return f"{self.message} ({told})" if told else self.message
