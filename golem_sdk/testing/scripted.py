"""A model that follows a script: no network, no provider, every request recorded."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from golem_sdk.model import ApiError
from golem_sdk.testing.script import Failure, Script
from golem_wire.canonical import ProviderDetails, Request, Response

__all__ = ["ScriptedModel"]


class ScriptedModel(Script):
    """A model that takes the steps of its script, one a request.

    `requests` holds what it was asked. As a context manager it fails when steps are left over; a request for
    which there is no step fails too.
    """

    def __init__(self, name: str = "scripted") -> None:
        super().__init__()
        self.name = name
        self.requests: list[Request] = []

    async def request(self, request: Request) -> Response:
        """The next step. Raises ApiError for a scripted failure."""
        self.requests.append(request)
        if len(self.requests) > len(self.steps):
            raise AssertionError(f"request {len(self.requests)}: the script has {len(self.steps)} steps")
        step = self.steps[len(self.requests) - 1]
        if isinstance(step, Failure):
            details = ProviderDetails(kind=step.kind, status=step.status, model=self.name)
            raise ApiError(step.message, details)
        return step

    def assert_done(self) -> None:
        """Raises AssertionError when steps are left over."""
        if left := len(self.steps) - len(self.requests):
            raise AssertionError(f"{left} of {len(self.steps)} steps of the script were not asked for")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.assert_done()
