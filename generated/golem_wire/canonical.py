# Generated from spec/golem by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The canonical models: what a conversation is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Union

from pydantic import Field
from typing_extensions import Self, TypeAliasType

from golem_wire._runtime import (
    EMPTY,
    UNSET,
    ArgsText,
    Base64,
    CallModel,
    Frozen,
    FrozenJson,
    FrozenObject,
    FrozenStrings,
    Lenient,
    MessageModel,
    RawArgs,
    ReadOnly,
    Unset,
    quoted,
    written,
)

__all__ = [
    "Approval",
    "AudioPart",
    "Auto",
    "Cause",
    "DeferredCall",
    "DeferredMark",
    "DeferredRequests",
    "DeferredResults",
    "Delta",
    "DocumentPart",
    "ErrorKind",
    "Event",
    "Evidence",
    "Fallback",
    "FileRef",
    "FinishReason",
    "ImagePart",
    "KnownPart",
    "LimitDetails",
    "LimitReached",
    "Message",
    "ModelEnd",
    "ModelStart",
    "Native",
    "NoTools",
    "Only",
    "OutputRejected",
    "OutputSpec",
    "Part",
    "ProviderDetails",
    "RepairChange",
    "RepairReport",
    "Request",
    "Required",
    "Response",
    "RetryWait",
    "RunEnd",
    "RunErrorData",
    "RunStart",
    "Settings",
    "TextPart",
    "ThinkingBlock",
    "ThinkingDelta",
    "ToolCall",
    "ToolCallDelta",
    "ToolCanceled",
    "ToolChoice",
    "ToolDeferred",
    "ToolEnd",
    "ToolResult",
    "ToolSpec",
    "ToolStart",
    "UnknownPart",
    "Usage",
    "VideoPart",
]


class DeferredCall(Frozen, frozen=True):
    """A call that waits."""

    call_id: Annotated[str, Field(alias="callId"), Lenient()] = ""
    "The call."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "Its tool."
    args: Annotated[RawArgs, Lenient()] = RawArgs()
    "Its arguments."
    reason: Annotated[str, Lenient()] = ""
    "Why it waits."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["call_id"]:
            s += ',"callId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if (v := d["args"]) != RawArgs():
            s += ',"args":' + written(v)
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        return s

    def replace(
        self,
        *,
        call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        args: RawArgs | Unset = UNSET,
        reason: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"call_id": call_id, "tool_name": tool_name, "args": args, "reason": reason})


class DeferredRequests(Frozen, frozen=True):
    """What a paused run waits for."""

    approvals: Annotated[tuple[DeferredCall, ...], Lenient()] = ()
    "Calls that wait for an approval, in emission order."
    external: Annotated[tuple[DeferredCall, ...], Lenient()] = ()
    "Calls that wait for a result from outside."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["approvals"]:
            s += ',"approvals":' + written(v)
        if v := d["external"]:
            s += ',"external":' + written(v)
        return s

    def replace(
        self, *, approvals: tuple[DeferredCall, ...] | Unset = UNSET, external: tuple[DeferredCall, ...] | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"approvals": approvals, "external": external})


class Approval(Frozen, frozen=True):
    """A decision on one call."""

    approved: bool
    "Whether the call may run."
    reason: Annotated[str, Lenient()] = ""
    "Why not."
    required_keys: ClassVar[frozenset[str]] = frozenset(["approved"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"approved":' + written(d["approved"])
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        return s

    def replace(self, *, approved: bool | Unset = UNSET, reason: str | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"approved": approved, "reason": reason})


class ThinkingDelta(Frozen, frozen=True):
    """A piece of a thinking block."""

    index: Annotated[int, Field(ge=0), Lenient()] = 0
    "Which block it belongs to."
    text: Annotated[str, Lenient()] = ""
    "A piece of its text."
    signature: Annotated[str, Lenient()] = ""
    "Its signature, once known."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["index"]:
            s += ',"index":' + written(v)
        if v := d["text"]:
            s += ',"text":' + quoted(v)
        if v := d["signature"]:
            s += ',"signature":' + quoted(v)
        return s

    def replace(self, *, index: int | Unset = UNSET, text: str | Unset = UNSET, signature: str | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"index": index, "text": text, "signature": signature})


class ToolCallDelta(Frozen, frozen=True):
    """A piece of a tool call."""

    index: Annotated[int, Field(ge=0), Lenient()] = 0
    "Which call it belongs to."
    id: Annotated[str, Lenient()] = ""
    "Its id, once known."
    name: Annotated[str, Lenient()] = ""
    "Its tool, once known."
    args_fragment: Annotated[str, Field(alias="argsFragment"), Lenient()] = ""
    "A piece of the arguments' text."
    signature: Annotated[str, Lenient()] = ""
    "Its signature, once known."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["index"]:
            s += ',"index":' + written(v)
        if v := d["id"]:
            s += ',"id":' + quoted(v)
        if v := d["name"]:
            s += ',"name":' + quoted(v)
        if v := d["args_fragment"]:
            s += ',"argsFragment":' + quoted(v)
        if v := d["signature"]:
            s += ',"signature":' + quoted(v)
        return s

    def replace(
        self,
        *,
        index: int | Unset = UNSET,
        id: str | Unset = UNSET,
        name: str | Unset = UNSET,
        args_fragment: str | Unset = UNSET,
        signature: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"index": index, "id": id, "name": name, "args_fragment": args_fragment, "signature": signature}
        )


ErrorKind = TypeAliasType(
    "ErrorKind",
    Literal[
        "rate_limited",
        "quota_exhausted",
        "overloaded",
        "auth_failed",
        "not_found",
        "invalid_request",
        "context_overflow",
        "content_filtered",
        "refused",
        "unsupported_content",
        "stream_incomplete",
        "malformed_response",
        "connection_failed",
        "timeout",
        "server_error",
        "other",
    ],
)
"What went wrong with a model request, whoever the provider is."


class ModelStart(Frozen, frozen=True):
    """A model request begins."""

    kind: Literal["model_start"] = "model_start"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    attempt: Annotated[int, Field(ge=0), Lenient()] = 1
    "From 1."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["attempt"]) != 1:
            s += ',"attempt":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["model_start"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        attempt: int | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "attempt": attempt,
            }
        )


