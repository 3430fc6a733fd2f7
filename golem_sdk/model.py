"""What a run needs of a model: one method, and one way to fail."""

from __future__ import annotations

from typing import Protocol

from golem_wire.canonical import ProviderDetails, Request, Response

__all__ = ["ApiError", "Model"]


class Model(Protocol):
    """Anything that answers a request: a provider's model over HTTP, a script, your own."""

    @property
    def name(self) -> str:
        """The model's name, for people and for evidence."""
        ...

    async def request(self, request: Request) -> Response:
        """The model's answer. Raises ApiError when there is none; whatever else it raises is a failure too."""
        ...


class ApiError(Exception):
    """A model request that failed: a text for people, and `details` with what the provider answered."""

    def __init__(self, message: str, details: ProviderDetails) -> None:
        super().__init__(message, details)
        self.message = message
        self.details = details

    def __str__(self) -> str:
        d = self.details
        facts = [
            f"status {d.status}" if d.status else "",
            d.code,
            f"request {d.request_id}" if d.request_id else "",
        ]
        told = ", ".join(fact for fact in facts if fact)
        return f"{self.message} ({told})" if told else self.message
