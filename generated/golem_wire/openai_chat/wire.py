# Generated from spec/providers/openai_chat by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""What OpenAI Chat Completions sends and takes, as far as the adapter reads and writes it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from golem_wire._runtime import (
    DefaultTag,
    FrozenJson,
    FrozenObject,
    JsonText,
    KeptModel,
    Tolerant,
    UnknownVariant,
    WireModel,
)

__all__ = [
    "ChatCompletion",
    "ChatCompletionAllowedToolChoiceParam",
    "ChatCompletionAllowedToolsParam",
    "ChatCompletionAssistantMessageParam",
    "ChatCompletionChoice",
    "ChatCompletionChunk",
    "ChatCompletionChunkChoice",
    "ChatCompletionChunkChoiceDelta",
    "ChatCompletionChunkChoiceDeltaContentItem",
    "ChatCompletionChunkChoiceDeltaFunctionCall",
    "ChatCompletionChunkChoiceDeltaToolCall",
    "ChatCompletionChunkChoiceDeltaToolCallFunction",
    "ChatCompletionContentPartImageParam",
    "ChatCompletionContentPartImageParamImageURL",
    "ChatCompletionContentPartTextParam",
    "ChatCompletionFunctionToolParam",
    "ChatCompletionMessage",
    "ChatCompletionMessageContentItem",
    "ChatCompletionMessageCustomToolCall",
    "ChatCompletionMessageCustomToolCallCustom",
    "ChatCompletionMessageFunctionCall",
    "ChatCompletionMessageFunctionToolCall",
    "ChatCompletionMessageFunctionToolCallFunction",
    "ChatCompletionMessageFunctionToolCallParam",
    "ChatCompletionMessageFunctionToolCallParamFunction",
    "ChatCompletionMessageToolCallsItem",
    "ChatCompletionNamedToolChoiceParam",
    "ChatCompletionNamedToolChoiceParamFunction",
    "ChatCompletionStreamOptionsParam",
    "ChatCompletionSystemMessageParam",
    "ChatCompletionToolMessageParam",
    "ChatCompletionUserMessageParam",
    "ChatCompletionUserMessageParamContentItem",
    "CompletionCreateParams",
    "CompletionCreateParamsMessagesItem",
    "CompletionCreateParamsToolChoice",
    "CompletionUsage",
    "CompletionUsageCompletionTokensDetails",
    "CompletionUsagePromptTokensDetails",
    "ContentTextChunk",
    "ContentThinkingChunk",
    "FunctionDefinition",
    "KnownChatCompletionChunkChoiceDeltaContentItem",
    "KnownChatCompletionMessageContentItem",
    "KnownChatCompletionMessageToolCallsItem",
    "ResponseFormatJSONSchema",
    "ResponseFormatJsonSchemaJSONSchema",
    "UnknownChatCompletionChunkChoiceDeltaContentItem",
    "UnknownChatCompletionMessageContentItem",
    "UnknownChatCompletionMessageToolCallsItem",
]


class FunctionDefinition(WireModel, frozen=True):
    description: str | None = None
    name: str
    parameters: FrozenObject | None = None


class ChatCompletionNamedToolChoiceParamFunction(WireModel, frozen=True):
    name: str


class ChatCompletionAllowedToolsParam(WireModel, frozen=True):
    mode: Literal["auto", "required"]
    tools: tuple[FrozenObject, ...]


class ChatCompletionStreamOptionsParam(WireModel, frozen=True):
    include_usage: bool | None = None


class ResponseFormatJsonSchemaJSONSchema(WireModel, frozen=True):
    description: str | None = None
    name: str
    schema_: Annotated[FrozenObject | None, Field(alias="schema")] = None
    strict: bool | None = None


class ChatCompletionContentPartTextParam(WireModel, frozen=True):
    text: str
    type: Literal["text"] = "text"


class ChatCompletionMessageFunctionToolCallParamFunction(WireModel, frozen=True):
    arguments: str
    name: str


class ChatCompletionContentPartImageParamImageURL(WireModel, frozen=True):
    url: str


class ChatCompletionSystemMessageParam(WireModel, frozen=True):
    content: str | tuple[ChatCompletionContentPartTextParam, ...]
    role: Literal["system"] = "system"


class CompletionUsagePromptTokensDetails(KeptModel, frozen=True):
    cache_write_tokens: Annotated[int | None, Tolerant()] = None
    cached_tokens: Annotated[int | None, Tolerant()] = None


class CompletionUsageCompletionTokensDetails(KeptModel, frozen=True):
    reasoning_tokens: Annotated[int | None, Tolerant()] = None


