"""The errors of a run.

    RunError
    ├── RunCanceled               a tool stopped the run on purpose
    └── RunFailed
        ├── PrepareError          before the first request: dynamic instructions
        ├── ToolError             a tool failed for good
        ├── DecodeError           the answer was refused to the end
        ├── LimitError            a usage limit was reached
        ├── LoopError             the turn limit was reached
        └── ModelError            a model request failed; by kind:
            ├── RateLimited       ├── QuotaExhausted     ├── Overloaded
            ├── AuthFailed        ├── NotFound           ├── InvalidRequest
            ├── ContextOverflow   ├── ContentFiltered    ├── Refused
            ├── UnsupportedContent├── StreamIncomplete   ├── MalformedResponse
            ├── ConnectionFailed  ├── RequestTimeout     └── ServerError

Each carries its facts as `data`, saves with `to_json()`, loads in another process with `from_json()`, and its
run resumes from `partial`. Bad arguments of `run` itself are plain ValueErrors, before anything starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from golem_sdk.outcome import chain, members
from golem_wire.canonical import Evidence, ProviderDetails, RunErrorData

__all__ = [
    "AuthFailed",
    "ConnectionFailed",
    "ContentFiltered",
    "ContextOverflow",
    "DecodeError",
    "InvalidRequest",
    "LimitError",
    "LoopError",
    "MalformedResponse",
    "ModelError",
    "NotFound",
    "Overloaded",
    "PrepareError",
    "QuotaExhausted",
    "RateLimited",
    "Refused",
    "RequestTimeout",
    "RunCanceled",
    "RunError",
    "RunFailed",
    "ServerError",
    "StreamIncomplete",
    "ToolError",
    "UnsupportedContent",
    "run_error",
]

E = TypeVar("E", bound=BaseException)


class RunError(Exception):
    """A run that did not reach its end. `data` holds what happened; `partial` what had been gathered."""

    ends_a_run: ClassVar[bool] = True

    def __init__(self, data: RunErrorData) -> None:
        super().__init__(data)
        self.data = data

    def __str__(self) -> str:
        return f"stage {self.data.stage}: {self.data.message}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.data.message!r})"

    @property
    def stage(self) -> str:
        """Where the run ended: prepare, model, tool, decode, usage, loop or canceled."""
        return self.data.stage

    @property
    def partial(self) -> Evidence:
        """What the run had gathered; its `messages` can be sent, and resumed from, as they are."""
        return self.data.partial or Evidence()

    def find(self, kind: type[E]) -> E | None:
        """The first exception of this kind among the live causes; what was loaded from JSON has none."""
        return _find(self, kind, set())

    def to_json(self) -> str:
        """The failure as JSON text."""
        return self.data.to_json()

    @staticmethod
    def from_json(text: str | bytes) -> RunError:
        """The failure that `to_json` saved, as the exception of its class, without live causes."""
        return run_error(RunErrorData.model_validate_json(text))


def _find(error: BaseException, kind: type[E], seen: set[int]) -> E | None:
    for link in chain(error):
        if id(link) in seen:
            return None
        seen.add(id(link))
        if isinstance(link, kind):
            return link
        for member in members(link):
            if (inner := _find(member, kind, seen)) is not None:
                return inner
    return None


class RunCanceled(RunError):
    """A tool stopped the run on purpose; `reason` says why."""

    @property
    def reason(self) -> str:
        """Why."""
        return self.data.canceled_reason


class RunFailed(RunError):
    """A run that failed."""


class PrepareError(RunFailed):
    """Something that the run needs before its first request failed, such as its dynamic instructions."""


class ToolError(RunFailed):
    """A tool failed for good, or used up the corrections that it had."""


class DecodeError(RunFailed):
    """The model's answer was refused as often as it may be."""


class LimitError(RunFailed):
    """A usage limit was reached; `data.limit` says which."""


class LoopError(RunFailed):
    """The run needed more turns than it may take."""


class ModelError(RunFailed):
    """A model request failed. The subclasses say how; the fields say what the provider answered."""

    @property
    def details(self) -> ProviderDetails:
        """What the provider answered, as data."""
        return self.data.provider or ProviderDetails(kind="other")

    @property
    def status(self) -> int | None:
        """The HTTP status, when there was an answer."""
        return self.details.status

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers of the answer that help to understand it; none of them is a secret."""
        return self.details.headers

    @property
    def retry_after(self) -> float | None:
        """Seconds that the provider asks to wait."""
        return self.details.retry_after

    @property
    def request_id(self) -> str:
        """The provider's id of the request; empty when it gave none."""
        return self.details.request_id


class RateLimited(ModelError):
    """Too many requests or tokens for now."""


class QuotaExhausted(ModelError):
    """The account's credit or budget is spent; waiting does not help."""


class Overloaded(ModelError):
    """The provider has no capacity for now."""


class AuthFailed(ModelError):
    """The key is missing, wrong, or may not do this."""


class NotFound(ModelError):
    """The provider knows no such model or endpoint."""


class InvalidRequest(ModelError):
    """The provider refused the request as it is."""


class ContextOverflow(ModelError):
    """The conversation is longer than the model can read."""


class ContentFiltered(ModelError):
    """A content filter left nothing to use."""


class Refused(ModelError):
    """The model refused to answer."""


class UnsupportedContent(ModelError):
    """A part that this model's wire cannot carry; found before the request."""


class StreamIncomplete(ModelError):
    """A stream ended without its end."""


class MalformedResponse(ModelError):
    """An answer that is not what the wire promises."""


class ConnectionFailed(ModelError):
    """No answer: the connection could not be made, or broke."""


class RequestTimeout(ModelError):
    """No answer in time."""


class ServerError(ModelError):
    """The provider failed."""


_BY_STAGE: Mapping[str, type[RunError]] = {
    "prepare": PrepareError,
    "tool": ToolError,
    "decode": DecodeError,
    "usage": LimitError,
    "loop": LoopError,
    "canceled": RunCanceled,
}
_BY_KIND: Mapping[str, type[ModelError]] = {
    "rate_limited": RateLimited,
    "quota_exhausted": QuotaExhausted,
    "overloaded": Overloaded,
    "auth_failed": AuthFailed,
    "not_found": NotFound,
    "invalid_request": InvalidRequest,
    "context_overflow": ContextOverflow,
    "content_filtered": ContentFiltered,
    "refused": Refused,
    "unsupported_content": UnsupportedContent,
    "stream_incomplete": StreamIncomplete,
    "malformed_response": MalformedResponse,
    "connection_failed": ConnectionFailed,
    "timeout": RequestTimeout,
    "server_error": ServerError,
}


def run_error(data: RunErrorData) -> RunError:
    """The exception for this failure: its class follows from the stage and, for models, from the kind."""
    if data.stage == "model":
        kind = data.provider.kind if data.provider else "other"
        return _BY_KIND.get(kind, ModelError)(data)
    return _BY_STAGE.get(data.stage, RunFailed)(data)