class ToolStart(Frozen, frozen=True):
    """A tool begins."""

    kind: Literal["tool_start"] = "tool_start"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    call_id: Annotated[str, Field(alias="callId"), Lenient()] = ""
    "The call."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "Its tool."
    args: Annotated[RawArgs, Lenient()] = RawArgs()
    "Its arguments."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if v := d["call_id"]:
            s += ',"callId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if (v := d["args"]) != RawArgs():
            s += ',"args":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["tool_start"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        args: RawArgs | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "call_id": call_id,
                "tool_name": tool_name,
                "args": args,
            }
        )


class ToolDeferred(Frozen, frozen=True):
    """A call waits."""

    kind: Literal["deferred"] = "deferred"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    call_id: Annotated[str, Field(alias="callId"), Lenient()] = ""
    "The call."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "Its tool."
    args: Annotated[RawArgs, Lenient()] = RawArgs()
    "Its arguments."
    reason: Annotated[str, Lenient()] = ""
    "Why."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if v := d["call_id"]:
            s += ',"callId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if (v := d["args"]) != RawArgs():
            s += ',"args":' + written(v)
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["deferred"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        args: RawArgs | Unset = UNSET,
        reason: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "call_id": call_id,
                "tool_name": tool_name,
                "args": args,
                "reason": reason,
            }
        )


class ToolCanceled(Frozen, frozen=True):
    """A tool stopped the run on purpose."""

    kind: Literal["canceled"] = "canceled"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    call_id: Annotated[str, Field(alias="callId"), Lenient()] = ""
    "The call."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "Its tool."
    reason: Annotated[str, Lenient()] = ""
    "Why."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if v := d["call_id"]:
            s += ',"callId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["canceled"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        reason: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "call_id": call_id,
                "tool_name": tool_name,
                "reason": reason,
            }
        )


class OutputRejected(Frozen, frozen=True):
    """An answer was refused and the model is asked to correct it."""

    kind: Literal["output_rejected"] = "output_rejected"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    attempt: Annotated[int, Field(ge=0), Lenient()] = 1
    "From 1."
    reason: Annotated[str, Lenient()] = ""
    "Why."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["attempt"]) != 1:
            s += ',"attempt":' + written(v)
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["output_rejected"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        attempt: int | Unset = UNSET,
        reason: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "attempt": attempt,
                "reason": reason,
            }
        )


class RetryWait(Frozen, frozen=True):
    """A request will be tried again."""

    kind: Literal["retry_wait"] = "retry_wait"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    attempt: Annotated[int, Field(ge=0), Lenient()] = 1
    "From 1."
    seconds: Annotated[float, Lenient()] = 0.0
    "How long it waits."
    error: Annotated[str, Lenient()] = ""
    "What went wrong."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["attempt"]) != 1:
            s += ',"attempt":' + written(v)
        if v := d["seconds"]:
            s += ',"seconds":' + written(v)
        if v := d["error"]:
            s += ',"error":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["retry_wait"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        attempt: int | Unset = UNSET,
        seconds: float | Unset = UNSET,
        error: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "attempt": attempt,
                "seconds": seconds,
                "error": error,
            }
        )


class Fallback(Frozen, frozen=True):
    """Another model takes over."""

    kind: Literal["fallback"] = "fallback"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    model: Annotated[str, Lenient()] = ""
    "The model that is asked next."
    error: Annotated[str, Lenient()] = ""
    "What went wrong."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if v := d["model"]:
            s += ',"model":' + quoted(v)
        if v := d["error"]:
            s += ',"error":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["fallback"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        model: str | Unset = UNSET,
        error: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "model": model,
                "error": error,
            }
        )


FinishReason = TypeAliasType(
    "FinishReason", Literal["stop", "length", "tool_call", "content_filter", "refusal", "pause", "error", "other"]
)
"Why a model stopped. `other` stands for a word that no table knows."


class Native(Frozen, frozen=True):
    """A provider's own content blocks, replayed while tag and digest match."""

    tag: str
    "The adapter's row that wrote them."
    digest: str
    "Digest of the neutral keys that they stand for."
    content: tuple[FrozenJson, ...]
    "The blocks, as the provider sent them."
    required_keys: ClassVar[frozenset[str]] = frozenset(["tag", "digest", "content"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"tag":' + quoted(d["tag"])
        s += ',"digest":' + quoted(d["digest"])
        s += ',"content":' + written(d["content"])
        return s

    def replace(
        self, *, tag: str | Unset = UNSET, digest: str | Unset = UNSET, content: tuple[FrozenJson, ...] | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"tag": tag, "digest": digest, "content": content})


class OutputSpec(Frozen, frozen=True):
    """The shape that the answer must have."""

    name: str
    "A name for the shape."
    description: Annotated[str, Lenient()] = ""
    "What it is, for the model."
    schema_: Annotated[FrozenObject, Field(alias="schema")]
    "JSON Schema of the answer."
    required_keys: ClassVar[frozenset[str]] = frozenset(["name", "schema_"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"name":' + quoted(d["name"])
        if v := d["description"]:
            s += ',"description":' + quoted(v)
        s += ',"schema":' + written(d["schema_"])
        return s

    def replace(
        self, *, name: str | Unset = UNSET, description: str | Unset = UNSET, schema_: FrozenObject | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"name": name, "description": description, "schema_": schema_})


class TextPart(Frozen, frozen=True):
    """Text that follows a part, written only to keep the order of an interleaved prompt."""

    kind: Literal["text"] = "text"
    text: Annotated[str, Lenient()] = ""
    "The text."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["text"]:
            s += ',"text":' + quoted(v)
        return s

    def replace(self, *, kind: Literal["text"] | Unset = UNSET, text: str | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind, "text": text})


class UnknownPart(Frozen, frozen=True):
    """A newer writer's kind, or data that cannot be decoded: kept, reported by `validate`, never sent."""

    kind: Annotated[str, Lenient()] = ""
    "The kind, a word that this version may not know."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["kind"]:
            s += ',"kind":' + quoted(v)
        return s

    def replace(self, *, kind: str | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind})


class FileRef(Frozen, frozen=True):
    """A file that was uploaded to a provider."""

    provider: Annotated[str, Lenient()] = ""
    "Who holds the file: a row's tag."
    id: Annotated[str, Lenient()] = ""
    "Its id there."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["provider"]:
            s += ',"provider":' + quoted(v)
        if v := d["id"]:
            s += ',"id":' + quoted(v)
        return s

    def replace(self, *, provider: str | Unset = UNSET, id: str | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"provider": provider, "id": id})


