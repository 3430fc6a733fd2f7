"""What this library does with what a case gives: one function a kind, each giving what assertions look at."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import deepcopy
from datetime import datetime
from email.utils import format_datetime
from typing import cast

from pydantic import BaseModel, ConfigDict, create_model

from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.agent import Agent
from golem_sdk.errors import RunError
from golem_sdk.history import repair
from golem_sdk.messages import dump_messages, load_messages
from golem_sdk.tool import Args, Tool, ToolContext
from golem_wire._runtime import RawArgs
from golem_wire.canonical import ImagePart, Message, OutputSpec, Part, Request, Response, ToolCall, ToolSpec
from tests.adapters.answers import answer, calling, function_call
from tests.cases.leaks import failed_request
from tests.cases.reader import Case, Json, Object
from tests.cases.streams import streamed

__all__ = ["OBSERVERS", "observe"]

ADAPTER = OpenAIChatAdapter("m-test")
_FINISHES = {"other": "unknown"}
_REJECTED = ("The call was rejected:", "Error:")
_TYPES: Mapping[str, type] = {"string": str, "integer": int, "number": float, "boolean": bool}


class Served:
    """A model that answers with these bodies, then with a plain text; what it was asked is kept as the wire has it."""

    name = "served"

    def __init__(self, *bodies: bytes) -> None:
        self.bodies = [*bodies, answer({"role": "assistant", "content": "done"})]
        self.asked: list[Object] = []

    async def request(self, request: Request) -> Response:
        self.asked.append(cast("Object", json.loads(ADAPTER.encode(request).body)))
        return ADAPTER.decode(self.bodies[min(len(self.asked), len(self.bodies)) - 1])


async def observe(case: Case) -> Object:
    """What happens."""
    return await _observe(case.given)


async def _observe(given: Object) -> Object:
    return await OBSERVERS[str(given["kind"])](given)


async def _multi(given: Object) -> Object:
    variants = cast("Sequence[Object]", given["variants"])
    cases = [await _observe(variant) for variant in variants]
    responses = [cast("Mapping[str, Object]", case.get("response", {})) for case in cases]
    total = sum(cast("int", response.get("usage", {}).get("input", 0)) for response in responses)
    return {"cases": cases, "sum_of_all": {"usage": {"input": total}}}


async def _http_response(given: Object) -> Object:
    if "request_url" in given:
        return await failed_request(ADAPTER, given)
    http = cast("Object", given["http"])
    body = json.dumps(http["body"]).encode()
    if "tools" in given:
        return await _run(_Tools(given), body)
    response = ADAPTER.decode(body)
    word = cast("Sequence[Object]", cast("Object", http["body"])["choices"])[0].get("finish_reason")
    reason = str(response.finish_reason)
    return {
        "response": {
            "text": response.message.content,
            "finish": _FINISHES.get(reason, reason),
            "usage": cast("Object", response.usage.to_value()),
        },
        "partial_text": response.message.content,
        "response_or_error": {"raw_finish": "given" if response.finish_reason_raw == (word or "") else "changed"},
    }


async def _tool_args(given: Object) -> Object:
    raw = cast("Sequence[Json]", given["raw_args"])
    name = str(cast("Sequence[Object]", given["tools"])[0]["name"])
    cases = [await _run(_Tools(given), calling(function_call("call_a", name, text))) for text in raw]
    return {**cases[0], "cases": cases}


class _Tools:
    """The tools of a case, and what they were called with."""

    def __init__(self, given: Object) -> None:
        self.calls: dict[str, list[Object]] = {}
        self.tools = [self._tool(tool) for tool in cast("Sequence[Object]", given["tools"])]

    def _tool(self, given: Object) -> Tool[object]:
        name, schema = str(given["name"]), cast("Object", given["parameters"])
        model = _model(schema, open_=given.get("additionalProperties", True) is not False)
        received = self.calls.setdefault(name, [])

        async def run(_ctx: ToolContext, _deps: object, args: Args) -> str:
            received.append(cast("Object", args.decode(model).model_dump()))
            return "ok"

        return Tool(name=name, description="A tool.", schema=schema, exec=run)


def _model(schema: Object, *, open_: bool) -> type[BaseModel]:
    """A pydantic model of a flat schema."""
    required = cast("Sequence[str]", schema.get("required", ()))
    properties = cast("Mapping[str, Object]", schema["properties"])
    fields = {
        name: (_TYPES[str(of["type"])], ... if name in required else of.get("default"))
        for name, of in properties.items()
    }
    config = ConfigDict(extra="ignore" if open_ else "forbid")
    return cast("type[BaseModel]", create_model("Arguments", __config__=config, **fields))  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]  # fields by name


async def _run(tools: _Tools, body: bytes) -> Object:
    """A run whose first answer is this body."""
    model = Served(body)
    agent = Agent(model, tools=tools.tools)
    observed: dict[str, Json] = {}
    try:
        messages = (await agent.run("go")).messages
    except RunError as error:
        messages = error.partial.messages
        observed["error"] = {"message": str(error), "stage": error.stage}
    asked = cast("Sequence[Mapping[str, str]]", model.asked[-1]["messages"])
    results = [_result(message) for message in asked if message["role"] == "tool"]
    called = [args for calls in tools.calls.values() for args in calls]
    rejected = any(result["is_error"] for result in results)
    return {
        **observed,
        "tool": {
            "invoked": bool(called),
            "args": called[0] if called else None,
            **{name: {"invocations": len(calls)} for name, calls in tools.calls.items()},
        },
        "feedback": results[0],
        "next_request": {**model.asked[-1], "tool_results": results},
        "outcome": "argument_error" if rejected else "single_consistent_value" if len(called) == 1 else "inconsistent",
        "transcript_roundtrip_equal": load_messages(dump_messages(messages)) == messages,
    }


def _result(sent: Mapping[str, str]) -> Object:
    return {
        "call_id": sent["tool_call_id"],
        "content": sent["content"],
        "is_error": sent["content"].startswith(_REJECTED),
    }


async def _history(given: Object) -> Object:
    stored = tuple(_message(m) for m in cast("Sequence[Object]", given["history"]))
    repaired, _ = repair(stored)
    body = cast("Object", json.loads(ADAPTER.encode(Request(messages=repaired)).body))
    sent = cast("Sequence[Object]", body["messages"])
    calls = [call for message in sent for call in cast("Sequence[Mapping[str, Object]]", message.get("tool_calls", ()))]
    parts = [part for message in sent if isinstance(content := message.get("content"), list) for part in content]
    request: Object = {
        **body,
        "tool_result": [{"call_id": m["tool_call_id"]} for m in sent if m["role"] == "tool"],
        "tool_call": [{"name": call["function"]["name"]} for call in calls],
        "blank_text_blocks": sum(1 for part in parts if not str(cast("Object", part).get("text", "x")).strip()),
    }
    transcript: Object = {"tool_calls": [{"name": call.name} for m in stored for call in m.tool_calls]}
    return {"targets": {"openai-chat": {"request": request}}, "transcript": transcript}


def _message(given: Object) -> Message:
    """A message of the cases' neutral history as one of ours."""
    parts = cast("Sequence[Object]", given["parts"])
    by_type = {str(part["type"]): part for part in parts}
    if "tool_result" in by_type:
        result = by_type["tool_result"]
        content = result["content"]
        inner = [{"type": "text", "text": content}] if isinstance(content, str) else cast("Sequence[Object]", content)
        return Message(
            role="tool",
            content=_joined(inner),
            parts=tuple(_image(part) for part in inner if part["type"] == "image"),
            tool_call_id=str(result["call_id"]),
            tool_name=str(result["name"]),
            failed=bool(result.get("is_error", False)),
        )
    calls = tuple(_call(part) for part in parts if part["type"] == "tool_call")
    return Message(role=str(given["role"]), content=_joined(parts), tool_calls=calls)


