# Generated from spec/providers/openai_chat by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The tables of OpenAI Chat Completions, and the holes that its adapter fills.

Every abstract method is a move that no table can say. The dispatchers are exhaustive: a kind that is added on
either side is a missing method, which the type checkers report at the `@final` adapter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final, assert_never

from golem_wire import canonical as c
from golem_wire._runtime import AdapterFacts, Form, PartCells, Place, SchemaDialect, UnsupportedPart, count
from golem_wire.openai_chat import wire as w

__all__ = ["FACTS", "FINISH_REASONS", "OpenAIChatAdapterSkeleton"]

FACTS: Final = AdapterFacts(
    name="openai_chat",
    tag="openai_chat",
    base_url="https://api.openai.com/v1",
    method="POST",
    path="/chat/completions",
    versioned_path="",
    headers={},
    auth_header="Authorization",
    auth_format="Bearer {}",
    environment="OPENAI_API_KEY",
    request_id_headers=("x-request-id", "request-id", "x-groq-id", "cf-ray"),
    kept_headers=frozenset(
        (
            "retry-after",
            "retry-after-ms",
            "x-should-retry",
            "x-ratelimit-limit-requests",
            "x-ratelimit-limit-tokens",
            "x-ratelimit-remaining-requests",
            "x-ratelimit-remaining-tokens",
            "x-ratelimit-reset-requests",
            "x-ratelimit-reset-tokens",
            "content-type",
            "openai-processing-ms",
        )
    ),
    data=(),
    body_limit=67108864,
    stream_end="[DONE]",
    event_limit=16777216,
    error_message=(
        "/error/message",
        "/0/error/message",
        "/message",
        "/detail/0/msg",
        "/detail",
        "/error",
        "/base_resp/status_msg",
        "/title",
    ),
    error_code=(
        "/error/code",
        "/error/type",
        "/0/error/status",
        "/code",
        "/type",
        "/error_code",
        "/base_resp/status_code",
    ),
    error_codes={
        "insufficient_quota": "quota_exhausted",
        "credit_balance_exhausted": "quota_exhausted",
        "organization_spend_limit_exceeded": "quota_exhausted",
        "project_spend_limit_exceeded": "quota_exhausted",
        "organization_usage_limit_exceeded": "quota_exhausted",
        "billing_hard_limit_reached": "quota_exhausted",
        "context_length_exceeded": "context_overflow",
        "content_filter": "content_filtered",
        "invalid_api_key": "auth_failed",
        "model_not_found": "not_found",
        "rate_limit_exceeded": "rate_limited",
        "slow_down": "rate_limited",
        "server_is_overloaded": "overloaded",
        "server_error": "server_error",
        "exceeded_current_quota_error": "quota_exhausted",
        "3051": "context_overflow",
        "1113": "quota_exhausted",
        "1308": "quota_exhausted",
        "1309": "quota_exhausted",
        "1310": "quota_exhausted",
        "1311": "quota_exhausted",
        "1313": "quota_exhausted",
        "1314": "quota_exhausted",
        "1315": "quota_exhausted",
        "1316": "quota_exhausted",
        "1317": "quota_exhausted",
        "1318": "quota_exhausted",
        "1319": "quota_exhausted",
        "1320": "quota_exhausted",
        "1321": "quota_exhausted",
    },
    error_statuses={
        "400": "invalid_request",
        "401": "auth_failed",
        "402": "quota_exhausted",
        "403": "auth_failed",
        "404": "not_found",
        "408": "timeout",
        "409": "overloaded",
        "413": "invalid_request",
        "422": "invalid_request",
        "429": "rate_limited",
        "4xx": "invalid_request",
        "503": "overloaded",
        "504": "timeout",
        "529": "overloaded",
        "5xx": "server_error",
    },
    replay=frozenset(
        (
            "role",
            "content",
            "tool_calls",
            "refusal",
            "reasoning",
            "reasoning_content",
            "reasoning_details",
            "thinking_blocks",
            "extra_content",
        )
    ),
    parts={
        "image": PartCells(
            prompt_url=("image/*",),
            prompt_data=("image/png", "image/jpeg", "image/webp", "image/gif"),
            result_url=("image/*",),
            result_data=("image/png", "image/jpeg", "image/webp", "image/gif"),
        ),
        "text": PartCells(
            prompt_url=(),
            prompt_data=(),
            result_url=(),
            result_data=(),
        ),
        "document": PartCells(
            prompt_url=(),
            prompt_data=(),
            result_url=(),
            result_data=(),
        ),
        "audio": PartCells(
            prompt_url=(),
            prompt_data=(),
            result_url=(),
            result_data=(),
        ),
        "video": PartCells(
            prompt_url=(),
            prompt_data=(),
            result_url=(),
            result_data=(),
        ),
    },
    dialect=SchemaDialect(
        keywords=frozenset(
            (
                "$defs",
                "$ref",
                "additionalProperties",
                "anyOf",
                "const",
                "definitions",
                "description",
                "enum",
                "format",
                "items",
                "maxItems",
                "maxLength",
                "maximum",
                "exclusiveMaximum",
                "exclusiveMinimum",
                "minItems",
                "minLength",
                "minimum",
                "multipleOf",
                "pattern",
                "properties",
                "required",
                "type",
            )
        ),
        dropped=frozenset(("title", "$schema", "discriminator")),
        formats=frozenset(("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")),
        max_depth=10,
        max_properties=5000,
    ),
)
"""The tables as data."""