class RepairChange(Frozen, frozen=True):
    """One change."""

    action: Literal["closed", "dropped"] | str
    "A call without a result was closed, or a result was dropped."
    index: Annotated[int, Field(ge=0), Lenient()] = 0
    "Index of the message in the history that was given."
    call_id: Annotated[str, Field(alias="callId"), Lenient()] = ""
    "The call."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "Its tool."
    reason: Annotated[str, Lenient()] = ""
    "Why."
    required_keys: ClassVar[frozenset[str]] = frozenset(["action"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"action":' + quoted(d["action"])
        if v := d["index"]:
            s += ',"index":' + written(v)
        if v := d["call_id"]:
            s += ',"callId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        return s

    def replace(
        self,
        *,
        action: Literal["closed", "dropped"] | str | Unset = UNSET,
        index: int | Unset = UNSET,
        call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        reason: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"action": action, "index": index, "call_id": call_id, "tool_name": tool_name, "reason": reason}
        )


class Cause(Frozen, frozen=True):
    """One exception of a chain."""

    type: str
    "The exception's class."
    message: str
    "Its text."
    required_keys: ClassVar[frozenset[str]] = frozenset(["type", "message"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"type":' + quoted(d["type"])
        s += ',"message":' + quoted(d["message"])
        return s

    def replace(self, *, type: str | Unset = UNSET, message: str | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"type": type, "message": message})


class ProviderDetails(Frozen, frozen=True):
    """A failed model request."""

    kind: ErrorKind | str
    "What went wrong."
    status: int | None = None
    "HTTP status."
    code: Annotated[str, Lenient()] = ""
    "The provider's error code."
    request_id: Annotated[str, Field(alias="requestId"), Lenient()] = ""
    "The provider's id of the request."
    retry_after: Annotated[float | None, Field(alias="retryAfter")] = None
    "Seconds that the provider asks to wait."
    headers: Annotated[FrozenStrings, Lenient()] = EMPTY
    "Headers of the answer that help to understand it."
    excerpt: Annotated[str, Lenient()] = ""
    "The beginning of the answer, credentials redacted."
    adapter: Annotated[str, Lenient()] = ""
    "The adapter's tag."
    model: Annotated[str, Lenient()] = ""
    "The model that was asked."
    provider_data: Annotated[FrozenObject, Field(alias="providerData"), Lenient()] = EMPTY
    "What the provider says of the failure beside it, by its own names: the results of content filters."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + written(d["kind"])
        if (v := d["status"]) is not None:
            s += ',"status":' + written(v)
        if v := d["code"]:
            s += ',"code":' + quoted(v)
        if v := d["request_id"]:
            s += ',"requestId":' + quoted(v)
        if (v := d["retry_after"]) is not None:
            s += ',"retryAfter":' + written(v)
        if v := d["headers"]:
            s += ',"headers":' + written(v)
        if v := d["excerpt"]:
            s += ',"excerpt":' + quoted(v)
        if v := d["adapter"]:
            s += ',"adapter":' + quoted(v)
        if v := d["model"]:
            s += ',"model":' + quoted(v)
        if v := d["provider_data"]:
            s += ',"providerData":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: ErrorKind | str | Unset = UNSET,
        status: int | None | Unset = UNSET,
        code: str | Unset = UNSET,
        request_id: str | Unset = UNSET,
        retry_after: float | None | Unset = UNSET,
        headers: FrozenStrings | Unset = UNSET,
        excerpt: str | Unset = UNSET,
        adapter: str | Unset = UNSET,
        model: str | Unset = UNSET,
        provider_data: FrozenObject | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "status": status,
                "code": code,
                "request_id": request_id,
                "retry_after": retry_after,
                "headers": headers,
                "excerpt": excerpt,
                "adapter": adapter,
                "model": model,
                "provider_data": provider_data,
            }
        )


class LimitDetails(Frozen, frozen=True):
    """A limit and what reached it."""

    kind: str
    "Which limit."
    limit: float
    "Its value."
    actual: float
    "What was used, or would have been."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind", "limit", "actual"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        s += ',"limit":' + written(d["limit"])
        s += ',"actual":' + written(d["actual"])
        return s

    def replace(
        self, *, kind: str | Unset = UNSET, limit: float | Unset = UNSET, actual: float | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind, "limit": limit, "actual": actual})


class Settings(Frozen, frozen=True):
    """Sampling settings; what is absent is the provider's default."""

    temperature: float | None = None
    "Randomness; its range is the provider's."
    top_p: Annotated[float | None, Field(alias="topP")] = None
    "Nucleus sampling."
    max_tokens: Annotated[int | None, Field(alias="maxTokens"), Field(ge=1)] = None
    "At most this many tokens of output."
    stop: Annotated[tuple[str, ...], Lenient()] = ()
    "Texts at which the model stops."
    seed: int | None = None
    "Asks for repeatable sampling where the provider offers it."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if (v := d["temperature"]) is not None:
            s += ',"temperature":' + written(v)
        if (v := d["top_p"]) is not None:
            s += ',"topP":' + written(v)
        if (v := d["max_tokens"]) is not None:
            s += ',"maxTokens":' + written(v)
        if v := d["stop"]:
            s += ',"stop":' + written(v)
        if (v := d["seed"]) is not None:
            s += ',"seed":' + written(v)
        return s

    def replace(
        self,
        *,
        temperature: float | None | Unset = UNSET,
        top_p: float | None | Unset = UNSET,
        max_tokens: int | None | Unset = UNSET,
        stop: tuple[str, ...] | Unset = UNSET,
        seed: int | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"temperature": temperature, "top_p": top_p, "max_tokens": max_tokens, "stop": stop, "seed": seed}
        )


class ThinkingBlock(Frozen, frozen=True):
    """A piece of the model's reasoning."""

    text: Annotated[str, Lenient()] = ""
    "The reasoning, where the provider shows it."
    signature: Annotated[str, Lenient()] = ""
    "An opaque token that the provider verifies when the block goes back."
    redacted: Annotated[str, Lenient()] = ""
    "The provider's encrypted form of it."
    provider: Annotated[str, Lenient()] = ""
    "Who produced it: a row's tag."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["text"]:
            s += ',"text":' + quoted(v)
        if v := d["signature"]:
            s += ',"signature":' + quoted(v)
        if v := d["redacted"]:
            s += ',"redacted":' + quoted(v)
        if v := d["provider"]:
            s += ',"provider":' + quoted(v)
        return s

    def replace(
        self,
        *,
        text: str | Unset = UNSET,
        signature: str | Unset = UNSET,
        redacted: str | Unset = UNSET,
        provider: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"text": text, "signature": signature, "redacted": redacted, "provider": provider})


