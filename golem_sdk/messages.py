"""Messages and their parts: how they are made, checked, saved and loaded."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Never, Self, TypeAlias, cast

from pydantic import TypeAdapter, ValidationError

from golem_wire._runtime import JsonValue, Noticed, RawArgs, clean_text, compact, joined
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
    "first_mistake",
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

# Numbers whose spelling pydantic would lose: exponents and what Python writes with one, trailing zeros, more digits
# than a float holds, -0. They stand after one of three characters, so that ids and texts are skipped.
_CAREFUL = re.compile(
    rb"[:,\[][ \t\r\n]*-?[0-9](?:"
    rb"[0-9]*(?:\.[0-9]+)?[eE]|\.0000|[0-9]*\.[0-9]+0(?![0-9])|[0-9.]{16}|(?<=-0)(?![.0-9]))"
)
_MINUS_ZERO = re.compile(rb"-0(?<=[:,\[ \t\r\n]-0)(?=[,\]} \t\r\n])")  # in an array or object, as an integer
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
_Part: TypeAlias = ImagePart | DocumentPart | AudioPart | VideoPart | TextPart | UnknownPart
_KINDS = ("image", "document", "audio", "video", "text")
_LISTS = ("parts", "toolCalls", "thinking")
_CALLS = ("toolCalls", "tool_calls")  # a reader takes both names of a key
_MOST_DIGITS = 4_000  # Python reads no longer integers, to keep their cost bounded


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
    """The prompt as a message: texts before the first part are its content, later ones keep their place.

    Raises ValueError for what is neither a text nor a part.
    """
    if isinstance(prompt, str):
        return Message(role="user", content=prompt)
    leading: list[str] = []
    parts: list[Part] = []
    for index, item in enumerate(prompt):
        if not isinstance(cast("object", item), str | _Part):
            raise ValueError(f"prompt[{index}] is a {type(item).__name__}, neither a text nor a part")
        if not isinstance(item, str):
            parts.append(item)
        elif parts:
            parts.append(TextPart(text=item))
        else:
            leading.append(item)
    return Message(role="user", content="\n".join(leading), parts=tuple(parts))


def dump_messages(messages: Iterable[Message]) -> str:
    """The durable JSON of a conversation: a bare array of messages, without white space."""
    return f"[{joined(tuple(messages))}]"


def load_messages(data: str | bytes, *, report: Callable[[str], None] = _logger.warning) -> tuple[Message, ...]:
    """Messages from their durable JSON, this library's, the Go library's or a newer writer's.

    What is dropped (a null in place of a message, a part, a call) is told to `report`. Raises `TranscriptError`
    for what is no JSON, no array, or holds a known key of another type.
    """
    raw = clean_text(data).encode() if isinstance(data, str) else data
    noticed = Noticed()
    try:
        messages = _messages.validate_json(raw, context=noticed)
        if not noticed.nulls and not _loses_a_spelling(raw, noticed):
            return messages
    except ValidationError:
        pass  # lone surrogates, deep nesting, mistakes: the careful way tells them apart
    return _load_carefully(raw, report)


def _loses_a_spelling(raw: bytes, noticed: Noticed) -> bool:
    if _MINUS_ZERO.search(raw):
        return True
    # To look at every comma takes as long as to parse the document. What we write stands there as we write it.
    place = 0
    for text in noticed.fractions:
        place = raw.find(b'"args":' + text.encode(), place) + 1
        if not place or text[-1] not in "]}":
            return bool(_CAREFUL.search(raw))
    return False


def _load_carefully(raw: bytes, report: Callable[[str], None]) -> tuple[Message, ...]:
    try:
        text = raw.decode("utf-8-sig", "replace")
        document: object = json.loads(text, parse_float=_Spelled, parse_int=_integer, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise TranscriptError(f"the transcript is not JSON: {error}") from error
    if not isinstance(document, list):
        raise TranscriptError(f"a transcript is an array of messages, not {type(document).__name__}")
    items = cast("list[object]", document)
    for place in _nulls(items):
        report(f"{place} is null and was dropped")
    try:
        clean = _clean if _HALF_CHARACTER.search(text) else _as_it_is
        return _messages.validate_python([_with_texts(clean(item)) for item in items if item is not None])
    except ValidationError as error:
        raise TranscriptError(f"message {first_mistake(error)}") from error
    except RecursionError as error:
        raise TranscriptError("the transcript is nested too deeply") from error


def _nulls(items: Sequence[object]) -> Iterator[str]:
    """Where a list holds a null in place of a message, a part, a call or a thinking block."""
    for index, item in enumerate(items):
        if item is None:
            yield f"message {index}"
        elif isinstance(item, dict):
            message = cast("dict[str, object]", item)
            lists = {key: cast("list[object]", message[key]) for key in _LISTS if isinstance(message.get(key), list)}
            yield from (f"message {index}, {k} {i}" for k, v in lists.items() for i, e in enumerate(v) if e is None)


class _Spelled(float):
    """A number that remembers how it was written, so that the text of arguments survives a load."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        new = super().__new__(cls, text)
        new.text = text
        return new


def _with_texts(message: object) -> object:
    """The message with the arguments of its calls as texts, in the spelling that they had."""
    if isinstance(message, dict):
        for key in _CALLS:
            calls = cast("dict[str, object]", message).get(key)
            for call in cast("list[object]", calls) if isinstance(calls, list) else ():
                if isinstance(call, dict):
                    _with_text(cast("dict[str, object]", call))
    return message  # pyright: ignore[reportUnknownVariableType]  # a dict of unknown values is an object


def _with_text(call: dict[str, object]) -> None:
    if not isinstance(call.get("args", ""), str):
        call["args"] = RawArgs(_lossless(call["args"]))


def _lossless(value: object) -> str:
    match value:
        case _Spelled():
            return value.text
        case dict():
            items = cast("dict[str, object]", value).items()
            return "{" + ",".join([f"{compact(k)}:{_lossless(v)}" for k, v in items]) + "}"
        case list():
            return "[" + ",".join([_lossless(item) for item in cast("list[object]", value)]) + "]"
        case _:
            return compact(value)


def _as_it_is(value: object) -> object:
    return value


def _integer(text: str) -> int | _Spelled:
    return _Spelled(text) if text == "-0" or len(text) > _MOST_DIGITS else int(text)


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


def first_mistake(error: ValidationError) -> str:
    """The first thing that is wrong with a canonical value: the keys that lead to it, and what it must be."""
    first = error.errors(include_url=False, include_input=False)[0]
    # What stands beside the keys are pydantic's own names for the branches it tried.
    keys = [str(step) for step in first["loc"] if isinstance(step, int) or step.isidentifier()]
    return f"{'.'.join(keys) or 'the value'}: {first['msg']}"


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
                yield Problem(index, place, "unknown-part", _unreadable(part))
            elif problem := part_problem(part):
                yield Problem(index, place, "part", problem)


def _unreadable(part: UnknownPart) -> str:
    if part.kind in _KINDS:
        return f"the {part.kind} cannot be read, so it is never sent: its data is not base64, or a key is not a text"
    return f"a part of unknown kind {part.kind!r} is never sent"


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
