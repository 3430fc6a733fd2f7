"""What the generated models stand on: frozen JSON, argument texts, and two base classes.

Nothing here imports `golem_sdk`; generated code and its readers share only this file and pydantic.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from enum import Enum
from functools import cache
from json import encoder
from math import isfinite
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Never, Self, TypeAlias, Union, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    PlainSerializer,
    ValidationInfo,
    model_serializer,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticKnownError, PydanticUseDefault, core_schema
from typing_extensions import TypeAliasType

from golem_wire._facts import (
    AdapterFacts,
    Form,
    PartCells,
    Place,
    SchemaDialect,
    UnsupportedPart,
    WireRequest,
)

__all__ = [
    "API",
    "EMPTY",
    "UNSET",
    "AdapterFacts",
    "ArgsText",
    "Base64",
    "CallModel",
    "DefaultTag",
    "Form",
    "Frozen",
    "FrozenJson",
    "FrozenObject",
    "FrozenStrings",
    "JsonText",
    "JsonValue",
    "KeptModel",
    "KeptWire",
    "Lenient",
    "MessageModel",
    "Noticed",
    "PartCells",
    "Place",
    "RawArgs",
    "ReadOnly",
    "SchemaDialect",
    "Tolerant",
    "UnknownVariant",
    "Unset",
    "UnsupportedPart",
    "WireModel",
    "WireRequest",
    "clean_text",
    "compact",
    "count",
    "digest",
    "freeze",
    "joined",
    "kept_wire",
    "quoted",
    "written",
]

API: Final = 1
"""The number of this generated API; a runtime takes its own number and the one before."""

if TYPE_CHECKING:  # pyright loses a recursive TypeAliasType, depending on the order it reads modules in
    JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
else:
    JsonValue = TypeAliasType(
        "JsonValue",
        Union[bool, int, float, str, "Sequence[JsonValue]", "Mapping[str, JsonValue]", None],
    )
"""Any JSON value, read-only: arrays may be lists or tuples, objects any mapping."""


class Unset(Enum):
    """The type of `UNSET`, which says that an argument was not given."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET

_SURROGATE = re.compile("[\ud800-\udfff]")


def _compact() -> Callable[[object], str]:
    plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)
    make: Callable[..., Callable[[object, int], Sequence[str]]] | None = getattr(encoder, "c_make_encoder", None)
    # `encode` makes this anew for every value, which takes longer than a short value itself.
    try:
        chunks = make and make(None, plain.default, quoted, None, ":", ",", False, False, False)
    except TypeError:  # it is no documented function: a later Python may want other arguments
        chunks = None
    return (lambda value: "".join(chunks(value, 0))) if chunks else plain.encode


quoted: Callable[[str], str] = encoder.encode_basestring
"""`compact` of a text."""
compact: Callable[[object], str] = _compact()
"""The JSON of a value without white space, non-ASCII characters as they are. Raises ValueError for NaN."""

_canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True).encode


def digest(value: JsonValue) -> str:
    """First 32 hex digits of SHA-256 over the value's JSON with sorted keys, no white space, UTF-8."""
    return hashlib.sha256(_canonical(value).encode()).hexdigest()[:32]


