# Generated from spec/providers/acme by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""What Acme sends and takes, as far as the adapter reads and writes it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from golem_wire._runtime import (
    DefaultTag,
    FrozenObject,
    JsonText,
    KeptModel,
    Tolerant,
    UnknownVariant,
    WireModel,
)

__all__ = [
    "AgentTurn",
    "Answer",
    "AnswerBlocksItem",
    "Call",
    "ChoiceOfDevice",
    "Device",
    "KnownAnswerBlocksItem",
    "PictureParam",
    "Request",
    "RequestChoice",
    "RequestTurnsItem",
    "ResultTurn",
    "Shape",
    "SystemTurn",
    "UnknownAnswerBlocksItem",
    "Usage",
    "UsageDetails",
    "UserTurn",
    "UserTurnBlocksItem",
    "Words",
    "WordsParam",
]


class Shape(WireModel, frozen=True):
    schema_: Annotated[FrozenObject, Field(alias="schema")]


class ChoiceOfDevice(WireModel, frozen=True):
    name: str


class Device(WireModel, frozen=True):
    name: str
    description: str | None = None
    schema_: Annotated[FrozenObject, Field(alias="schema")]


class ResultTurn(WireModel, frozen=True):
    by: Literal["tool"] = "tool"
    call: str
    text: str


class AgentTurn(WireModel, frozen=True):
    by: Literal["agent"] = "agent"
    text: str | None = None


class PictureParam(WireModel, frozen=True):
    type: Literal["picture"] = "picture"
    link: str


class WordsParam(WireModel, frozen=True):
    type: Literal["words"] = "words"
    text: str


class SystemTurn(WireModel, frozen=True):
    by: Literal["system"] = "system"
    text: str


class UnknownAnswerBlocksItem(UnknownVariant, frozen=True):
    type: str | None = None
    known_tags: ClassVar[frozenset[str]] = frozenset(["call", "words"])


class UsageDetails(WireModel, frozen=True):
    cached: Annotated[int | None, Tolerant()] = None
    thought: Annotated[int | None, Tolerant()] = None


class Call(KeptModel, frozen=True):
    type: Literal["call"] = "call"
    id: str | None = None
    name: str | None = None
    arguments: JsonText | None = None


class Words(WireModel, frozen=True):
    type: Literal["words"] = "words"
    text: str | None = None


RequestChoice = TypeAliasType("RequestChoice", Literal["free", "never"] | ChoiceOfDevice)
UserTurnBlocksItem = TypeAliasType(
    "UserTurnBlocksItem", Annotated[WordsParam | PictureParam, Field(discriminator="type")]
)


class UserTurn(WireModel, frozen=True):
    by: Literal["user"] = "user"
    blocks: tuple[UserTurnBlocksItem, ...]


KnownAnswerBlocksItem = TypeAliasType("KnownAnswerBlocksItem", Annotated[Words | Call, Field(discriminator="type")])
AnswerBlocksItem = TypeAliasType(
    "AnswerBlocksItem",
    Annotated[
        KnownAnswerBlocksItem | UnknownAnswerBlocksItem, Field(union_mode="left_to_right"), DefaultTag("type", "words")
    ],
)


class Usage(KeptModel, frozen=True):
    read: Annotated[int | None, Tolerant()] = None
    written: Annotated[int | None, Tolerant()] = None
    details: UsageDetails | None = None
    cached_tokens: Annotated[int | None, Tolerant()] = None


RequestTurnsItem = TypeAliasType(
    "RequestTurnsItem", Annotated[SystemTurn | UserTurn | AgentTurn | ResultTurn, Field(discriminator="by")]
)


class Request(WireModel, frozen=True):
    model: str
    turns: tuple[RequestTurnsItem, ...]
    tools: tuple[Device, ...] | None = None
    choice: RequestChoice | None = None
    shape: Shape | None = None


class Answer(WireModel, frozen=True):
    model: str | None = None
    reason: Literal["done", "cut", "call"] | str | None = None
    blocks: tuple[AnswerBlocksItem, ...] | None = None
    usage: Usage | None = None