class Auto(Frozen, frozen=True):
    """The model decides."""

    kind: Literal["auto"] = "auto"
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        return s

    def replace(self, *, kind: Literal["auto"] | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind})


class NoTools(Frozen, frozen=True):
    """The model must not call a tool; the tools stay in the prompt, where providers cache them."""

    kind: Literal["none"] = "none"
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        return s

    def replace(self, *, kind: Literal["none"] | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind})


class Required(Frozen, frozen=True):
    """The model must call some tool before it answers."""

    kind: Literal["required"] = "required"
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        return s

    def replace(self, *, kind: Literal["required"] | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind})


class Only(Frozen, frozen=True):
    """The model sees only these tools, and must call one of them before it answers."""

    kind: Literal["only"] = "only"
    names: Annotated[tuple[str, ...], Field(min_length=1)]
    "Names of the agent's tools."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind", "names"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        s += ',"names":' + written(d["names"])
        return s

    def replace(self, *, kind: Literal["only"] | Unset = UNSET, names: tuple[str, ...] | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind, "names": names})


class ToolSpec(Frozen, frozen=True):
    """A tool as the model sees it."""

    name: str
    "The tool's name."
    description: Annotated[str, Lenient()] = ""
    "What it does, for the model."
    schema_: Annotated[FrozenObject, Field(alias="schema")]
    "JSON Schema of the arguments."
    required_keys: ClassVar[frozenset[str]] = frozenset(["name", "schema_"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"name":' + quoted(d["name"])
        if v := d["description"]:
            s += ',"description":' + quoted(v)
        s += ',"schema":' + written(d["schema_"])
        return s

    def replace(
        self, *, name: str | Unset = UNSET, description: str | Unset = UNSET, schema_: FrozenObject | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"name": name, "description": description, "schema_": schema_})


class Usage(Frozen, frozen=True):
    """Tokens, counted the same way for every provider: `input` is everything that was read, cached or not; `output` everything that was produced, reasoning included; the others are parts of these two."""

    input: Annotated[int, Field(ge=0), Lenient()] = 0
    "Tokens read."
    output: Annotated[int, Field(ge=0), Lenient()] = 0
    "Tokens produced."
    cache_read: Annotated[int, Field(alias="cacheRead"), Field(ge=0), Lenient()] = 0
    "Of `input`, read from a cache."
    cache_write: Annotated[int, Field(alias="cacheWrite"), Field(ge=0), Lenient()] = 0
    "Of `input`, written to a cache."
    reasoning: Annotated[int, Field(ge=0), Lenient()] = 0
    "Of `output`, spent on reasoning."
    raw: FrozenObject | None = None
    "The provider's own object."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["input"]:
            s += ',"input":' + written(v)
        if v := d["output"]:
            s += ',"output":' + written(v)
        if v := d["cache_read"]:
            s += ',"cacheRead":' + written(v)
        if v := d["cache_write"]:
            s += ',"cacheWrite":' + written(v)
        if v := d["reasoning"]:
            s += ',"reasoning":' + written(v)
        if (v := d["raw"]) is not None:
            s += ',"raw":' + written(v)
        return s

    def replace(
        self,
        *,
        input: int | Unset = UNSET,
        output: int | Unset = UNSET,
        cache_read: int | Unset = UNSET,
        cache_write: int | Unset = UNSET,
        reasoning: int | Unset = UNSET,
        raw: FrozenObject | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "input": input,
                "output": output,
                "cache_read": cache_read,
                "cache_write": cache_write,
                "reasoning": reasoning,
                "raw": raw,
            }
        )


class Delta(Frozen, frozen=True):
    """A piece of a streamed answer."""

    content: Annotated[str, Lenient()] = ""
    "A piece of the text."
    thinking: Annotated[tuple[ThinkingDelta, ...], Lenient()] = ()
    "Pieces of thinking blocks."
    tool_calls: Annotated[tuple[ToolCallDelta, ...], Field(alias="toolCalls"), Lenient()] = ()
    "Pieces of tool calls."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["content"]:
            s += ',"content":' + quoted(v)
        if v := d["thinking"]:
            s += ',"thinking":' + written(v)
        if v := d["tool_calls"]:
            s += ',"toolCalls":' + written(v)
        return s

    def replace(
        self,
        *,
        content: str | Unset = UNSET,
        thinking: tuple[ThinkingDelta, ...] | Unset = UNSET,
        tool_calls: tuple[ToolCallDelta, ...] | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"content": content, "thinking": thinking, "tool_calls": tool_calls})


class ModelEnd(Frozen, frozen=True):
    """A model request ended."""

    kind: Literal["model_end"] = "model_end"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    attempt: Annotated[int, Field(ge=0), Lenient()] = 1
    "From 1."
    usage: Annotated[Usage, Lenient()] = Usage()
    "Its tokens."
    finish_reason: Annotated[FinishReason | str | None, Field(alias="finishReason")] = None
    "Why the model stopped."
    error: Annotated[str, Lenient()] = ""
    "What went wrong."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["attempt"]) != 1:
            s += ',"attempt":' + written(v)
        if (v := d["usage"]) != Usage():
            s += ',"usage":' + written(v)
        if (v := d["finish_reason"]) is not None:
            s += ',"finishReason":' + written(v)
        if v := d["error"]:
            s += ',"error":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["model_end"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        attempt: int | Unset = UNSET,
        usage: Usage | Unset = UNSET,
        finish_reason: FinishReason | str | None | Unset = UNSET,
        error: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "attempt": attempt,
                "usage": usage,
                "finish_reason": finish_reason,
                "error": error,
            }
        )


class LimitReached(Frozen, frozen=True):
    """A usage limit was reached."""

    kind: Literal["limit"] = "limit"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    limit: LimitDetails | None = None
    "The limit."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["limit"]) is not None:
            s += ',"limit":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["limit"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        limit: LimitDetails | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "limit": limit,
            }
        )