class UnknownChatCompletionChunkChoiceDeltaContentItem(UnknownVariant, frozen=True):
    type: str | None = None
    known_tags: ClassVar[frozenset[str]] = frozenset(["text", "thinking"])


class ChatCompletionChunkChoiceDeltaToolCallFunction(WireModel, frozen=True):
    arguments: JsonText | None = None
    name: str | None = None


class ChatCompletionChunkChoiceDeltaFunctionCall(WireModel, frozen=True):
    arguments: str | None = None
    name: str | None = None


class ContentTextChunk(KeptModel, frozen=True):
    type: Literal["text"] = "text"
    text: str | None = None


class UnknownChatCompletionMessageContentItem(UnknownVariant, frozen=True):
    type: str | None = None
    known_tags: ClassVar[frozenset[str]] = frozenset(["text", "thinking"])


class UnknownChatCompletionMessageToolCallsItem(UnknownVariant, frozen=True):
    type: str | None = None
    known_tags: ClassVar[frozenset[str]] = frozenset(["custom", "function"])


class ChatCompletionMessageCustomToolCallCustom(KeptModel, frozen=True):
    input: str | None = None
    name: str | None = None


class ChatCompletionMessageFunctionToolCallFunction(KeptModel, frozen=True):
    arguments: JsonText | None = None
    name: str | None = None


class ChatCompletionMessageFunctionCall(WireModel, frozen=True):
    arguments: str | None = None
    name: str | None = None


class ChatCompletionFunctionToolParam(WireModel, frozen=True):
    function: FunctionDefinition
    type: Literal["function"] = "function"


class ChatCompletionNamedToolChoiceParam(WireModel, frozen=True):
    function: ChatCompletionNamedToolChoiceParamFunction
    type: Literal["function"] = "function"


class ChatCompletionAllowedToolChoiceParam(WireModel, frozen=True):
    allowed_tools: ChatCompletionAllowedToolsParam
    type: Literal["allowed_tools"] = "allowed_tools"


class ResponseFormatJSONSchema(WireModel, frozen=True):
    json_schema: ResponseFormatJsonSchemaJSONSchema
    type: Literal["json_schema"] = "json_schema"


class ChatCompletionToolMessageParam(WireModel, frozen=True):
    content: str | tuple[ChatCompletionContentPartTextParam, ...]
    role: Literal["tool"] = "tool"
    tool_call_id: str


class ChatCompletionMessageFunctionToolCallParam(WireModel, frozen=True):
    function: ChatCompletionMessageFunctionToolCallParamFunction
    id: str
    type: Literal["function"] = "function"


class ChatCompletionContentPartImageParam(WireModel, frozen=True):
    image_url: ChatCompletionContentPartImageParamImageURL
    type: Literal["image_url"] = "image_url"


class CompletionUsage(KeptModel, frozen=True):
    completion_tokens: Annotated[int | None, Tolerant()] = None
    completion_tokens_details: CompletionUsageCompletionTokensDetails | None = None
    prompt_tokens: Annotated[int | None, Tolerant()] = None
    prompt_tokens_details: CompletionUsagePromptTokensDetails | None = None
    num_cached_tokens: Annotated[int | None, Tolerant()] = None
    cached_tokens: Annotated[int | None, Tolerant()] = None
    prompt_cache_hit_tokens: Annotated[int | None, Tolerant()] = None


class ChatCompletionChunkChoiceDeltaToolCall(WireModel, frozen=True):
    function: ChatCompletionChunkChoiceDeltaToolCallFunction | None = None
    id: str | None = None
    index: Annotated[int | None, Tolerant()] = None


class ContentThinkingChunk(KeptModel, frozen=True):
    type: Literal["thinking"] = "thinking"
    thinking: str | tuple[ContentTextChunk, ...] | None = None


KnownChatCompletionMessageContentItem = TypeAliasType(
    "KnownChatCompletionMessageContentItem",
    Annotated[ContentTextChunk | ContentThinkingChunk, Field(discriminator="type")],
)
ChatCompletionMessageContentItem = TypeAliasType(
    "ChatCompletionMessageContentItem",
    Annotated[
        KnownChatCompletionMessageContentItem | UnknownChatCompletionMessageContentItem,
        Field(union_mode="left_to_right"),
        DefaultTag("type", "text"),
    ],
)


class ChatCompletionMessageCustomToolCall(KeptModel, frozen=True):
    custom: ChatCompletionMessageCustomToolCallCustom | None = None
    id: str | None = None
    type: Literal["custom"] = "custom"


class ChatCompletionMessageFunctionToolCall(KeptModel, frozen=True):
    function: ChatCompletionMessageFunctionToolCallFunction | None = None
    id: str | None = None
    type: Literal["function"] = "function"


