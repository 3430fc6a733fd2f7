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
    which there is no step fails too, then and there and when the block is left.
    """

    def __init__(self, name: str = "scripted") -> None:
        super().__init__()
        self.name = name
        self.requests: list[Request] = []

    async def request(self, request: Request) -> Response:
        """The next step. Raises ApiError for a scripted failure, AssertionError when there is no step."""
        self.requests.append(request)
        number = len(self.requests)
        if number > len(self.steps):
            raise AssertionError(f"request {number}: the script has {len(self.steps)} steps")
        step = self.steps[number - 1]
        if isinstance(step, Failure):
            raise ApiError(step.message, self._details(step))
        return step

    def _details(self, failure: Failure) -> ProviderDetails:
        return ProviderDetails(
            kind=failure.kind,
            status=failure.status or None,
            headers=failure.headers,
            retry_after=failure.retry_after,
            model=self.name,
        )

    def assert_done(self) -> None:
        """Raises AssertionError when steps are left over, or when there were not enough."""
        asked, steps = len(self.requests), len(self.steps)
        if asked < steps:
            raise AssertionError(f"{steps - asked} of {steps} steps of the script were not asked for")
        if asked > steps:
            raise AssertionError(f"the script has {steps} steps, and {asked} requests were made")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.assert_done()