class ImagePart(Frozen, frozen=True):
    """A picture. Exactly one of `url`, `data` and `file`."""

    kind: Literal["image"] = "image"
    url: Annotated[str, Lenient()] = ""
    "Where the provider fetches it from."
    data: Annotated[Base64, Lenient()] = b""
    "The bytes themselves; base64 in JSON, standard alphabet, padded."
    media_type: Annotated[str, Field(alias="mediaType"), Lenient()] = ""
    "The media type, such as image/png; needed with `data`."
    name: Annotated[str, Lenient()] = ""
    "A file name that the model may see."
    file: FileRef | None = None
    "An upload that only one provider can read."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["url"]:
            s += ',"url":' + quoted(v)
        if v := d["data"]:
            s += ',"data":' + written(v)
        if v := d["media_type"]:
            s += ',"mediaType":' + quoted(v)
        if v := d["name"]:
            s += ',"name":' + quoted(v)
        if (v := d["file"]) is not None:
            s += ',"file":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["image"] | Unset = UNSET,
        url: str | Unset = UNSET,
        data: Base64 | Unset = UNSET,
        media_type: str | Unset = UNSET,
        name: str | Unset = UNSET,
        file: FileRef | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"kind": kind, "url": url, "data": data, "media_type": media_type, "name": name, "file": file}
        )


class DocumentPart(Frozen, frozen=True):
    """A document, such as a PDF. Exactly one of `url`, `data` and `file`."""

    kind: Literal["document"] = "document"
    url: Annotated[str, Lenient()] = ""
    "Where the provider fetches it from."
    data: Annotated[Base64, Lenient()] = b""
    "The bytes themselves; base64 in JSON, standard alphabet, padded."
    media_type: Annotated[str, Field(alias="mediaType"), Lenient()] = ""
    "The media type, such as image/png; needed with `data`."
    name: Annotated[str, Lenient()] = ""
    "A file name that the model may see."
    file: FileRef | None = None
    "An upload that only one provider can read."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["url"]:
            s += ',"url":' + quoted(v)
        if v := d["data"]:
            s += ',"data":' + written(v)
        if v := d["media_type"]:
            s += ',"mediaType":' + quoted(v)
        if v := d["name"]:
            s += ',"name":' + quoted(v)
        if (v := d["file"]) is not None:
            s += ',"file":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["document"] | Unset = UNSET,
        url: str | Unset = UNSET,
        data: Base64 | Unset = UNSET,
        media_type: str | Unset = UNSET,
        name: str | Unset = UNSET,
        file: FileRef | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"kind": kind, "url": url, "data": data, "media_type": media_type, "name": name, "file": file}
        )


class AudioPart(Frozen, frozen=True):
    """A sound recording. Exactly one of `url`, `data` and `file`."""

    kind: Literal["audio"] = "audio"
    url: Annotated[str, Lenient()] = ""
    "Where the provider fetches it from."
    data: Annotated[Base64, Lenient()] = b""
    "The bytes themselves; base64 in JSON, standard alphabet, padded."
    media_type: Annotated[str, Field(alias="mediaType"), Lenient()] = ""
    "The media type, such as image/png; needed with `data`."
    name: Annotated[str, Lenient()] = ""
    "A file name that the model may see."
    file: FileRef | None = None
    "An upload that only one provider can read."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["url"]:
            s += ',"url":' + quoted(v)
        if v := d["data"]:
            s += ',"data":' + written(v)
        if v := d["media_type"]:
            s += ',"mediaType":' + quoted(v)
        if v := d["name"]:
            s += ',"name":' + quoted(v)
        if (v := d["file"]) is not None:
            s += ',"file":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["audio"] | Unset = UNSET,
        url: str | Unset = UNSET,
        data: Base64 | Unset = UNSET,
        media_type: str | Unset = UNSET,
        name: str | Unset = UNSET,
        file: FileRef | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"kind": kind, "url": url, "data": data, "media_type": media_type, "name": name, "file": file}
        )


class VideoPart(Frozen, frozen=True):
    """A video. Exactly one of `url`, `data` and `file`."""

    kind: Literal["video"] = "video"
    url: Annotated[str, Lenient()] = ""
    "Where the provider fetches it from."
    data: Annotated[Base64, Lenient()] = b""
    "The bytes themselves; base64 in JSON, standard alphabet, padded."
    media_type: Annotated[str, Field(alias="mediaType"), Lenient()] = ""
    "The media type, such as image/png; needed with `data`."
    name: Annotated[str, Lenient()] = ""
    "A file name that the model may see."
    file: FileRef | None = None
    "An upload that only one provider can read."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["url"]:
            s += ',"url":' + quoted(v)
        if v := d["data"]:
            s += ',"data":' + written(v)
        if v := d["media_type"]:
            s += ',"mediaType":' + quoted(v)
        if v := d["name"]:
            s += ',"name":' + quoted(v)
        if (v := d["file"]) is not None:
            s += ',"file":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["video"] | Unset = UNSET,
        url: str | Unset = UNSET,
        data: Base64 | Unset = UNSET,
        media_type: str | Unset = UNSET,
        name: str | Unset = UNSET,
        file: FileRef | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"kind": kind, "url": url, "data": data, "media_type": media_type, "name": name, "file": file}
        )


class RepairReport(Frozen, frozen=True):
    """What had to change so that every call has exactly one result."""

    changes: Annotated[tuple[RepairChange, ...], Lenient()] = ()
    "The changes, in order; none means that nothing had to change."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["changes"]:
            s += ',"changes":' + written(v)
        return s

    def replace(self, *, changes: tuple[RepairChange, ...] | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"changes": changes})


ToolChoice = TypeAliasType("ToolChoice", Annotated[Auto | NoTools | Required | Only, Field(discriminator="kind")])
"Whether the model calls tools, and which ones it sees."


class RunStart(Frozen, frozen=True):
    """A run begins."""

    kind: Literal["run_start"] = "run_start"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    repair: RepairReport | None = None
    "What had to change in the history."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["repair"]) is not None:
            s += ',"repair":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["run_start"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        repair: RepairReport | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "repair": repair,
            }
        )


KnownPart = TypeAliasType(
    "KnownPart", Annotated[ImagePart | DocumentPart | AudioPart | VideoPart | TextPart, Field(discriminator="kind")]
)
"The kinds that this version knows."
Part = TypeAliasType("Part", Annotated[KnownPart | UnknownPart, Field(union_mode="left_to_right")])
"What a message holds besides its text, by `kind`; what no known kind can read is an `UnknownPart` and stays as it is."


