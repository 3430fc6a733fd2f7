"""A provider's own content: kept where the neutral keys do not give it back, replayed while it is still true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from golem_wire._runtime import JsonValue, digest
from golem_wire.canonical import Message, Native

__all__ = ["native_content", "neutral_digest", "replayable", "with_native"]

_CALL_KEYS = ("id", "name", "args", "argsText", "signature", "provider")
_NEUTRAL = ("role", "content", "parts", "toolCalls", "toolCallId", "toolName", "failed", "thinking")


def neutral_digest(message: Message) -> str:
    """Digest of what every provider and the application understand of a message; no stamps, no pauses."""
    value = message.to_value()
    neutral = {key: value[key] for key in _NEUTRAL if key in value}
    if message.tool_calls:
        calls = [call.to_value() for call in message.tool_calls]
        neutral["toolCalls"] = [{key: call[key] for key in _CALL_KEYS if key in call} for call in calls]
    return digest(neutral)


def with_native(message: Message, tag: str, content: Sequence[JsonValue]) -> Message:
    """The message with the provider's own content beside the neutral keys."""
    return message.replace(native=Native(tag=tag, digest=neutral_digest(message), content=tuple(content)))


def native_content(message: Message, tag: str) -> tuple[JsonValue, ...]:
    """The provider's own content, while it is of this tag and the message still says the same; else nothing."""
    native = message.native
    if native is None or native.tag != tag or native.digest != neutral_digest(message):
        return ()
    return native.content


def replayable(sent: Mapping[str, JsonValue], keys: frozenset[str]) -> dict[str, JsonValue]:
    """What of an answered object goes back: the tables' keys, where they hold anything."""
    return {key: value for key, value in sent.items() if key in keys and not _empty(value)}


def _empty(value: JsonValue) -> bool:
    return value is None or (isinstance(value, str | Sequence | Mapping) and not cast("Sequence[object]", value))
