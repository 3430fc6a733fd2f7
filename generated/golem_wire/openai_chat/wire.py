# Generated from spec/providers/openai_chat by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""What OpenAI Chat Completions sends and takes, as far as the adapter reads and writes it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from golem_wire._runtime import (
    DefaultTag,
    FrozenObject,
    JsonText,
    KeptModel,
    UnknownVariant,
    WireModel,
)

__all__ = [
    "ChatCompletion",
    "ChatCompletionAllowedToolChoiceParam",
    "ChatCompletionAllowedToolsParam",
    "ChatCompletionAssistantMessageParam",
    "ChatCompletionChoice",
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
    "KnownChatCompletionMessageContentItem",
    "KnownChatCompletionMessageToolCallsItem",
    "ResponseFormatJSONSchema",
    "ResponseFormatJsonSchemaJSONSchema",
    "UnknownChatCompletionMessageContentItem",
    "UnknownChatCompletionMessageToolCallsItem",
]


class FunctionDefinition(WireModel):
    description: str | None = None
    name: str
    parameters: FrozenObject | None = None


class ChatCompletionNamedToolChoiceParamFunction(WireModel):
    name: str


class ChatCompletionAllowedToolsParam(WireModel):
    mode: Literal["auto", "required"]
    tools: tuple[FrozenObject, ...]


class ResponseFormatJsonSchemaJSONSchema(WireModel):
    description: str | None = None
    name: str
    schema_: Annotated[FrozenObject | None, Field(alias="schema")] = None
    strict: bool | None = None


class ChatCompletionContentPartTextParam(WireModel):
    text: str
    type: Literal["text"] = "text"


class ChatCompletionMessageFunctionToolCallParamFunction(WireModel):
    arguments: str
    name: str


class ChatCompletionContentPartImageParamImageURL(WireModel):
    url: str


class ChatCompletionSystemMessageParam(WireModel):
    content: str | tuple[ChatCompletionContentPartTextParam, ...]
    role: Literal["system"] = "system"


class CompletionUsagePromptTokensDetails(KeptModel):
    cache_write_tokens: int | None = None
    cached_tokens: int | None = None


class CompletionUsageCompletionTokensDetails(KeptModel):
    reasoning_tokens: int | None = None


class UnknownChatCompletionMessageContentItem(UnknownVariant):
    type: str | None = None
    known_tags: ClassVar[frozenset[str]] = frozenset(["text", "thinking"])


class UnknownChatCompletionMessageToolCallsItem(UnknownVariant):
    type: str | None = None
    known_tags: ClassVar[frozenset[str]] = frozenset(["custom", "function"])


class ChatCompletionMessageCustomToolCallCustom(KeptModel):
    input: str | None = None
    name: str | None = None


class ChatCompletionMessageFunctionToolCallFunction(KeptModel):
    arguments: JsonText | None = None
    name: str | None = None


class ChatCompletionMessageFunctionCall(WireModel):
    arguments: str | None = None
    name: str | None = None


class ContentTextChunk(KeptModel):
    type: Literal["text"] = "text"
    text: str | None = None


class ChatCompletionFunctionToolParam(WireModel):
    function: FunctionDefinition
    type: Literal["function"] = "function"


class ChatCompletionNamedToolChoiceParam(WireModel):
    function: ChatCompletionNamedToolChoiceParamFunction
    type: Literal["function"] = "function"


class ChatCompletionAllowedToolChoiceParam(WireModel):
    allowed_tools: ChatCompletionAllowedToolsParam
    type: Literal["allowed_tools"] = "allowed_tools"


class ResponseFormatJSONSchema(WireModel):
    json_schema: ResponseFormatJsonSchemaJSONSchema
    type: Literal["json_schema"] = "json_schema"


class ChatCompletionToolMessageParam(WireModel):
    content: str | tuple[ChatCompletionContentPartTextParam, ...]
    role: Literal["tool"] = "tool"
    tool_call_id: str


class ChatCompletionMessageFunctionToolCallParam(WireModel):
    function: ChatCompletionMessageFunctionToolCallParamFunction
    id: str
    type: Literal["function"] = "function"


class ChatCompletionContentPartImageParam(WireModel):
    image_url: ChatCompletionContentPartImageParamImageURL
    type: Literal["image_url"] = "image_url"


class CompletionUsage(KeptModel):
    completion_tokens: int | None = None
    completion_tokens_details: CompletionUsageCompletionTokensDetails | None = None
    prompt_tokens: int | None = None
    prompt_tokens_details: CompletionUsagePromptTokensDetails | None = None
    num_cached_tokens: int | None = None
    cached_tokens: int | None = None
    prompt_cache_hit_tokens: int | None = None


class ChatCompletionMessageCustomToolCall(KeptModel):
    custom: ChatCompletionMessageCustomToolCallCustom | None = None
    id: str | None = None
    type: Literal["custom"] = "custom"


class ChatCompletionMessageFunctionToolCall(KeptModel):
    function: ChatCompletionMessageFunctionToolCallFunction | None = None
    id: str | None = None
    type: Literal["function"] = "function"


class ContentThinkingChunk(KeptModel):
    type: Literal["thinking"] = "thinking"
    thinking: str | tuple[ContentTextChunk, ...] | None = None


CompletionCreateParamsToolChoice = TypeAliasType(
    "CompletionCreateParamsToolChoice",
    Literal["none", "auto", "required"] | ChatCompletionAllowedToolChoiceParam | ChatCompletionNamedToolChoiceParam,
)


class ChatCompletionAssistantMessageParam(WireModel):
    content: str | tuple[ChatCompletionContentPartTextParam, ...] | None = None
    role: Literal["assistant"] = "assistant"
    tool_calls: tuple[ChatCompletionMessageFunctionToolCallParam, ...] | None = None


ChatCompletionUserMessageParamContentItem = TypeAliasType(
    "ChatCompletionUserMessageParamContentItem",
    Annotated[ChatCompletionContentPartTextParam | ChatCompletionContentPartImageParam, Field(discriminator="type")],
)


class ChatCompletionUserMessageParam(WireModel):
    content: str | tuple[ChatCompletionUserMessageParamContentItem, ...]
    role: Literal["user"] = "user"


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


class ChatCompletionMessage(KeptModel):
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


class CompletionCreateParams(WireModel):
    max_completion_tokens: int | None = None
    messages: tuple[CompletionCreateParamsMessagesItem, ...]
    model: str
    response_format: ResponseFormatJSONSchema | None = None
    seed: int | None = None
    stop: str | tuple[str, ...] | None = None
    temperature: float | None = None
    tool_choice: CompletionCreateParamsToolChoice | None = None
    tools: tuple[ChatCompletionFunctionToolParam, ...] | None = None
    top_p: float | None = None


class ChatCompletionChoice(WireModel):
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter", "function_call"] | str | None = None
    message: ChatCompletionMessage | None = None


class ChatCompletion(WireModel):
    choices: tuple[ChatCompletionChoice, ...] | None = None
    model: str | None = None
    usage: CompletionUsage | None = None