class ToolResult(Frozen, frozen=True):
    """What a tool gave back."""

    text: Annotated[str, Lenient()] = ""
    "The text for the model."
    parts: Annotated[tuple[Part, ...], Lenient()] = ()
    "What is not text."
    failed: Annotated[bool, Lenient()] = False
    "A definitive failure."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["text"]:
            s += ',"text":' + quoted(v)
        if v := d["parts"]:
            s += ',"parts":' + written(v)
        if d["failed"]:
            s += ',"failed":true'
        return s

    def replace(
        self, *, text: str | Unset = UNSET, parts: tuple[Part, ...] | Unset = UNSET, failed: bool | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"text": text, "parts": parts, "failed": failed})


class DeferredResults(Frozen, frozen=True):
    """The decisions and results that a paused run goes on with."""

    approvals: Annotated[Mapping[str, Approval], ReadOnly(), Lenient()] = EMPTY
    "Decisions, by call id."
    external: Annotated[Mapping[str, ToolResult], ReadOnly(), Lenient()] = EMPTY
    "Results, by call id."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["approvals"]:
            s += ',"approvals":' + written(v)
        if v := d["external"]:
            s += ',"external":' + written(v)
        return s

    def replace(
        self, *, approvals: Mapping[str, Approval] | Unset = UNSET, external: Mapping[str, ToolResult] | Unset = UNSET
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"approvals": approvals, "external": external})


class ToolEnd(Frozen, frozen=True):
    """A tool ended."""

    kind: Literal["tool_end"] = "tool_end"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    call_id: Annotated[str, Field(alias="callId"), Lenient()] = ""
    "The call."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "Its tool."
    result: ToolResult | None = None
    "What it gave back."
    error: Annotated[str, Lenient()] = ""
    "What it raised."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if v := d["call_id"]:
            s += ',"callId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if (v := d["result"]) is not None:
            s += ',"result":' + written(v)
        if v := d["error"]:
            s += ',"error":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["tool_end"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        result: ToolResult | None | Unset = UNSET,
        error: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "call_id": call_id,
                "tool_name": tool_name,
                "result": result,
                "error": error,
            }
        )


class DeferredMark(Frozen, frozen=True):
    """Why a call waits."""

    kind: Literal["approval", "external"] | str
    "Whether it waits for an approval or for a result from outside."
    reason: Annotated[str, Lenient()] = ""
    "Why, for the person or the system that decides."
    args_digest: Annotated[str, Field(alias="argsDigest"), Lenient()] = ""
    "Digest of the arguments that the decision is bound to."
    messages: Annotated[tuple[Message, ...], Lenient()] = ()
    "For a paused child: its own messages."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["reason"]:
            s += ',"reason":' + quoted(v)
        if v := d["args_digest"]:
            s += ',"argsDigest":' + quoted(v)
        if v := d["messages"]:
            s += ',"messages":' + written(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["approval", "external"] | str | Unset = UNSET,
        reason: str | Unset = UNSET,
        args_digest: str | Unset = UNSET,
        messages: tuple[Message, ...] | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"kind": kind, "reason": reason, "args_digest": args_digest, "messages": messages})


Event = TypeAliasType(
    "Event",
    Annotated[
        Union[
            RunStart,
            ModelStart,
            ModelEnd,
            ToolStart,
            ToolEnd,
            ToolDeferred,
            ToolCanceled,
            OutputRejected,
            RetryWait,
            Fallback,
            LimitReached,
            "RunEnd",
        ],
        Field(discriminator="kind"),
    ],
)
"What happens in a run, in deterministic order, for observers."


class RunEnd(Frozen, frozen=True):
    """The run ended, however it ended."""

    kind: Literal["run_end"] = "run_end"
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0."
    time: Annotated[float, Lenient()] = 0.0
    "Seconds on a monotonic clock."
    evidence: Evidence | None = None
    "What it gathered."
    stage: Annotated[str, Lenient()] = ""
    "Where it failed; empty when it did not."
    error: Annotated[str, Lenient()] = ""
    "What went wrong."
    required_keys: ClassVar[frozenset[str]] = frozenset(["kind"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"kind":' + quoted(d["kind"])
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        if v := d["time"]:
            s += ',"time":' + written(v)
        if (v := d["evidence"]) is not None:
            s += ',"evidence":' + written(v)
        if v := d["stage"]:
            s += ',"stage":' + quoted(v)
        if v := d["error"]:
            s += ',"error":' + quoted(v)
        return s

    def replace(
        self,
        *,
        kind: Literal["run_end"] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
        time: float | Unset = UNSET,
        evidence: Evidence | None | Unset = UNSET,
        stage: str | Unset = UNSET,
        error: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "kind": kind,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
                "time": time,
                "evidence": evidence,
                "stage": stage,
                "error": error,
            }
        )


class Evidence(Frozen, frozen=True):
    """What a run has gathered so far: the one shape of results and of failures."""

    messages: Annotated[tuple[Message, ...], Lenient()] = ()
    "The whole conversation, the system message at index 0."
    new_messages: Annotated[tuple[Message, ...], Field(alias="newMessages"), Lenient()] = ()
    "This run's own messages, without the system message."
    usage: Annotated[Usage, Lenient()] = Usage()
    "Tokens of this run."
    finish_reason: Annotated[FinishReason | str | None, Field(alias="finishReason")] = None
    "Why the last model turn ended."
    requests: Annotated[int, Field(ge=0), Lenient()] = 0
    "Model requests, failed ones included."
    tool_calls: Annotated[int, Field(alias="toolCalls"), Field(ge=0), Lenient()] = 0
    "Tool executions that were attempted."
    cost: float | None = None
    "In US dollars, where prices are known."
    pending: DeferredRequests | None = None
    "What a paused run waits for."
    children: Annotated[tuple[Evidence, ...], Lenient()] = ()
    "Evidence of runs that tools of this run started."
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["messages"]:
            s += ',"messages":' + written(v)
        if v := d["new_messages"]:
            s += ',"newMessages":' + written(v)
        if (v := d["usage"]) != Usage():
            s += ',"usage":' + written(v)
        if (v := d["finish_reason"]) is not None:
            s += ',"finishReason":' + written(v)
        if v := d["requests"]:
            s += ',"requests":' + written(v)
        if v := d["tool_calls"]:
            s += ',"toolCalls":' + written(v)
        if (v := d["cost"]) is not None:
            s += ',"cost":' + written(v)
        if (v := d["pending"]) is not None:
            s += ',"pending":' + written(v)
        if v := d["children"]:
            s += ',"children":' + written(v)
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        return s

    def replace(
        self,
        *,
        messages: tuple[Message, ...] | Unset = UNSET,
        new_messages: tuple[Message, ...] | Unset = UNSET,
        usage: Usage | Unset = UNSET,
        finish_reason: FinishReason | str | None | Unset = UNSET,
        requests: int | Unset = UNSET,
        tool_calls: int | Unset = UNSET,
        cost: float | None | Unset = UNSET,
        pending: DeferredRequests | None | Unset = UNSET,
        children: tuple[Evidence, ...] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "messages": messages,
                "new_messages": new_messages,
                "usage": usage,
                "finish_reason": finish_reason,
                "requests": requests,
                "tool_calls": tool_calls,
                "cost": cost,
                "pending": pending,
                "children": children,
                "run_id": run_id,
                "conversation_id": conversation_id,
            }
        )