def clean_text(text: str) -> str:
    """The text with lone surrogates, which no UTF-8 can hold, replaced by U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


class _FrozenDict(dict[str, JsonValue]):
    """A JSON object that cannot change. A dict, because the C encoder of `json` takes nothing else."""

    __slots__ = ()

    def _hash(self) -> int:
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[_FrozenDict], tuple[dict[str, JsonValue]]]:
        return (_FrozenDict, (dict(self),))

    def _refuse(self, *_args: object, **_kwargs: object) -> Never:
        raise TypeError("this JSON object belongs to an immutable value; build a new one")

    if not TYPE_CHECKING:  # dict has no hash because it can change; this cannot
        __hash__ = _hash
        __setitem__ = __delitem__ = __ior__ = _refuse
        clear = pop = popitem = setdefault = update = _refuse


def freeze(value: object) -> JsonValue:
    """The same JSON value, immutable to the bottom. Raises ValueError for what JSON cannot hold."""
    match value:
        case str():  # the commonest first
            return clean_text(value)
        case None | bool() | int():
            return value
        case float() if isfinite(value):
            return value
        case _FrozenDict():
            return value
        case Mapping():
            items = cast("Mapping[object, object]", value).items()
            return _FrozenDict({clean_text(_key(k)): freeze(v) for k, v in items})
        case list() | tuple():
            return tuple([freeze(item) for item in cast("Sequence[object]", value)])
        case _:
            raise ValueError(f"not JSON: {type(value).__name__} {value!r:.80}")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise ValueError(f"not JSON: an object's key must be a string, not {key!r:.80}")
    return key


def _frozen_mapping(value: object) -> JsonValue:
    if not isinstance(value, Mapping):
        raise ValueError("must be a JSON object")
    return freeze(cast("Mapping[object, object]", value))


class _JsonSchema:
    """Tells pydantic that a field is any JSON value, and which function makes it immutable."""

    def __init__(self, freezer: Callable[[object], JsonValue]) -> None:
        self._freezer = freezer

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._freezer, core_schema.any_schema())


FrozenJson: TypeAlias = Annotated[JsonValue, _JsonSchema(freeze)]
FrozenObject: TypeAlias = Annotated[Mapping[str, JsonValue], _JsonSchema(_frozen_mapping)]
FrozenStrings: TypeAlias = Annotated[Mapping[str, str], _JsonSchema(_frozen_mapping)]


EMPTY: Final[Mapping[str, Never]] = cast("Mapping[str, Never]", _FrozenDict())
"""The empty JSON object, for defaults."""


class Tolerant:
    """For answered counters: what is no number, on a host that is wrong about it, is as good as absent."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        absent = core_schema.no_info_plain_validator_function(_nothing)
        return core_schema.union_schema([handler(source), absent], mode="left_to_right")


def _nothing(value: object) -> None:
    return None


