# Generated from spec/golem by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The canonical models: what a conversation is made of."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import Self, TypeAliasType

from golem_wire._runtime import (
    UNSET,
    ArgsText,
    Base64,
    CallModel,
    Frozen,
    FrozenObject,
    Lenient,
    RawArgs,
    Unset,
    quoted,
    written,
)

__all__ = [
    "Auto",
    "ErrorKind",
    "FileRef",
    "FinishReason",
    "ImagePart",
    "KnownPart",
    "Message",
    "Only",
    "OutputSpec",
    "Part",
    "TextPart",
    "ToolCall",
    "ToolChoice",
    "ToolSpec",
    "UnknownPart",
    "Usage",
]
ErrorKind = TypeAliasType("ErrorKind", Literal["rate_limited", "server_error", "other"])
"What went wrong with a model request, whoever the provider is."
FinishReason = TypeAliasType("FinishReason", Literal["stop", "length", "tool_call", "other"])
"Why a model stopped. `other` stands for a word that no table knows."


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


class ToolCall(CallModel, frozen=True):
    """A call that the model asked for. Its arguments are the model's untrusted text."""

    id: str
    "The provider's id of the call, or a synthesized one."
    name: str
    "The name of the tool."
    args: Annotated[RawArgs, ArgsText()]
    "The arguments: as a JSON value when the text is strict JSON, else the text as a JSON string. In Python `args.text` is the text, byte for byte."
    required_keys: ClassVar[frozenset[str]] = frozenset(["id", "name", "args"])

    def _members(self) -> str:
        d, s = (self.__dict__, "")
        s += ',"id":' + quoted(d["id"])
        s += ',"name":' + quoted(d["name"])
        s += ',"args":' + written(d["args"])
        if v := d["args"].written()[1]:
            s += ',"argsText":' + v
        return s

    def replace(self, *, id: str | Unset = UNSET, name: str | Unset = UNSET, args: RawArgs | Unset = UNSET) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced({"id": id, "name": name, "args": args})


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


ToolChoice = TypeAliasType("ToolChoice", Annotated[Auto | Only, Field(discriminator="kind")])
"Whether the model calls tools, and which ones it sees."
KnownPart = TypeAliasType("KnownPart", Annotated[ImagePart | TextPart, Field(discriminator="kind")])
"The kinds that this version knows."
Part = TypeAliasType("Part", Annotated[KnownPart | UnknownPart, Field(union_mode="left_to_right")])
"What a message holds besides its text, by `kind`; what no known kind can read is an `UnknownPart` and stays as it is."


class Message(Frozen, frozen=True):
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
    finish_reason: Annotated[FinishReason | str | None, Field(alias="finishReason")] = None
    "Why the model stopped; on assistant messages."
    required_keys: ClassVar[frozenset[str]] = frozenset(["role"])

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
        if (v := d["finish_reason"]) is not None:
            s += ',"finishReason":' + written(v)
        return s

    def replace(
        self,
        *,
        role: Literal["system", "user", "assistant", "tool"] | str | Unset = UNSET,
        content: str | Unset = UNSET,
        parts: tuple[Part, ...] | Unset = UNSET,
        tool_calls: tuple[ToolCall, ...] | Unset = UNSET,
        tool_call_id: str | Unset = UNSET,
        finish_reason: FinishReason | str | None | Unset = UNSET,
    ) -> Self:
        """A copy with these fields changed; what is not given stays as it is."""
        return self._replaced(
            {
                "role": role,
                "content": content,
                "parts": parts,
                "tool_calls": tool_calls,
                "tool_call_id": tool_call_id,
                "finish_reason": finish_reason,
            }
        )
