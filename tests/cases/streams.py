"""A streamed answer as a case gives it: chunk by chunk, to its end or to a connection that stays open."""

from __future__ import annotations

import base64
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import cast

import anyio
import httpx2
from typing_extensions import override

from golem_sdk.adapter import Adapter
from golem_sdk.agent import Agent
from golem_sdk.errors import ModelError, RunError
from golem_sdk.messages import dump_messages
from golem_sdk.models.http import HTTPModel
from golem_sdk.stream import ItemDelta, StreamItem
from golem_sdk.tool import Tool
from golem_sdk.transport.auth import ApiKey
from golem_wire._runtime import RawArgs
from golem_wire.canonical import Evidence, Message, Usage
from tests.cases.reader import Json, Object

__all__ = ["streamed"]

_CLASSES: Mapping[str | None, str] = {"server_error": "provider_server_error"}


class Chunks(httpx2.AsyncByteStream):
    """The body of the answer, and whether it was closed."""

    def __init__(self, given: Object) -> None:
        encoded = cast("Sequence[str]", given.get("chunks_b64", ()))
        texts = cast("Sequence[str]", given.get("chunks", ()))
        self.chunks = [*(text.encode() for text in texts), *map(base64.b64decode, encoded)]
        self.open = given["connection_end"] == "stays_open"
        self.closed = False

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            yield chunk
        if self.open:
            await anyio.sleep_forever()

    @override
    async def aclose(self) -> None:
        self.closed = True


async def streamed(adapter: Adapter, given: Object) -> Object:
    """The response of the stream's first answer, or the run's error, and what was told on the way."""
    body, started = Chunks(given), time.monotonic()
    items: list[StreamItem] = []

    def respond(_: httpx2.Request) -> httpx2.Response:
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(cast("int", given["status"]), headers=headers, stream=body)

    error: Object = {}
    async with httpx2.AsyncClient(transport=httpx2.MockTransport(respond)) as client:
        model = HTTPModel(adapter, base_url="http://host.test", auth=ApiKey("key"), client=client)
        async with Agent(model, tools=_tools(given), max_turns=1).stream("go", deps=None) as run:
            try:
                async for item in run:
                    items.append(item)  # noqa: PERF401  # those before the error count
            except RunError as failed:  # the turns end behind the first answer
                error = _error(failed) if isinstance(failed, ModelError) else {}
            elapsed = time.monotonic() - started
    return {
        **({"error": error} if error else {}),
        **_told(run.evidence, items),
        "elapsed_s": elapsed,
        "http": {"response_closed": body.closed},
    }


def _tools(given: Object) -> list[Tool[object]]:
    return [
        Tool(name=str(tool["name"]), description="A tool.", schema=cast("Object", tool["parameters"]), exec=_ok)
        for tool in cast("Sequence[Object]", given.get("tools", ()))
    ]


def _ok(*_: object) -> str:
    return "ok"


def _error(error: ModelError) -> Object:
    kind = error.data.provider.kind if error.data.provider else None
    return {"class": _CLASSES.get(kind, str(kind)), "message": str(error)}


def _told(evidence: Evidence, items: Sequence[StreamItem]) -> Object:
    said = next((message for message in evidence.messages if message.role == "assistant"), Message(role="assistant"))
    pieces = [item.text for item in items if isinstance(item, ItemDelta)]
    return {
        "response": {
            "text": said.content,
            "finish": said.finish_reason,
            "usage": _usage(evidence.usage),
            "tool_calls": [
                {"id": call.id, "name": call.name, "raw_args": call.args.text, "args": _value(call.args)}
                for call in said.tool_calls
            ],
        },
        "events": {"each": {"partial_args": {"utf8_encodable": all(map(_encodable, pieces))}}},
        "transcript": {
            "utf8_encodable": _encodable(dump_messages(evidence.messages)),
            "state": "whole" if said.finish_reason else "interrupted",
        },
    }


def _usage(usage: Usage) -> Object:
    return {"input": usage.input, "output": usage.output, "cache_read": usage.cache_read}


def _value(args: RawArgs) -> Json:
    """What a tool that requires nothing gets: blank arguments are an empty object."""
    return args.value() if args.text.strip() else {}


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