class Message(MessageModel, frozen=True):
    """One message of a conversation. Immutable; `replace` makes a changed copy."""

    role: Literal["system", "user", "assistant", "tool"] | str
    "Who speaks. A word of a newer writer is kept and treated like `user`."
    content: Annotated[str, Lenient()] = ""
    "The text."
    parts: Annotated[tuple[Part, ...], Lenient()] = ()
    "What is not text, after the text; on user and tool messages."
    tool_calls: Annotated[tuple[ToolCall, ...], Field(alias="toolCalls"), Lenient()] = ()
    "The calls that the model asked for, in emission order; on assistant messages."
    tool_call_id: Annotated[str, Field(alias="toolCallId"), Lenient()] = ""
    "The call that this tool message answers."
    tool_name: Annotated[str, Field(alias="toolName"), Lenient()] = ""
    "The name of the tool that was called."
    failed: Annotated[bool, Lenient()] = False
    "A definitive failure of the tool, for the model to see."
    thinking: Annotated[tuple[ThinkingBlock, ...], Lenient()] = ()
    "What the model thought, in the provider's order; on assistant messages."
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run that added the message."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "The conversation that it belongs to."
    finish_reason: Annotated[FinishReason | str | None, Field(alias="finishReason")] = None
    "Why the model stopped; on assistant messages."
    finish_reason_raw: Annotated[str, Field(alias="finishReasonRaw"), Lenient()] = ""
    "The provider's own word for it."
    model: Annotated[str, Lenient()] = ""
    "The model that answered, as the provider names it."
    prefix: Annotated[str, Lenient()] = ""
    "Digest of what stood before this message when it was produced; on messages with signed blocks."
    native: Native | None = None
    "The provider's own content, kept when the neutral keys do not give it back."
    required_keys: ClassVar[frozenset[str]] = frozenset(["role"])
    native_keys: ClassVar[frozenset[str]] = frozenset(
        ["role", "content", "parts", "tool_calls", "tool_call_id", "tool_name", "failed", "thinking"]
    )

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"role":' + quoted(d["role"])
        if v := d["content"]:
            s += ',"content":' + quoted(v)
        if v := d["parts"]:
            s += ',"parts":' + written(v)
        if v := d["tool_calls"]:
            s += ',"toolCalls":' + written(v)
        if v := d["tool_call_id"]:
            s += ',"toolCallId":' + quoted(v)
        if v := d["tool_name"]:
            s += ',"toolName":' + quoted(v)
        if d["failed"]:
            s += ',"failed":true'
        if v := d["thinking"]:
            s += ',"thinking":' + written(v)
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if (v := d["finish_reason"]) is not None:
            s += ',"finishReason":' + written(v)
        if v := d["finish_reason_raw"]:
            s += ',"finishReasonRaw":' + quoted(v)
        if v := d["model"]:
            s += ',"model":' + quoted(v)
        if v := d["prefix"]:
            s += ',"prefix":' + quoted(v)
        if (v := d["native"]) is not None:
            s += ',"native":' + written(v)
        return s

    def replace(
        self,
        *,
        role: Literal["system", "user", "assistant", "tool"] | str | Unset = UNSET,
        content: str | Unset = UNSET,
        parts: tuple[Part, ...] | Unset = UNSET,
        tool_calls: tuple[ToolCall, ...] | Unset = UNSET,
        tool_call_id: str | Unset = UNSET,
        tool_name: str | Unset = UNSET,
        failed: bool | Unset = UNSET,
        thinking: tuple[ThinkingBlock, ...] | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        finish_reason: FinishReason | str | None | Unset = UNSET,
        finish_reason_raw: str | Unset = UNSET,
        model: str | Unset = UNSET,
        prefix: str | Unset = UNSET,
        native: Native | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "role": role,
                "content": content,
                "parts": parts,
                "tool_calls": tool_calls,
                "tool_call_id": tool_call_id,
                "tool_name": tool_name,
                "failed": failed,
                "thinking": thinking,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "finish_reason": finish_reason,
                "finish_reason_raw": finish_reason_raw,
                "model": model,
                "prefix": prefix,
                "native": native,
            }
        )