class ReadOnly:
    """For typed mappings: the validated values, in a mapping that cannot change."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(_FrozenDict, handler(source))


def _base64(value: object) -> object:
    if not isinstance(value, str):
        return value
    text = value.replace("-", "+").replace("_", "/")  # some hosts write the URL-safe alphabet
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error as error:
        raise ValueError(f"not base64: {error}") from error


def _unbase64(value: bytes) -> str:
    return base64.b64encode(value).decode()


Base64: TypeAlias = Annotated[
    bytes, BeforeValidator(_base64), PlainSerializer(_unbase64, return_type=str, when_used="json")
]


def _json_text(value: object) -> object:
    return value if isinstance(value, str) or value is None else compact(value)


JsonText: TypeAlias = Annotated[str, BeforeValidator(_json_text)]
"""Text that is JSON; a host that sends the value itself is read as if it had sent its text."""


_keep: Final = object.__setattr__


@dataclass(slots=True)
class Noticed:
    """What a reader of JSON may lose; given as the context of a validation, it says afterwards what there was."""

    nulls: bool = False
    """Elements of arrays were null, and were dropped."""
    fractions: list[str] = member(default_factory=list[str])
    """Arguments that may hold numbers which Python spells otherwise than they came."""


@dataclass(frozen=True, slots=True)
class RawArgs:
    """The arguments of a call: the model's text, byte for byte, trusted by nobody."""

    text: str = ""
    _written: tuple[str, str] = member(default=("", ""), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.text.isascii():
            _keep(self, "text", clean_text(self.text))

    def value(self) -> JsonValue:
        """The JSON value of the text. Raises ValueError when the text is not strict JSON."""
        try:
            return cast("JsonValue", json.loads(self.text, parse_constant=_no_constant))
        except RecursionError as error:
            raise ValueError("the arguments are nested too deeply") from error

    def durable(self) -> tuple[JsonValue, str]:
        """What the JSON keys `args` and `argsText` hold; the latter is empty where `args` says it all."""
        args, text = self.written()
        return cast("JsonValue", json.loads(args)), self.text if text else ""

    def written(self) -> tuple[str, str]:
        """The JSON of both, written once and kept."""
        kept = self._written
        if not kept[0]:
            kept = self._write()
            _keep(self, "_written", kept)
        return kept

    def _write(self) -> tuple[str, str]:
        try:
            value = self.value()
            if _is_deep(self.text) and _deeper(value, _DEPTH):
                return quoted(self.text), ""
            written = compact(value)
            if not isinstance(value, str) and written == self.text:
                return written, ""
            if not written.isascii() and _SURROGATE.search(written):
                written = compact(json.loads(clean_text(written)))  # the text escapes half a character
            return written, quoted(self.text)
        except (ValueError, RecursionError):
            return quoted(self.text), ""

    @classmethod
    def load(cls, value: object) -> RawArgs:
        """The arguments as JSON holds them: a string is the text itself, anything else its value."""
        if isinstance(value, RawArgs):
            return value
        if isinstance(value, str):
            return cls(value)
        text = compact(value)
        if _is_deep(text) or not (text.isascii() or _SURROGATE.search(text) is None):
            return cls(text)
        args = cls.__new__(cls)  # its JSON is known: it need not be parsed again to be written
        _keep(args, "text", text)
        _keep(args, "_written", (text, ""))
        return args

    @classmethod
    def _read(cls, value: object, info: ValidationInfo[object]) -> RawArgs:
        args = cls.load(value)
        if isinstance(info.context, Noticed) and not isinstance(value, str) and _has_fraction(args.text):
            info.context.fractions.append(args.text)
        return args

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(
            cls._read,
            serialization=core_schema.plain_serializer_function_ser_schema(_args_value, when_used="always"),
        )


class ArgsText:
    """For the arguments of a call, which need not be there where their exact text is."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_default_schema(handler(source), default=_ABSENT)


_ABSENT: Final = RawArgs()


# pydantic's parser gives up at 200 levels, and other values stand around the arguments: deeper ones are kept as text.
_DEPTH: Final = 100


def _is_deep(text: str) -> bool:
    return len(text) > _DEPTH and text.count("[") + text.count("{") > _DEPTH


def _has_fraction(text: str) -> bool:
    """Whether there may be a number in the JSON that Python does not spell as it came."""
    return "." in text or "e+" in text or "e-" in text


def _deeper(value: JsonValue, depth: int) -> bool:
    match value:
        case dict():
            return depth == 0 or any(_deeper(item, depth - 1) for item in value.values())
        case list():
            return depth == 0 or any(_deeper(item, depth - 1) for item in value)
        case _:
            return False


def _no_constant(word: str) -> Never:
    raise ValueError(f"{word} is not JSON")


def _args_value(args: RawArgs) -> JsonValue:
    return args.durable()[0]


class Lenient:
    """For fields with a default: null means the default, and null elements are dropped.

    The first branch is pydantic's own, in Rust; the second runs only for what the first refuses. A context that is
    `Noticed` hears of elements that were dropped.
    """

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        inner = handler(source)
        tidied = core_schema.with_info_before_validator_function(_tidy, inner)
        return core_schema.union_schema([inner, tidied], mode="left_to_right")


def _tidy(value: object, info: ValidationInfo[object]) -> object:
    match value:
        case None:
            raise PydanticUseDefault
        case list() | tuple():
            items = cast("Sequence[object]", value)
            kept = [item for item in items if item is not None]
            if isinstance(info.context, Noticed) and len(kept) < len(items):
                info.context.nulls = True
            return kept
        case _:
            return value


class Frozen(BaseModel, frozen=True):
    """Base of the canonical models: immutable to the bottom, and every key of a newer writer is kept.

    What it dumps is its durable JSON: keys in the order of the schema, empty ones left out, unknown ones
    last. Two values are equal when their known and unknown keys are.
    """

    model_config = ConfigDict(
        extra="allow",
        validate_by_name=True,
        validate_by_alias=True,
        protected_namespaces=(),
    )

    if not TYPE_CHECKING:  # a checker would take the annotation for a field of every subclass
        __pydantic_extra__: dict[str, FrozenJson]

    required_keys: ClassVar[frozenset[str]] = frozenset()
    """Fields that are written even when they are empty."""
    native_keys: ClassVar[frozenset[str]] = frozenset()
    """Fields whose change makes the provider's own content untrue."""

    def __init__(self, /, **data: object) -> None:
        super().__init__(**{k: _cleaned(v) for k, v in data.items()})

    # pydantic would call an `__init__` of ours for every nested value too; what comes from JSON is clean.
    setattr(__init__, "__pydantic_base_init__", True)  # noqa: B010

    @property
    def model_extra(self) -> dict[str, JsonValue]:
        """The keys of a newer writer, in their order; like everything here, they cannot be changed."""
        return _FrozenDict(self.__pydantic_extra__ or {})

    @model_serializer(mode="plain")
    def to_value(self) -> dict[str, JsonValue]:
        """The durable JSON as a value."""
        out = dict(self._known_keys())
        out.update(self.__pydantic_extra__ or {})
        return out

    def to_json(self) -> str:
        """The durable JSON as text, without white space."""
        extra = self.__pydantic_extra__
        if not extra:
            return "{" + self._members()[1:] + "}"
        if not _keys(type(self)).isdisjoint(extra):  # a field that was given under both its names
            return compact(self.to_value())
        return "{" + f"{self._members()},{compact(extra)[1:-1]}"[1:] + "}"

    def _known_keys(self) -> Iterator[tuple[str, JsonValue]]:
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if value is None or (value == field.default and name not in self.required_keys):
                continue
            yield field.alias or name, _json(value)

    def _members(self) -> str:
        """`_known_keys` as JSON, a comma before each; generated classes have one of their own, which is faster."""
        known = dict(self._known_keys())
        return f",{compact(known)[1:-1]}" if known else ""

    def _replaced(self, changes: Mapping[str, object]) -> Self:
        given = {name: value for name, value in changes.items() if value is not UNSET}
        data: dict[str, object] = {name: getattr(self, name) for name in type(self).model_fields}
        data.update(self.__pydantic_extra__ or {})
        if not self.native_keys.isdisjoint(given):
            data["native"] = None
        return type(self)(**data | given)

    def model_copy(self, *, update: Mapping[str, object] | None = None, deep: bool = False) -> Self:
        """The same value; `update` goes through validation, as `replace` does."""
        names = {field.alias: name for name, field in type(self).model_fields.items()}
        return self._replaced({names.get(key, key): value for key, value in update.items()}) if update else self


def _cleaned(value: object) -> object:
    """Texts, and tuples of them, as UTF-8 can hold them; what else a field takes was clean when it was made."""
    match value:
        case str():
            return clean_text(value)
        case list() | tuple():
            items = cast("Sequence[object]", value)
            return tuple([clean_text(item) if isinstance(item, str) else item for item in items])
        case _:
            return value


@cache
def _keys(model: type[Frozen]) -> frozenset[str]:
    return frozenset({"argsText", *(field.alias or name for name, field in model.model_fields.items())})


def written(value: object) -> str:
    """`compact` of what a field holds."""
    return (_WRITERS.get(type(value)) or _writer(value))(value)


def _writer(value: object) -> Callable[..., str]:
    """What writes values of this type, from now on."""
    writes: Callable[..., str] = type(value).to_json if isinstance(value, Frozen) else _other
    _WRITERS[type(value)] = writes
    return writes


def _array(value: tuple[object, ...]) -> str:
    return "[" + ",".join([written(item) for item in value]) + "]"


def _object(value: Mapping[str, object]) -> str:
    try:
        return compact(value)
    except TypeError:  # a typed mapping holds models
        return compact(_json(value))


def _args(value: RawArgs) -> str:
    return value.written()[0]


def _other(value: object) -> str:
    return compact(_json(value))


_WRITERS: Final[dict[type, Callable[..., str]]] = {
    str: quoted,
    tuple: _array,
    bool: {True: "true", False: "false"}.__getitem__,
    RawArgs: _args,
    _FrozenDict: _object,
}
"""What writes a value of a type; together they write `compact` of `_json`, in one go."""


def _json(value: object) -> JsonValue:
    match value:
        case Frozen():
            return value.to_value()
        case RawArgs():
            return value.durable()[0]
        case bytes():
            return _unbase64(value)
        case tuple():
            return [_json(item) for item in cast("tuple[object, ...]", value)]
        case _FrozenDict() if not any(isinstance(item, Frozen) for item in value.values()):
            return value
        case Mapping():
            return {k: _json(v) for k, v in cast("Mapping[str, object]", value).items()}
        case _:
            return cast("JsonValue", value)


class CallModel(Frozen, frozen=True):
    """Base of a tool call: `args` and `argsText` of the durable JSON are one text in Python."""

    def model_post_init(self, context: object, /) -> None:
        """Makes one text of the two. A validator before would turn every call into a Python dict first."""
        extra = self.__pydantic_extra__ or {}
        text = extra.get("argsText")
        if isinstance(text, str):
            del extra["argsText"]
            cast("dict[str, object]", self.__dict__)["args"] = RawArgs(text)
        elif self.__dict__["args"] is _ABSENT:
            raise PydanticKnownError("missing")

    def _known_keys(self) -> Iterator[tuple[str, JsonValue]]:
        args: object = getattr(self, "args", None)
        value, text = args.durable() if isinstance(args, RawArgs) else (None, "")
        keys = dict(super()._known_keys())
        later = {key: keys.pop(key) for key in ("deferred", "provider") if key in keys}
        yield from (keys | {"args": value}).items()
        yield from ({"argsText": text} if text else {}).items()
        yield from later.items()


KeptWire: TypeAlias = dict[tuple[str, str], tuple[tuple[object, ...], bytes]]
"""By adapter and model: the messages that share a wire turn with this one, and the bytes of the turn."""


class MessageModel(Frozen, frozen=True):
    """Base of a message: its JSON, and what adapters make of it, are written once and kept.

    They stand in slots, which no copy, comparison or pickle looks at. A message cannot change, so that what is kept
    stays true, and two threads that write the same one write the same text.
    """

    __slots__ = ("_json", "_wire")

    def to_json(self) -> str:
        """The durable JSON as text, without white space."""
        try:
            return _kept_json(self)
        except AttributeError:
            text = super().to_json()
            _keep(self, "_json", text)
            return text


# The slots themselves: by name, a miss would go through pydantic's `__getattr__`, which is slow.
_kept_json: Callable[[MessageModel], str] = MessageModel.__dict__["_json"].__get__
_kept_wire: Callable[[MessageModel], KeptWire] = MessageModel.__dict__["_wire"].__get__


def joined(messages: Sequence[MessageModel]) -> str:
    """Their durable JSON, with commas between; where it is known, no Python runs for a message."""
    try:
        return ",".join(map(_kept_json, messages))
    except AttributeError:
        return ",".join([message.to_json() for message in messages])


def kept_wire(message: MessageModel) -> KeptWire:
    """What adapters have kept with the message; they add to it."""
    try:
        return _kept_wire(message)
    except AttributeError:
        kept: KeptWire = {}
        _keep(message, "_wire", kept)
        return kept


class WireModel(BaseModel, frozen=True):
    """Base of the wire models: immutable, named as Python names, dumped as the provider names them."""

    model_config = ConfigDict(
        extra="ignore",
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        protected_namespaces=(),
    )

    def to_wire(self, *, without: str = "") -> bytes:
        """The provider's JSON; what is absent is left out, and so is the field named `without`."""
        return self.model_dump_json(exclude_none=True, exclude={without} if without else None).encode()


class KeptModel(WireModel, frozen=True):
    """A wire model that keeps the keys it does not read, because they go back or are evidence."""

    model_config = ConfigDict(extra="allow")

    def kept(self) -> dict[str, JsonValue]:
        """What the provider sent, as JSON: every key, read or not."""
        return cast("dict[str, JsonValue]", self.model_dump(mode="json", exclude_unset=True))


class UnknownVariant(KeptModel, frozen=True):
    """A variant that the tables do not know. It keeps every key, and refuses the tags of its siblings."""

    tag_name: ClassVar[str] = "type"
    known_tags: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="before")
    @classmethod
    def _not_a_sibling(cls, data: object) -> object:
        if isinstance(data, Mapping):
            values = cast("Mapping[str, object]", data)
            tag = values.get(cls.tag_name)
            if isinstance(tag, str) and tag in cls.known_tags:
                raise ValueError("a known variant that does not fit its schema")
            return values
        return data


class DefaultTag:
    """For open unions whose tag some hosts leave out."""

    def __init__(self, name: str, tag: str) -> None:
        self._tag = {name: tag}

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._fill, handler(source))

    def _fill(self, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        values = cast("Mapping[str, object]", data)
        return {**values, **{k: v for k, v in self._tag.items() if not values.get(k)}}


def count(*values: int | None) -> int:
    """The first counter that is there, never below zero; zero when none is."""
    return max(0, next((value for value in values if value is not None), 0))