def _joined(parts: Sequence[Object]) -> str:
    return "\n".join(str(part["text"]) for part in parts if part["type"] == "text")


def _image(part: Object) -> Part:
    return ImagePart.model_validate({"kind": "image", "mediaType": part["media_type"], "data": part["data_b64"]})


def _call(part: Object) -> ToolCall:
    args = part["args"]
    return ToolCall(
        id=str(part["id"]),
        name=str(part["name"]),
        args=RawArgs(args if isinstance(args, str) else json.dumps(args)),
    )


async def _schema(given: Object) -> Object:
    schemas = cast("Sequence[Object]", given.get("schemas") or [given["schema"]])
    before = deepcopy(schemas)
    sent = [_parameters(schema) for schema in schemas]
    again = [_parameters(schema) for schema in reversed(schemas)][::-1]
    names = [*cast("Object", sent[0]["properties"])]
    invented = set(names) - {*cast("Object", schemas[0].get("properties", {}))}
    return {
        "targets": {
            "openai-chat": {**sent[0], "cases": sent, "property_names": names, "dummy_params": len(invented)},
        },
        "schema_before": before[0],
        "schema_after": schemas[0],
        "results_order_independent": sent == again,
    }


def _parameters(schema: Object) -> Object:
    """The schema as it is sent for a tool; it is asked for as an output too, which must not change it either."""
    output = OutputSpec(name="answer", schema_=schema)
    request = Request(messages=(), tools=(ToolSpec(name="f", schema_=schema),), output=output)
    body = cast("Mapping[str, Sequence[Mapping[str, Object]]]", json.loads(ADAPTER.encode(request).body))
    return cast("Object", body["tools"][0]["function"]["parameters"])


async def _retry_headers(given: Object) -> Object:
    """Waits that headers ask for; the answer's own date stands for the case's clock."""
    date = _http_date(str(given["now"]))
    cases: list[Object] = []
    for response in cast("Sequence[Object]", given["responses"]):
        headers = {**cast("Mapping[str, str]", response["headers"]), "date": date}
        error = ADAPTER.decode_error(cast("int", response["status"]), headers, json.dumps(response["body"]).encode())
        wait = error.details.retry_after
        cases.append({"delay_s": wait or 0.0, "delay_source": "backoff" if wait is None else "header"})
    return {"cases": cases}


def _http_date(text: str) -> str:
    return format_datetime(datetime.fromisoformat(text), usegmt=True)


async def _sse(given: Object) -> Object:
    return await streamed(ADAPTER, given)


OBSERVERS: Mapping[str, Callable[[Object], Awaitable[Object]]] = {
    "http_response": _http_response,
    "sse": _sse,
    "tool_args": _tool_args,
    "history": _history,
    "schema": _schema,
    "schemas": _schema,
    "retry_headers": _retry_headers,
    "multi": _multi,
}
"""The kinds that can be observed now; more come with what they need."""
