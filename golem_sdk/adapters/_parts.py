"""A part that a wire cannot carry, as an error that says which one it is."""

from __future__ import annotations

from golem_sdk.model import ApiError
from golem_wire._runtime import AdapterFacts, UnsupportedPart
from golem_wire.canonical import ProviderDetails

__all__ = ["unsupported"]


def unsupported(facts: AdapterFacts, model: str, message: int, part: int, problem: UnsupportedPart) -> ApiError:
    """Names message, part, kind, media type and what the adapter does carry; raised before any request."""
    details = ProviderDetails(kind="unsupported_content", adapter=facts.tag, model=model)
    return ApiError(f"{facts.name}: message {message}, part {part}: {problem}", details)
