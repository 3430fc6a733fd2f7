# Generated from spec/providers/acme by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The tables of Acme, and the holes that its adapter fills.

Every abstract method is a move that no table can say. The dispatchers are exhaustive: a kind that is added on
either side is a missing method, which the type checkers report at the `@final` adapter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final, assert_never

from golem_wire import canonical as c
from golem_wire._runtime import AdapterFacts, Form, PartCells, Place, SchemaDialect, UnsupportedPart, count
from golem_wire.acme import wire as w

__all__ = ["FACTS", "FINISH_REASONS", "AcmeAdapterSkeleton"]

FACTS: Final = AdapterFacts(
    name="acme",
    tag="acme",
    base_url="https://acme.example/v1",
    method="POST",
    path="/answers",
    versioned_path="",
    headers={"acme-version": "2"},
    auth_header="Authorization",
    auth_format="Bearer {}",
    environment="ACME_API_KEY",
    request_id_headers=("acme-request",),
    kept_headers=frozenset(("retry-after",)),
    data=(),
    body_limit=1000000,
    stream_end="",
    event_limit=100000,
    error_message=("/error/message",),
    error_code=("/error/code",),
    error_codes={"slow_down": "rate_limited"},
    error_statuses={"429": "rate_limited", "5xx": "server_error"},
    replay=frozenset(("blocks",)),
    parts={
        "image": PartCells(
            prompt_url=("image/*",),
            prompt_data=(),
            result_url=(),
            result_data=(),
        ),
        "text": PartCells(
            prompt_url=(),
            prompt_data=(),
            result_url=(),
            result_data=(),
        ),
    },
    dialect=SchemaDialect(
        keywords=frozenset(("type", "properties", "required")),
        dropped=frozenset(("title",)),
        formats=frozenset(("date",)),
        max_depth=5,
        max_properties=100,
    ),
)
"""The tables as data."""

FINISH_REASONS: Final[Mapping[str, c.FinishReason]] = {"done": "stop", "cut": "length", "call": "tool_call"}
"""The provider's words for why it stopped, in ours."""


class AcmeAdapterSkeleton(ABC):
    """What the adapter of Acme has to fill, and what the tables already say."""

    @property
    def facts(self) -> AdapterFacts:
        """The tables."""
        return FACTS

    # What we send, by role.

    @abstractmethod
    def encode_system(self, message: c.Message) -> w.SystemTurn:
        """A system message."""

    @abstractmethod
    def encode_user(self, message: c.Message) -> w.UserTurn:
        """A user message with its parts."""

    @abstractmethod
    def encode_assistant(self, message: c.Message) -> w.AgentTurn:
        """An assistant message with its calls."""

    @abstractmethod
    def encode_tool_result(self, message: c.Message) -> w.ResultTurn:
        """The result of one call."""

    @abstractmethod
    def encode_tool(self, tool: c.ToolSpec) -> w.Device:
        """A tool as the provider describes it."""

    @abstractmethod
    def encode_output(self, output: c.OutputSpec) -> w.Shape:
        """The shape of the answer."""

    # Parts, by kind.

    @abstractmethod
    def encode_image(self, part: c.ImagePart) -> w.UserTurnBlocksItem:
        """A part of kind `image` as the provider's block."""

    def encode_part(self, part: c.Part, place: Place) -> w.UserTurnBlocksItem:
        """A part as the provider's block. Raises UnsupportedPart where the tables have no cell for it."""
        match part:
            case c.ImagePart():
                self._supported(part, place)
                return self.encode_image(part)
            case c.TextPart():
                raise UnsupportedPart("text", "", "any form", place, self.facts.carried(place))
            case c.UnknownPart():
                raise UnsupportedPart(part.kind, "", "any form", place, self.facts.carried(place))
            case _:
                assert_never(part)

    def _supported(self, part: c.ImagePart, place: Place) -> None:
        form: Form = "data" if part.data else "url"
        if part.file is not None or not self.facts.carries(part.kind, place, form, part.media_type):
            given = "file" if part.file is not None else form
            raise UnsupportedPart(part.kind, part.media_type, given, place, self.facts.carried(place))

    # Tool choice, by kind.

    @abstractmethod
    def encode_choice_auto(self, choice: c.Auto) -> w.RequestChoice:
        """The choice `auto` as the provider says it."""

    @abstractmethod
    def encode_choice_only(self, choice: c.Only) -> w.RequestChoice:
        """The choice `only` as the provider says it."""

    def encode_choice(self, choice: c.ToolChoice) -> w.RequestChoice:
        """A tool choice as the provider says it."""
        match choice:
            case c.Auto():
                return self.encode_choice_auto(choice)
            case c.Only():
                return self.encode_choice_only(choice)
            case _:
                assert_never(choice)

    # What they send, by union and tag.

    @abstractmethod
    def decode_block_words(self, block: w.Words) -> str | c.ToolCall | None:
        """A block tagged `words`."""

    @abstractmethod
    def decode_block_call(self, block: w.Call) -> str | c.ToolCall | None:
        """A block tagged `call`."""

    @abstractmethod
    def decode_block_unknown(self, block: w.UnknownAnswerBlocksItem) -> str | c.ToolCall | None:
        """A block whose tag is not known yet; nothing of it is lost, `native` keeps it."""

    def decode_block(self, block: w.AnswerBlocksItem) -> str | c.ToolCall | None:
        """What a block means."""
        match block:
            case w.Words():
                return self.decode_block_words(block)
            case w.Call():
                return self.decode_block_call(block)
            case w.UnknownAnswerBlocksItem():
                return self.decode_block_unknown(block)
            case _:
                assert_never(block)

    def decode_finish_reason(self, word: str | None) -> c.FinishReason | None:
        """Why the model stopped; a word that no table knows is `other`, no word is no reason."""
        return FINISH_REASONS.get(word, "other") if word else None

    def decode_usage(self, wire: w.Usage | None) -> c.Usage:
        """Tokens, counted our way; zeros where the provider told none."""
        if wire is None:
            return c.Usage()
        return c.Usage(
            input=count(wire.read),
            output=count(wire.written),
            cache_read=count(wire.details.cached if wire.details else None, wire.cached_tokens),
            cache_write=count(),
            reasoning=count(wire.details.thought if wire.details else None),
            raw=wire.kept(),
        )