class Request(Frozen, frozen=True):
    """What a model is asked: one turn."""

    messages: Annotated[tuple[Message, ...], Lenient()] = ()
    "The conversation, system message first."
    tools: Annotated[tuple[ToolSpec, ...], Lenient()] = ()
    "The tools that the model sees."
    tool_choice: Annotated[ToolChoice | None, Field(alias="toolChoice")] = None
    "Absent means `auto`."
    output: OutputSpec | None = None
    "The shape of the answer, where it is not plain text."
    settings: Settings | None = None
    "Sampling settings."
    run_id: Annotated[str, Field(alias="runId"), Lenient()] = ""
    "The run that asks; never sent."
    conversation_id: Annotated[str, Field(alias="conversationId"), Lenient()] = ""
    "Its conversation; never sent."
    turn: Annotated[int, Field(ge=0), Lenient()] = 0
    "The turn, from 0; never sent."

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        if v := d["messages"]:
            s += ',"messages":' + written(v)
        if v := d["tools"]:
            s += ',"tools":' + written(v)
        if (v := d["tool_choice"]) is not None:
            s += ',"toolChoice":' + written(v)
        if (v := d["output"]) is not None:
            s += ',"output":' + written(v)
        if (v := d["settings"]) is not None:
            s += ',"settings":' + written(v)
        if v := d["run_id"]:
            s += ',"runId":' + quoted(v)
        if v := d["conversation_id"]:
            s += ',"conversationId":' + quoted(v)
        if v := d["turn"]:
            s += ',"turn":' + written(v)
        return s

    def replace(
        self,
        *,
        messages: tuple[Message, ...] | Unset = UNSET,
        tools: tuple[ToolSpec, ...] | Unset = UNSET,
        tool_choice: ToolChoice | None | Unset = UNSET,
        output: OutputSpec | None | Unset = UNSET,
        settings: Settings | None | Unset = UNSET,
        run_id: str | Unset = UNSET,
        conversation_id: str | Unset = UNSET,
        turn: int | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "messages": messages,
                "tools": tools,
                "tool_choice": tool_choice,
                "output": output,
                "settings": settings,
                "run_id": run_id,
                "conversation_id": conversation_id,
                "turn": turn,
            }
        )


class Response(Frozen, frozen=True):
    """What a model answered."""

    message: Message
    "The assistant's message."
    usage: Usage
    "Tokens of this answer; zeros where the provider told none."
    finish_reason: Annotated[FinishReason | str | None, Field(alias="finishReason")] = None
    "Why the model stopped; absent where the provider gave no reason."
    finish_reason_raw: Annotated[str, Field(alias="finishReasonRaw"), Lenient()] = ""
    "The provider's own word for it."
    provider_data: Annotated[FrozenObject, Field(alias="providerData"), Lenient()] = EMPTY
    "What the provider says of the answer beside it, by its own names: the results of content filters."
    required_keys: ClassVar[frozenset[str]] = frozenset(["message", "usage"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"message":' + written(d["message"])
        s += ',"usage":' + written(d["usage"])
        if (v := d["finish_reason"]) is not None:
            s += ',"finishReason":' + written(v)
        if v := d["finish_reason_raw"]:
            s += ',"finishReasonRaw":' + quoted(v)
        if v := d["provider_data"]:
            s += ',"providerData":' + written(v)
        return s

    def replace(
        self,
        *,
        message: Message | Unset = UNSET,
        usage: Usage | Unset = UNSET,
        finish_reason: FinishReason | str | None | Unset = UNSET,
        finish_reason_raw: str | Unset = UNSET,
        provider_data: FrozenObject | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "message": message,
                "usage": usage,
                "finish_reason": finish_reason,
                "finish_reason_raw": finish_reason_raw,
                "provider_data": provider_data,
            }
        )


class RunErrorData(Frozen, frozen=True):
    """A failure as data: it is saved, loaded in another process, and its run resumes from `partial`."""

    stage: Literal["prepare", "model", "tool", "decode", "usage", "loop", "canceled"] | str
    "Where the run ended."
    message: str
    "What happened, where, and what to do."
    cause: Annotated[tuple[Cause, ...], Lenient()] = ()
    "The chain of causes, outermost first."
    provider: ProviderDetails | None = None
    "What the provider answered."
    canceled_reason: Annotated[str, Field(alias="canceledReason"), Lenient()] = ""
    "Why the run was stopped on purpose."
    limit: LimitDetails | None = None
    "The limit that was reached."
    partial: Evidence | None = None
    "What the run had gathered."
    required_keys: ClassVar[frozenset[str]] = frozenset(["stage", "message"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"stage":' + quoted(d["stage"])
        s += ',"message":' + quoted(d["message"])
        if v := d["cause"]:
            s += ',"cause":' + written(v)
        if (v := d["provider"]) is not None:
            s += ',"provider":' + written(v)
        if v := d["canceled_reason"]:
            s += ',"canceledReason":' + quoted(v)
        if (v := d["limit"]) is not None:
            s += ',"limit":' + written(v)
        if (v := d["partial"]) is not None:
            s += ',"partial":' + written(v)
        return s

    def replace(
        self,
        *,
        stage: Literal["prepare", "model", "tool", "decode", "usage", "loop", "canceled"] | str | Unset = UNSET,
        message: str | Unset = UNSET,
        cause: tuple[Cause, ...] | Unset = UNSET,
        provider: ProviderDetails | None | Unset = UNSET,
        canceled_reason: str | Unset = UNSET,
        limit: LimitDetails | None | Unset = UNSET,
        partial: Evidence | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "stage": stage,
                "message": message,
                "cause": cause,
                "provider": provider,
                "canceled_reason": canceled_reason,
                "limit": limit,
                "partial": partial,
            }
        )


class ToolCall(CallModel, frozen=True):
    """A call that the model asked for. Its arguments are the model's untrusted text."""

    id: str
    "The provider's id of the call, or a synthesized one."
    name: str
    "The name of the tool."
    args: Annotated[RawArgs, ArgsText()]
    "The arguments: as a JSON value when the text is strict JSON, else the text as a JSON string. In Python `args.text` is the text, byte for byte."
    signature: Annotated[str, Lenient()] = ""
    "An opaque token of the provider that goes back with the call."
    deferred: DeferredMark | None = None
    "Set when the run paused at this call."
    provider: Annotated[str, Lenient()] = ""
    "Who signed the call: a row's tag."
    required_keys: ClassVar[frozenset[str]] = frozenset(["id", "name", "args"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"id":' + quoted(d["id"])
        s += ',"name":' + quoted(d["name"])
        s += ',"args":' + written(d["args"])
        if v := d["signature"]:
            s += ',"signature":' + quoted(v)
        if v := d["args"].written()[1]:
            s += ',"argsText":' + v
        if (v := d["deferred"]) is not None:
            s += ',"deferred":' + written(v)
        if v := d["provider"]:
            s += ',"provider":' + quoted(v)
        return s

    def replace(
        self,
        *,
        id: str | Unset = UNSET,
        name: str | Unset = UNSET,
        args: RawArgs | Unset = UNSET,
        signature: str | Unset = UNSET,
        deferred: DeferredMark | None | Unset = UNSET,
        provider: str | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {"id": id, "name": name, "args": args, "signature": signature, "deferred": deferred, "provider": provider}
        )


DeferredMark.model_rebuild()
RunEnd.model_rebuild()
Evidence.model_rebuild()
Message.model_rebuild()
