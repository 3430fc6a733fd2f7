"""OpenAI Chat Completions, and the many hosts that speak it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import cast, final

from typing_extensions import override

from golem_sdk.adapters._arguments import wire_arguments
from golem_sdk.adapters._call_ids import with_call_ids
from golem_sdk.adapters._data import provider_data
from golem_sdk.adapters._dialect import strict_schema, with_properties
from golem_sdk.adapters._errors import api_error, has_error, malformed, route
from golem_sdk.adapters._frames import frame_end, frame_start
from golem_sdk.adapters._kept import encoded
from golem_sdk.adapters._names import wire_name
from golem_sdk.adapters._native import native_content, replayable, with_native
from golem_sdk.adapters._openai_chat_stream import OpenAIChatStream
from golem_sdk.adapters._parse import parse, why
from golem_sdk.adapters._parts import unsupported
from golem_sdk.adapters._turns import Turn
from golem_sdk.model import ApiError
from golem_wire import canonical as c
from golem_wire._runtime import AdapterFacts, JsonValue, Place, RawArgs, UnsupportedPart, WireRequest, compact
from golem_wire.openai_chat import wire as w
from golem_wire.openai_chat.skeleton import FACTS, OpenAIChatAdapterSkeleton

__all__ = ["OpenAIChatAdapter"]


@final
class OpenAIChatAdapter(OpenAIChatAdapterSkeleton):
    """The adapter of one model; `model` is the provider's id of it."""

    def __init__(self, model: str = "", *, facts: AdapterFacts = FACTS) -> None:
        self.model = model
        self._facts = facts

    @property
    @override
    def facts(self) -> AdapterFacts:
        return self._facts

    def encode(self, request: c.Request, *, stream: bool = False) -> WireRequest:
        """The request as bytes; each turn's bytes depend on that turn alone."""
        settings = request.settings or c.Settings()
        choice = request.tool_choice if request.tools else None
        body = w.CompletionCreateParams(
            model=self.model,
            messages=(),
            tools=tuple(self.encode_tool(tool) for tool in request.tools) or None,
            tool_choice=None if choice is None else self.encode_choice(choice),
            response_format=None if request.output is None else self.encode_output(request.output),
            temperature=settings.temperature,
            top_p=settings.top_p,
            max_completion_tokens=settings.max_tokens,
            stop=settings.stop or None,
            seed=settings.seed,
            stream=True if stream else None,
            stream_options=w.ChatCompletionStreamOptionsParam(include_usage=True) if stream else None,
        ).to_wire(without="messages")
        messages = encoded(request.messages, self.facts.tag, self.model, self.encode_turn)
        return WireRequest(
            method=self.facts.method,
            path=route(self.facts, self.model),
            body=b'{"messages":[' + messages + b"]," + body[1:],
            headers=self.facts.headers,
        )

    def encode_turn(self, turn: Turn) -> Iterator[bytes]:
        """The provider's messages for one turn. An assistant message that says nothing is not sent."""
        first = turn.messages[0]
        match turn.role:
            case "system":
                yield self.encode_system(first).to_wire()
            case "assistant" if native := native_content(first, self.facts.tag):
                yield from (compact(message).encode() for message in native if _speaks(message))
            case "assistant":
                if first.content or first.tool_calls:
                    yield self.encode_assistant(first).to_wire()
            case "tool":
                yield from (self.encode_tool_result(message).to_wire() for message in turn.messages)
                if framed := tuple(self._framed(turn)):
                    yield w.ChatCompletionUserMessageParam(content=framed).to_wire()
            case _:
                yield self._user(first, turn.start).to_wire()

    @override
    def encode_system(self, message: c.Message) -> w.ChatCompletionSystemMessageParam:
        return w.ChatCompletionSystemMessageParam(content=message.content)

    @override
    def encode_user(self, message: c.Message) -> w.ChatCompletionUserMessageParam:
        return self._user(message, 0)

    def _user(self, message: c.Message, index: int) -> w.ChatCompletionUserMessageParam:
        if not message.parts:
            return w.ChatCompletionUserMessageParam(content=message.content)
        text = (_text(message.content),) if message.content else ()
        return w.ChatCompletionUserMessageParam(content=(*text, *self._parts(message, index, "prompt")))

    @override
    def encode_assistant(self, message: c.Message) -> w.ChatCompletionAssistantMessageParam:
        calls = tuple(
            w.ChatCompletionMessageFunctionToolCallParam(
                id=call.id,
                function=w.ChatCompletionMessageFunctionToolCallParamFunction(
                    name=wire_name(call.name), arguments=wire_arguments(call.args)
                ),
            )
            for call in message.tool_calls
        )
        return w.ChatCompletionAssistantMessageParam(content=message.content or None, tool_calls=calls or None)

    @override
    def encode_tool_result(self, message: c.Message) -> w.ChatCompletionToolMessageParam:
        # The wire has no flag for a failure, so the text has to say it.
        text = f"Error: {message.content}" if message.failed else message.content
        return w.ChatCompletionToolMessageParam(content=text, tool_call_id=message.tool_call_id)

    def _framed(self, turn: Turn) -> Iterator[w.ChatCompletionUserMessageParamContentItem]:
        for index, message in enumerate(turn.messages, turn.start):
            if message.parts:
                yield _text(frame_start(message))
                yield from self._parts(message, index, "result")
                yield _text(frame_end())

    def _parts(
        self, message: c.Message, index: int, place: Place
    ) -> Iterator[w.ChatCompletionUserMessageParamContentItem]:
        for number, part in enumerate(message.parts):
            try:
                yield self.encode_part(part, place)
            except UnsupportedPart as problem:
                raise unsupported(self.facts, self.model, index, number, problem) from problem

    @override
    def encode_image(self, part: c.ImagePart) -> w.ChatCompletionContentPartImageParam:
        url = part.url or f"data:{part.media_type};base64,{part.to_value()['data']}"
        return w.ChatCompletionContentPartImageParam(image_url=w.ChatCompletionContentPartImageParamImageURL(url=url))

    @override
    def encode_text(self, part: c.TextPart) -> w.ChatCompletionContentPartTextParam:
        return _text(part.text)

    @override
    def encode_tool(self, tool: c.ToolSpec) -> w.ChatCompletionFunctionToolParam:
        schema = with_properties(tool.schema_)
        return w.ChatCompletionFunctionToolParam(
            function=w.FunctionDefinition(name=tool.name, description=tool.description or None, parameters=schema)
        )

    @override
    def encode_output(self, output: c.OutputSpec) -> w.ResponseFormatJSONSchema:
        strict = strict_schema(output.schema_, self.facts.dialect) if self.facts.dialect else None
        return w.ResponseFormatJSONSchema(
            json_schema=w.ResponseFormatJsonSchemaJSONSchema(
                name=output.name,
                description=output.description or None,
                schema_=output.schema_ if strict is None else strict,
                strict=strict is not None,
            )
        )

    @override
    def encode_choice_auto(self, choice: c.Auto) -> w.CompletionCreateParamsToolChoice:
        return "auto"

    @override
    def encode_choice_none(self, choice: c.NoTools) -> w.CompletionCreateParamsToolChoice:
        return "none"

    @override
    def encode_choice_required(self, choice: c.Required) -> w.CompletionCreateParamsToolChoice:
        return "required"

    @override
    def encode_choice_only(self, choice: c.Only) -> w.CompletionCreateParamsToolChoice:
        if len(choice.names) == 1:
            named = w.ChatCompletionNamedToolChoiceParamFunction(name=choice.names[0])
            return w.ChatCompletionNamedToolChoiceParam(function=named)
        allowed: tuple[Mapping[str, JsonValue], ...] = tuple(
            {"type": "function", "function": {"name": name}} for name in choice.names
        )
        return w.ChatCompletionAllowedToolChoiceParam(
            allowed_tools=w.ChatCompletionAllowedToolsParam(mode="required", tools=allowed)
        )

    def decode(self, body: bytes) -> c.Response:
        """What an answer means."""
        try:
            answer = parse(w.ChatCompletion, body)
            choice = next(iter(answer.choices or ()), None)
            # A filter may leave nothing but the reason.
            if choice is not None and (choice.message is not None or choice.finish_reason):
                return self._response(answer, choice, provider_data(self.facts, body))
        except (ValueError, RecursionError) as error:
            raise malformed(self.facts, self.model, body, why(error)) from error
        raise self._no_answer(body, "it has no choices")

    def _response(
        self, answer: w.ChatCompletion, choice: w.ChatCompletionChoice, data: Mapping[str, JsonValue]
    ) -> c.Response:
        sent = _modern(choice.message or w.ChatCompletionMessage())
        message = self._message(sent, answer.model or "")
        reason = self.decode_finish_reason(choice.finish_reason)
        if sent.refusal:
            reason = "refusal"
        elif message.tool_calls and reason in (None, "stop"):
            reason = "tool_call"
        return c.Response(
            message=message,
            usage=self.decode_usage(answer.usage),
            finish_reason=reason,
            finish_reason_raw=choice.finish_reason or "",
            provider_data=data,
        )

    def stream(self) -> OpenAIChatStream:
        """Reads one streamed answer."""
        return OpenAIChatStream(self.facts, self._response, self._no_answer)

    def decode_error(self, status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
        """What a failed request means."""
        return api_error(self.facts, self.model, status, headers, body)

    def _no_answer(self, body: bytes, reason: str) -> ApiError:
        """Some hosts answer 200 and an error; what is no answer is one, or is malformed."""
        if has_error(self.facts, body):
            return api_error(self.facts, self.model, 200, {}, body)
        return malformed(self.facts, self.model, body, reason)

    def _message(self, sent: w.ChatCompletionMessage, model: str) -> c.Message:
        thinking = [self._thought(text) for text in (sent.reasoning_content or sent.reasoning,) if text]
        texts: list[str] = []
        for chunk in (sent.content,) if isinstance(sent.content, str) else map(self.decode_chunk, sent.content or ()):
            match chunk:
                case str():
                    texts.append(chunk)
                case c.ThinkingBlock():
                    thinking.append(chunk)
                case None:
                    pass
        message = with_call_ids(
            c.Message(
                role="assistant",
                content="".join(texts) or sent.refusal or "",
                tool_calls=tuple(self.decode_tool_call(call) for call in sent.tool_calls or ()),
                thinking=tuple(thinking),
                model=model,
            )
        )
        content = _replayed(sent, message, self.facts.replay)
        told = json.loads(self.encode_assistant(message).to_wire())
        return message if content == told else with_native(message, self.facts.tag, [content])

    def _thought(self, text: str) -> c.ThinkingBlock:
        return c.ThinkingBlock(text=text, provider=self.facts.tag)

    @override
    def decode_chunk_text(self, block: w.ContentTextChunk) -> str:
        return block.text or ""

    @override
    def decode_chunk_thinking(self, block: w.ContentThinkingChunk) -> c.ThinkingBlock:
        inner = block.thinking
        text = inner if isinstance(inner, str) else "".join(chunk.text or "" for chunk in inner or ())
        return self._thought(text)

    @override
    def decode_chunk_unknown(self, block: w.UnknownChatCompletionMessageContentItem) -> None:
        return None

    @override
    def decode_tool_call_function(self, block: w.ChatCompletionMessageFunctionToolCall) -> c.ToolCall:
        function = block.function
        name, arguments = (function.name or "", function.arguments or "") if function else ("", "")
        return c.ToolCall(id=block.id or "", name=name, args=RawArgs(arguments))

    @override
    def decode_tool_call_custom(self, block: w.ChatCompletionMessageCustomToolCall) -> c.ToolCall:
        custom = block.custom
        name, text = (custom.name or "", custom.input or "") if custom else ("", "")
        return c.ToolCall(id=block.id or "", name=name, args=RawArgs(text))

    @override
    def decode_tool_call_unknown(self, block: w.UnknownChatCompletionMessageToolCallsItem) -> c.ToolCall:
        return c.ToolCall(id=str(block.kept().get("id") or ""), name=block.type or "", args=RawArgs(""))


def _text(text: str) -> w.ChatCompletionContentPartTextParam:
    return w.ChatCompletionContentPartTextParam(text=text)


def _speaks(message: JsonValue) -> bool:
    """Providers refuse an assistant message of thoughts alone, or of nothing."""
    return isinstance(message, Mapping) and not {"content", "tool_calls", "refusal"}.isdisjoint(message)


def _modern(sent: w.ChatCompletionMessage) -> w.ChatCompletionMessage:
    """A call in the field that `tool_calls` replaced is read as one; some hosts fill that field with empty texts."""
    old = sent.function_call
    if sent.tool_calls or old is None or not old.name:
        return sent
    function = w.ChatCompletionMessageFunctionToolCallFunction(name=old.name, arguments=old.arguments)
    call = w.ChatCompletionMessageFunctionToolCall(type="function", function=function)
    return sent.model_copy(update={"tool_calls": (call,)})


def _replayed(sent: w.ChatCompletionMessage, message: c.Message, keys: frozenset[str]) -> dict[str, JsonValue]:
    """The answered message as it goes back: the tables' keys, with the ids and arguments that we send."""
    content = replayable(sent.kept(), keys) | {"role": "assistant"}
    calls = cast("list[Mapping[str, JsonValue]]", content.get("tool_calls", []))
    if calls:
        content["tool_calls"] = [
            _replayed_call(was, call, keys) for was, call in zip(calls, message.tool_calls, strict=True)
        ]
    return content


def _replayed_call(was: Mapping[str, JsonValue], call: c.ToolCall, keys: frozenset[str]) -> Mapping[str, JsonValue]:
    if was.get("type", "function") != "function":
        return {**was, "id": call.id}
    function = {"name": wire_name(call.name), "arguments": wire_arguments(call.args)}
    return {**replayable(was, keys), "id": call.id, "type": "function", "function": function}
