"""OpenAI Chat Completions as its server behaves: endpoint, unwritten rules, answers, errors.

Written from the provider's documentation and its answers, apart from the adapter and its tables, so that a mistake
in those shows here. Facts as of 2026-12-01.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from math import ceil, inf
from typing import Final, TypeAlias

from golem_sdk.testing._node import Node
from golem_sdk.testing._schema import known_arguments
from golem_sdk.testing.exchange import Reply, SentRequest
from golem_sdk.testing.script import Failure
from golem_sdk.testing.wires._openai_schema import Context, Schema, function_problems, strict_problems
from golem_sdk.testing.wires._openai_stream import chunks
from golem_sdk.testing.wires._wire import Breach, Rule
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Message, Response, ToolCall, Usage

__all__ = ["NAME", "PREFIX", "RULES", "admit", "answer", "failure", "refuse"]

NAME: Final = "openai_chat"
PREFIX: Final = "/v1"
_PATH: Final = "/v1/chat/completions"


def admit(request: SentRequest) -> Breach | None:
    """Path, method, key, then the kind of body: the order in which the provider looks."""
    path = request.path.partition("?")[0]
    if path != _PATH:
        return Breach(f"Invalid URL ({request.method} {path})", status=404)
    if request.method != "POST":
        return Breach(f"Not allowed to {request.method} on {path}.", status=405)
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    if kind != "Bearer" or not key.strip():
        return Breach("You didn't provide an API key: Authorization: Bearer YOUR_KEY", status=401)
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return Breach("you must provide a body of the content type 'application/json'", status=415)
    return None


# Rules, by the order in which they are checked. A comment without a source means the request rules of the API
# reference and its answers as of 2026.


def arguments_are_known(body: Node) -> Iterator[Breach]:
    # nashsu/llm_wiki#336 (2026-06); coroot/coroot#698 (2025)
    for key in body.keys:
        if key not in known_arguments(NAME):
            yield Breach(f"Unrecognized request argument supplied: {key}")


def _arrays(body: Node) -> Iterator[tuple[Node, int | None]]:
    """Arrays that must hold something, and how much at most."""
    yield body["messages"], None
    yield body["tools"], 128  # vishalmysore/Tools4AI#16 (2024), 0x4m4/hexstrike-ai#29 (2025-08)
    yield body["stop"], 4
    for message in body["messages"]:
        yield message["tool_calls"], 128  # openai/openai-dotnet#317 (2024-12)
        yield message["content"], None


def arrays_hold_neither_nothing_nor_too_much(body: Node) -> Iterator[Breach]:
    # messages: SPEC; danny-avila/LibreChat#10408 (2025-11)
    for array, most in _arrays(body):
        count = array.length
        if count == 0:
            text = "empty array. Expected an array with minimum length 1, but got an empty array instead."
            yield Breach(f"Invalid '{array.path}': {text}", array.path, "empty_array")
        if count is not None and most is not None and count > most:
            text = f"array too long. Expected an array with maximum length {most}, but got one with length {count}."
            yield Breach(f"Invalid '{array.path}': {text}", array.path, "array_above_max_length")


def tool_results_follow_their_calls(body: Node) -> Iterator[Breach]:
    # Every tool message follows the assistant message with its call at once, one per call id.
    waiting: list[str] = []
    for message in body["messages"]:
        if message["role"].text != "tool":
            waiting = [call["id"].text for call in message["tool_calls"]]
        elif (call_id := message["tool_call_id"].text) in waiting:
            waiting.remove(call_id)
        else:
            text = "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
            yield Breach(f"Invalid parameter: {text}: {call_id!r}.", f"{message.path}.role")


def every_call_is_answered(body: Node) -> Iterator[Breach]:
    messages = list(body["messages"])
    for index, message in enumerate(messages):
        results = takewhile(lambda after: after["role"].text == "tool", messages[index + 1 :])
        answered = {result["tool_call_id"].text for result in results}
        missing = [call["id"].text for call in message["tool_calls"] if call["id"].text not in answered]
        if missing:
            text = "An assistant message with 'tool_calls' must be followed by tool messages responding to each"
            yield Breach(f"{text} 'tool_call_id'. These had no response: {', '.join(missing)}", f"{message.path}.role")


def assistant_messages_say_something(body: Node) -> Iterator[Breach]:
    for message in body["messages"]:
        said = ("content", "tool_calls", "function_call", "refusal", "audio")
        if message["role"].text == "assistant" and not any(message[key].value for key in said):
            text = "Expected a string or an array of content parts, or 'tool_calls'; got none of them."
            yield Breach(f"Invalid value for 'content': {text}", f"{message.path}.content")


_WORD = re.compile(r"[A-Za-z0-9_-]+")


def _names(body: Node) -> Iterator[Node]:
    for tool in body["tools"]:
        yield from (tool[kind]["name"] for kind in ("function", "custom") if kind in tool)
    for message in body["messages"]:
        for call in message["tool_calls"]:
            yield from (call[kind]["name"] for kind in ("function", "custom") if kind in call)
    yield from (place for place, _ in _chosen(body))
    if "json_schema" in body["response_format"]:
        yield body["response_format"]["json_schema"]["name"]


def names_are_words(body: Node) -> Iterator[Breach]:
    # Functions and formats: [A-Za-z0-9_-]{1,64}; names in the history too: mcp-use/mcp-use#90 (2025),
    # continuedev/continue#11645 (2026-03).
    for name in _names(body):
        if not name.text:
            text = "empty string. Expected a string with minimum length 1, but got an empty string instead."
            yield Breach(f"Invalid '{name.path}': {text}", name.path, "empty_string")
        elif len(name.text) > 64:
            text = f"string too long. Expected a string with maximum length 64, but got {len(name.text)}."
            yield Breach(f"Invalid '{name.path}': {text}", name.path, "string_above_max_length")
        elif not _WORD.fullmatch(name.text):
            text = "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
            yield Breach(f"Invalid '{name.path}': {text}", name.path, "invalid_value")


def tool_settings_need_tools(body: Node) -> Iterator[Breach]:
    # parallel_tool_calls: camel-ai/camel#3706 (2026-01)
    for key in ("tool_choice", "parallel_tool_calls"):
        if key in body and "tools" not in body:
            yield Breach(f"Invalid value for '{key}': '{key}' is only allowed when 'tools' are specified.", key)


def _chosen(body: Node) -> Iterator[tuple[Node, str]]:
    """The names that a tool choice speaks of, and the kind of tool that each must be."""
    choice = body["tool_choice"]
    for tool in (choice, *choice["allowed_tools"]["tools"]):
        yield from ((tool[kind]["name"], kind) for kind in ("function", "custom") if kind in tool)


def tool_choice_names_an_offered_tool(body: Node) -> Iterator[Breach]:
    offered = {(kind, tool[kind]["name"].text) for tool in body["tools"] for kind in ("function", "custom")}
    for name, kind in _chosen(body):
        if (kind, name.text) not in offered:
            text = f"Invalid value: '{name.text}'. The tool is not found in the 'tools' parameter."
            yield Breach(text, name.path, "invalid_value")


_DATA_URL = re.compile(r"data:image/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}")


def images_are_https_or_data(body: Node) -> Iterator[Breach]:
    for message in body["messages"]:
        for url in (part["image_url"]["url"] for part in message["content"] if "image_url" in part):
            if not url.text.startswith("https://") and not _DATA_URL.fullmatch(url.text):
                text = "Expected an https URL, or a base64 data URL of a png, jpeg, webp or gif."
                yield Breach(f"Invalid '{url.path}'. {text}", url.path, "invalid_value")


_Problems: TypeAlias = Callable[[Schema], Iterator[tuple[Context, str]]]


def _schema(place: Node, owner: str, param: str, code: str, problems: _Problems) -> Iterator[Breach]:
    if isinstance(place.value, Mapping):
        for context, text in problems(place.value):
            yield Breach(f"Invalid schema for {owner}: In context={context!r}, {text}.", param, code)


def functions_describe_their_arguments(body: Node) -> Iterator[Breach]:
    # `strict: true` is enforced to the letter, so the schema must lie in the subset; sources beside the checks.
    for tool in body["tools"]:
        function, schema = tool["function"], tool["function"]["parameters"]
        owner, code = f"function '{function['name'].text}'", "invalid_function_parameters"
        yield from _schema(schema, owner, schema.path, code, function_problems)
        if function["strict"].value is True:
            yield from _schema(schema, owner, schema.path, code, strict_problems)


def strict_formats_lie_in_the_subset(body: Node) -> Iterator[Breach]:
    form = body["response_format"]["json_schema"]
    if form["strict"].value is True:
        owner = f"response_format '{form['name'].text}'"
        yield from _schema(form["schema"], owner, "response_format", "", strict_problems)


def json_mode_says_json(body: Node) -> Iterator[Breach]:
    # Documentation of 2025, JSON mode.
    if body["response_format"]["type"].text == "json_object" and "json" not in str(body["messages"].value).lower():
        text = "must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
        yield Breach(f"'messages' {text}", "messages")


_REASONING_MODEL = re.compile(r"o\d|gpt-5(?!-chat)|gpt-6")


def token_limit_has_its_new_name(body: Node) -> Iterator[Breach]:
    # `max_tokens` is deprecated, and refused by reasoning models.
    if body["max_tokens"].value is None:
        return
    if _REASONING_MODEL.match(body["model"].text):
        text = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        yield Breach(f"Unsupported parameter: {text}", "max_tokens", "unsupported_parameter")
    elif body["max_completion_tokens"].value is not None:
        text = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
        yield Breach(text, "max_tokens", "invalid_parameter_combination")


def stream_options_need_a_stream(body: Node) -> Iterator[Breach]:
    # BerriAI/litellm#5803 (2024-09)
    if body["stream_options"].value is not None and body["stream"].value is not True:
        text = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
        yield Breach(text, "stream_options")


_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "temperature": (0, 2),
    "top_p": (0, 1),
    "frequency_penalty": (-2, 2),
    "presence_penalty": (-2, 2),
    "max_completion_tokens": (1, inf),
    "max_tokens": (1, inf),
    "n": (1, 128),
    "top_logprobs": (0, 20),
}


def numbers_are_in_range(body: Node) -> Iterator[Breach]:
    # Ranges from the docstrings of openai 3.57.0, completion_create_params.
    for key, (least, most) in _RANGES.items():
        value = body[key].number
        if value is not None and not least <= value <= most:
            kind = "integer" if isinstance(body[key].value, int) else "decimal"
            side, bound = ("below_min", least) if value < least else ("above_max", most)
            text = f"{kind} {side.replace('_', ' ')}imum value. Expected a value of {bound:g} at the bound, but got"
            yield Breach(f"Invalid '{key}': {text} {value:g}.", key, f"{kind}_{side}_value")


def labels_are_short(body: Node) -> Iterator[Breach]:
    # `metadata`: at most 16 pairs, keys of 64, values of 512; `safety_identifier`: 128 (openai 3.57.0).
    pairs = [(key, body["metadata"][key].text) for key in body["metadata"].keys]
    if len(pairs) > 16 or any(len(key) > 64 or len(value) > 512 for key, value in pairs):
        text = "at most 16 pairs, with keys of 64 and values of 512 characters."
        yield Breach(f"Invalid 'metadata': {text}", "metadata", "invalid_value")
    if len(body["safety_identifier"].text) > 128:
        text = "string too long. Expected a string with maximum length 128."
        yield Breach(f"Invalid 'safety_identifier': {text}", "safety_identifier", "string_above_max_length")


RULES: Final[tuple[Rule, ...]] = (
    arguments_are_known,
    arrays_hold_neither_nothing_nor_too_much,
    names_are_words,
    assistant_messages_say_something,
    tool_results_follow_their_calls,
    every_call_is_answered,
    images_are_https_or_data,
    tool_settings_need_tools,
    tool_choice_names_an_offered_tool,
    functions_describe_their_arguments,
    strict_formats_lie_in_the_subset,
    json_mode_says_json,
    token_limit_has_its_new_name,
    stream_options_need_a_stream,
    numbers_are_in_range,
    labels_are_short,
)


_FINISH_REASONS: Final[Mapping[str, str]] = {
    "stop": "stop",
    "length": "length",
    "tool_call": "tool_calls",
    "content_filter": "content_filter",
    "refusal": "stop",  # the field `refusal` says it
}


def answer(response: Response, request: Node, number: int) -> Reply:
    """A scripted answer as the provider sends it. Raises ValueError for what the wire cannot say."""
    word = response.finish_reason_raw or _FINISH_REASONS.get(response.finish_reason or "stop")
    if word is None:
        raise ValueError(f"this wire has no word for the finish reason {response.finish_reason!r}")
    refused = response.finish_reason == "refusal"
    choice: JsonValue = {
        "index": 0,
        "message": _message(response.message, refused=refused),
        "logprobs": None,
        "finish_reason": word,
    }
    value: JsonValue = {
        "id": f"chatcmpl-fake{number}",
        "object": "chat.completion",
        "created": 1_764_547_200,  # no clock: the same script gives the same bytes
        "model": response.message.model or request["model"].text,
        "choices": [choice],
        "usage": response.usage.raw or _usage(response.usage),
        "service_tier": "default",
        "system_fingerprint": None,
    }
    headers = {**_headers(number), "openai-processing-ms": "12"}
    if request["stream"].value is True:
        return Reply.events(chunks(Node(value), request["stream_options"]), headers=headers)
    return Reply.json(value, headers=headers)


def _message(message: Message, *, refused: bool) -> JsonValue:
    if message.native is not None and message.native.tag == NAME:
        return message.native.content[0]
    text = message.content or None
    thinking = "".join(block.text for block in message.thinking)
    return {
        "role": "assistant",
        "content": None if refused else text,
        "refusal": text if refused else None,
        "annotations": [],
        # Hosts that speak this wire add it; the provider itself keeps its reasoning to itself.
        **({"reasoning_content": thinking} if thinking else {}),
        **({"tool_calls": [_call(call) for call in message.tool_calls]} if message.tool_calls else {}),
    }


def _call(call: ToolCall) -> JsonValue:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.args.text}}


def _usage(usage: Usage) -> JsonValue:
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {
            "cached_tokens": usage.cache_read,
            "cache_write_tokens": usage.cache_write,
            "audio_tokens": 0,
        },
        "completion_tokens_details": {
            "reasoning_tokens": usage.reasoning,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }


# kind -> (type, code): API reference, error codes; guides/error-codes, 2026. Kinds that are not here have no code.
_ERRORS: Final[Mapping[str, tuple[str, str]]] = {
    "rate_limited": ("requests", "rate_limit_exceeded"),
    "quota_exhausted": ("insufficient_quota", "insufficient_quota"),
    "overloaded": ("service_unavailable_error", "server_is_overloaded"),
    "auth_failed": ("invalid_request_error", "invalid_api_key"),
    "not_found": ("invalid_request_error", "model_not_found"),
    "context_overflow": ("invalid_request_error", "context_length_exceeded"),
    "content_filtered": ("invalid_request_error", "content_filter"),
    "invalid_request": ("invalid_request_error", ""),
    "timeout": ("timeout", ""),
    "server_error": ("server_error", ""),
}


def failure(failure: Failure, number: int) -> Reply:
    """A scripted failure as the provider sends it. Raises ValueError for what the wire cannot say."""
    if failure.kind not in _ERRORS:
        raise ValueError(f"this provider has no error answer of kind {failure.kind!r}; script a Response or a Reply")
    kind, code = _ERRORS[failure.kind]
    wait = failure.retry_after
    waits = {} if wait is None else {"retry-after-ms": f"{wait * 1000:.0f}", "retry-after": f"{ceil(wait)}"}
    return _error(failure.status, failure.message, kind, "", code, {**_headers(number), **waits, **failure.headers})


def refuse(breach: Breach, number: int) -> Reply:
    """The provider's own error for a request that breaks a rule."""
    headers = _headers(number)
    if breach.status < 500:
        return _error(breach.status, breach.message, "invalid_request_error", breach.param, breach.code, headers)
    # Our own failure, not the provider's: asking again gives the same.
    return _error(breach.status, breach.message, "server_error", "", "", {**headers, "x-should-retry": "false"})


def _error(status: int, message: str, kind: str, param: str, code: str, headers: Mapping[str, str]) -> Reply:
    error: JsonValue = {"message": message, "type": kind, "param": param or None, "code": code or None}
    return Reply.json({"error": error}, status=status, headers=headers)


def _headers(number: int) -> Mapping[str, str]:
    return {"x-request-id": f"req_fake{number}"}