CompletionCreateParamsToolChoice = TypeAliasType(
    "CompletionCreateParamsToolChoice",
    Literal["none", "auto", "required"] | ChatCompletionAllowedToolChoiceParam | ChatCompletionNamedToolChoiceParam,
)


class ChatCompletionAssistantMessageParam(WireModel, frozen=True):
    content: str | tuple[ChatCompletionContentPartTextParam, ...] | None = None
    role: Literal["assistant"] = "assistant"
    tool_calls: tuple[ChatCompletionMessageFunctionToolCallParam, ...] | None = None


ChatCompletionUserMessageParamContentItem = TypeAliasType(
    "ChatCompletionUserMessageParamContentItem",
    Annotated[ChatCompletionContentPartTextParam | ChatCompletionContentPartImageParam, Field(discriminator="type")],
)


class ChatCompletionUserMessageParam(WireModel, frozen=True):
    content: str | tuple[ChatCompletionUserMessageParamContentItem, ...]
    role: Literal["user"] = "user"


KnownChatCompletionChunkChoiceDeltaContentItem = TypeAliasType(
    "KnownChatCompletionChunkChoiceDeltaContentItem",
    Annotated[ContentTextChunk | ContentThinkingChunk, Field(discriminator="type")],
)
ChatCompletionChunkChoiceDeltaContentItem = TypeAliasType(
    "ChatCompletionChunkChoiceDeltaContentItem",
    Annotated[
        KnownChatCompletionChunkChoiceDeltaContentItem | UnknownChatCompletionChunkChoiceDeltaContentItem,
        Field(union_mode="left_to_right"),
    ],
)


class ChatCompletionChunkChoiceDelta(KeptModel, frozen=True):
    content: str | tuple[ChatCompletionChunkChoiceDeltaContentItem, ...] | None = None
    function_call: ChatCompletionChunkChoiceDeltaFunctionCall | None = None
    refusal: str | None = None
    tool_calls: tuple[ChatCompletionChunkChoiceDeltaToolCall, ...] | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None


KnownChatCompletionMessageToolCallsItem = TypeAliasType(
    "KnownChatCompletionMessageToolCallsItem",
    Annotated[ChatCompletionMessageFunctionToolCall | ChatCompletionMessageCustomToolCall, Field(discriminator="type")],
)
ChatCompletionMessageToolCallsItem = TypeAliasType(
    "ChatCompletionMessageToolCallsItem",
    Annotated[
        KnownChatCompletionMessageToolCallsItem | UnknownChatCompletionMessageToolCallsItem,
        Field(union_mode="left_to_right"),
        DefaultTag("type", "function"),
    ],
)


class ChatCompletionMessage(KeptModel, frozen=True):
    content: str | tuple[ChatCompletionMessageContentItem, ...] | None = None
    function_call: ChatCompletionMessageFunctionCall | None = None
    refusal: str | None = None
    tool_calls: tuple[ChatCompletionMessageToolCallsItem, ...] | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None


CompletionCreateParamsMessagesItem = TypeAliasType(
    "CompletionCreateParamsMessagesItem",
    Annotated[
        ChatCompletionSystemMessageParam
        | ChatCompletionUserMessageParam
        | ChatCompletionAssistantMessageParam
        | ChatCompletionToolMessageParam,
        Field(discriminator="role"),
    ],
)


class CompletionCreateParams(WireModel, frozen=True):
    max_completion_tokens: int | None = None
    messages: tuple[CompletionCreateParamsMessagesItem, ...]
    model: str
    response_format: ResponseFormatJSONSchema | None = None
    seed: int | None = None
    stop: str | tuple[str, ...] | None = None
    stream: bool | None = None
    stream_options: ChatCompletionStreamOptionsParam | None = None
    temperature: float | None = None
    tool_choice: CompletionCreateParamsToolChoice | None = None
    tools: tuple[ChatCompletionFunctionToolParam, ...] | None = None
    top_p: float | None = None


class ChatCompletionChunkChoice(WireModel, frozen=True):
    delta: ChatCompletionChunkChoiceDelta | None = None
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter", "function_call"] | str | None = None


class ChatCompletionChoice(WireModel, frozen=True):
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter", "function_call"] | str | None = None
    message: ChatCompletionMessage | None = None


class ChatCompletionChunk(WireModel, frozen=True):
    choices: tuple[ChatCompletionChunkChoice, ...] | None = None
    model: str | None = None
    usage: CompletionUsage | None = None
    error: FrozenJson | None = None


class ChatCompletion(WireModel, frozen=True):
    choices: tuple[ChatCompletionChoice, ...] | None = None
    model: str | None = None
    usage: CompletionUsage | None = None