FINISH_REASONS: Final[Mapping[str, c.FinishReason]] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_call",
    "function_call": "tool_call",
    "content_filter": "content_filter",
    "model_length": "length",
    "model_context_window_exceeded": "length",
    "error": "error",
    "network_error": "error",
    "insufficient_system_resource": "error",
    "abort": "error",
    "sensitive": "content_filter",
    "guardrail_intervened": "content_filter",
    "eos": "stop",
}
"""The provider's words for why it stopped, in ours."""


class OpenAIChatAdapterSkeleton(ABC):
    """What the adapter of OpenAI Chat Completions has to fill, and what the tables already say."""

    @property
    def facts(self) -> AdapterFacts:
        """The tables."""
        return FACTS

    # What we send, by role.

    @abstractmethod
    def encode_system(self, message: c.Message) -> w.ChatCompletionSystemMessageParam:
        """A system message."""

    @abstractmethod
    def encode_user(self, message: c.Message) -> w.ChatCompletionUserMessageParam:
        """A user message with its parts."""

    @abstractmethod
    def encode_assistant(self, message: c.Message) -> w.ChatCompletionAssistantMessageParam:
        """An assistant message with its calls."""

    @abstractmethod
    def encode_tool_result(self, message: c.Message) -> w.ChatCompletionToolMessageParam:
        """The result of one call."""

    @abstractmethod
    def encode_tool(self, tool: c.ToolSpec) -> w.ChatCompletionFunctionToolParam:
        """A tool as the provider describes it."""

    @abstractmethod
    def encode_output(self, output: c.OutputSpec) -> w.ResponseFormatJSONSchema:
        """The shape of the answer."""

    # Parts, by kind.

    @abstractmethod
    def encode_image(self, part: c.ImagePart) -> w.ChatCompletionUserMessageParamContentItem:
        """A part of kind `image` as the provider's block."""

    @abstractmethod
    def encode_text(self, part: c.TextPart) -> w.ChatCompletionUserMessageParamContentItem:
        """A part of kind `text` as the provider's block."""

    def encode_part(self, part: c.Part, place: Place) -> w.ChatCompletionUserMessageParamContentItem:
        """A part as the provider's block. Raises UnsupportedPart where the tables have no cell for it."""
        match part:
            case c.ImagePart():
                self._supported(part, place)
                return self.encode_image(part)
            case c.TextPart():
                return self.encode_text(part)
            case c.DocumentPart():
                raise UnsupportedPart("document", part.media_type, "any form", place, self.facts.carried(place))
            case c.AudioPart():
                raise UnsupportedPart("audio", part.media_type, "any form", place, self.facts.carried(place))
            case c.VideoPart():
                raise UnsupportedPart("video", part.media_type, "any form", place, self.facts.carried(place))
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
    def encode_choice_auto(self, choice: c.Auto) -> w.CompletionCreateParamsToolChoice:
        """The choice `auto` as the provider says it."""

    @abstractmethod
    def encode_choice_none(self, choice: c.NoTools) -> w.CompletionCreateParamsToolChoice:
        """The choice `none` as the provider says it."""

    @abstractmethod
    def encode_choice_required(self, choice: c.Required) -> w.CompletionCreateParamsToolChoice:
        """The choice `required` as the provider says it."""

    @abstractmethod
    def encode_choice_only(self, choice: c.Only) -> w.CompletionCreateParamsToolChoice:
        """The choice `only` as the provider says it."""

    def encode_choice(self, choice: c.ToolChoice) -> w.CompletionCreateParamsToolChoice:
        """A tool choice as the provider says it."""
        match choice:
            case c.Auto():
                return self.encode_choice_auto(choice)
            case c.NoTools():
                return self.encode_choice_none(choice)
            case c.Required():
                return self.encode_choice_required(choice)
            case c.Only():
                return self.encode_choice_only(choice)
            case _:
                assert_never(choice)

    # What they send, by union and tag.

    @abstractmethod
    def decode_tool_call_custom(self, block: w.ChatCompletionMessageCustomToolCall) -> c.ToolCall:
        """A block tagged `custom`."""

    @abstractmethod
    def decode_tool_call_function(self, block: w.ChatCompletionMessageFunctionToolCall) -> c.ToolCall:
        """A block tagged `function`."""

    @abstractmethod
    def decode_tool_call_unknown(self, block: w.UnknownChatCompletionMessageToolCallsItem) -> c.ToolCall:
        """A block whose tag is not known yet; nothing of it is lost, `native` keeps it."""

    def decode_tool_call(self, block: w.ChatCompletionMessageToolCallsItem) -> c.ToolCall:
        """What a block means."""
        match block:
            case w.ChatCompletionMessageCustomToolCall():
                return self.decode_tool_call_custom(block)
            case w.ChatCompletionMessageFunctionToolCall():
                return self.decode_tool_call_function(block)
            case w.UnknownChatCompletionMessageToolCallsItem():
                return self.decode_tool_call_unknown(block)
            case _:
                assert_never(block)

    @abstractmethod
    def decode_chunk_text(self, block: w.ContentTextChunk) -> str | c.ThinkingBlock | None:
        """A block tagged `text`."""

    @abstractmethod
    def decode_chunk_thinking(self, block: w.ContentThinkingChunk) -> str | c.ThinkingBlock | None:
        """A block tagged `thinking`."""

    @abstractmethod
    def decode_chunk_unknown(self, block: w.UnknownChatCompletionMessageContentItem) -> str | c.ThinkingBlock | None:
        """A block whose tag is not known yet; nothing of it is lost, `native` keeps it."""

    def decode_chunk(self, block: w.ChatCompletionMessageContentItem) -> str | c.ThinkingBlock | None:
        """What a block means."""
        match block:
            case w.ContentTextChunk():
                return self.decode_chunk_text(block)
            case w.ContentThinkingChunk():
                return self.decode_chunk_thinking(block)
            case w.UnknownChatCompletionMessageContentItem():
                return self.decode_chunk_unknown(block)
            case _:
                assert_never(block)

    def decode_finish_reason(self, word: str | None) -> c.FinishReason | None:
        """Why the model stopped; a word that no table knows is `other`, no word is no reason."""
        return FINISH_REASONS.get(word, "other") if word else None

    def decode_usage(self, wire: w.CompletionUsage | None) -> c.Usage:
        """Tokens, counted our way; zeros where the provider told none."""
        if wire is None:
            return c.Usage()
        return c.Usage(
            input=count(wire.prompt_tokens),
            output=count(wire.completion_tokens),
            cache_read=count(
                wire.prompt_tokens_details.cached_tokens if wire.prompt_tokens_details else None,
                wire.prompt_cache_hit_tokens,
                wire.num_cached_tokens,
                wire.cached_tokens,
            ),
            cache_write=count(wire.prompt_tokens_details.cache_write_tokens if wire.prompt_tokens_details else None),
            reasoning=count(
                wire.completion_tokens_details.reasoning_tokens if wire.completion_tokens_details else None
            ),
            raw=wire.kept(),
        )
