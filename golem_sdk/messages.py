"""Messages and their parts: how they are made, checked, saved and loaded."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Never, TypeAlias, cast

from pydantic import TypeAdapter, ValidationError

from golem_wire._runtime import JsonValue, Spelled, clean_text, compact
from golem_wire.canonical import (
    AudioPart,
    DocumentPart,
    ImagePart,
    Message,
    Part,
    TextPart,
    UnknownPart,
    VideoPart,
)

__all__ = [
    "Problem",
    "Prompt",
    "TranscriptError",
    "dump_messages",
    "image",
    "load_messages",
    "part_problem",
    "user_message",
    "validate",
]

Prompt: TypeAlias = str | Sequence[str | Part]
"""What a user says: text, or texts and parts in order."""

_logger = logging.getLogger("golem_sdk")
_messages = TypeAdapter(tuple[Message, ...])

# Numbers whose spelling pydantic would lose: trailing zeros, exponents, more digits than a float holds, -0.
_SPELLING = re.compile(rb"\d\.\d+0[^\d]|\d[eE][-+\d]|\d\.\d{15}|-0[^.\d]")


class TranscriptError(ValueError):
    """A transcript that cannot be read: it names the message, the key and the rule."""


def image(*, url: str = "", data: bytes = b"", media_type: str = "", name: str = "") -> ImagePart:
    """A picture for a prompt or a tool result: by `url`, or by `data` with its `media_type` (`image/png`).

    Raises ValueError when neither or both are given, or `data` comes without its media type.
    """
    part = ImagePart(url=url, data=data, media_type=media_type, name=name)
    if problem := part_problem(part):
        raise ValueError(f"image(): {problem}")
    return part


def user_message(prompt: Prompt) -> Message:
    """The prompt as a message: texts before the first part are its content, later ones keep their place."""
    if isinstance(prompt, str):
        return Message(role="user", content=prompt)
    leading: list[str] = []
    parts: list[Part] = []
    for item in prompt:
        if not isinstance(item, str):
            parts.append(item)
        elif parts:
            parts.append(TextPart(text=item))
        else:
            leading.append(item)
    return Message(role="user", content="\n".join(leading), parts=tuple(parts))


def dump_messages(messages: Iterable[Message]) -> str:
    """The durable JSON of a conversation: a bare array of messages, without white space."""
    return compact([message.to_value() for message in messages])


def load_messages(data: str | bytes, *, report: Callable[[str], None] = _logger.warning) -> tuple[Message, ...]:
    """Messages from their durable JSON, this library's, the Go library's or a newer writer's.

    What is dropped (a null in place of a message) is told to `report`. Raises `TranscriptError` for what is
    no JSON, no array, or holds a known key of another type.
    """
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    if not _SPELLING.search(raw):
        try:
            return _messages.validate_json(raw)
        except ValidationError:
            pass  # nulls, lone surrogates, mistakes: the careful way tells them apart
    return _load_carefully(raw, report)


def _load_carefully(raw: bytes, report: Callable[[str], None]) -> tuple[Message, ...]:
    try:
        document: object = json.loads(
            raw.decode("utf-8-sig", "replace"), parse_float=Spelled, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise TranscriptError(f"the transcript is not JSON: {error}") from error
    if not isinstance(document, list):
        raise TranscriptError(f"a transcript is an array of messages, not {type(document).__name__}")
    items = cast("list[object]", document)
    for index, item in enumerate(items):
        if item is None:
            report(f"message {index} is null and was dropped")
    try:
        return _messages.validate_python([_clean(item) for item in items if item is not None])
    except ValidationError as error:
        raise TranscriptError(_first_problem(error)) from error


def _refuse_constant(word: str) -> Never:
    raise ValueError(f"{word} is not JSON")


def _clean(value: object) -> object:
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_text(k): _clean(v) for k, v in cast("dict[str, object]", value).items()}
        case list():
            return [_clean(item) for item in cast("list[object]", value)]
        case _:
            return value


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    index, *path = first["loc"] or (0,)
    # What stands beside the keys are pydantic's own names for the branches it tried.
    keys = ".".join(str(step) for step in path if isinstance(step, int) or str(step).isidentifier())
    return f"message {index}{', ' + keys if keys else ''}: {first['msg']} ({error.error_count()} in all)"


@dataclass(frozen=True)
class Problem:
    """What is wrong with a message: `message` and `part` are indexes, `rule` names the rule."""

    message: int
    part: int | None
    rule: str
    text: str

    def __str__(self) -> str:
        place = f"message {self.message}" + ("" if self.part is None else f", part {self.part}")
        return f"{place}: {self.text}"


def validate(messages: Sequence[Message]) -> tuple[Problem, ...]:
    """What a provider would refuse or misread, whoever it is; empty when there is nothing."""
    return tuple(_problems(messages))


def _problems(messages: Sequence[Message]) -> Iterator[Problem]:
    for index, message in enumerate(messages):
        if message.parts and message.role in ("system", "assistant"):
            yield Problem(index, None, "parts-role", f"parts do not go on a {message.role} message")
        if message.thinking and message.role != "assistant":
            yield Problem(index, None, "thinking-role", f"thinking does not go on a {message.role} message")
        for place, part in enumerate(message.parts):
            if isinstance(part, UnknownPart):
                yield Problem(index, place, "unknown-part", f"a part of unknown kind {part.kind!r} is never sent")
            elif problem := part_problem(part):
                yield Problem(index, place, "part", problem)


def part_problem(part: Part) -> str:
    """What keeps a part of a known kind from being well-formed; empty when nothing does."""
    match part:
        case ImagePart() | DocumentPart() | AudioPart() | VideoPart():
            given = [name for name in ("url", "data", "file") if getattr(part, name)]
            if len(given) != 1:
                has = " and ".join(given) or "none"
                return f"the {part.kind} needs exactly one of url, data and file; it has {has}"
            return f"the {part.kind}'s data needs a media_type" if part.data and not part.media_type else ""
        case TextPart() | UnknownPart():
            return ""


def json_value(value: object) -> JsonValue:
    """The value as JSON, for pydantic models, dataclasses and plain data. Raises ValueError for the rest."""
    return cast("JsonValue", TypeAdapter(type(value)).dump_python(value, mode="json", by_alias=True))
