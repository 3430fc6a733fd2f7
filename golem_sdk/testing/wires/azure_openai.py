"""Azure OpenAI as its server behaves: OpenAI's wire behind Azure's addresses, keys, versions and content filters.

Written from the provider's documentation and its answers, apart from the adapter and its tables, so that a mistake
in those shows here. Facts as of 2026-12-01.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qs, urlsplit

from golem_sdk.testing._node import Node
from golem_sdk.testing.exchange import Reply, SentRequest
from golem_sdk.testing.script import Failure
from golem_sdk.testing.wires import openai_chat
from golem_sdk.testing.wires._wire import Breach
from golem_wire._runtime import JsonValue, compact
from golem_wire.canonical import Response

__all__ = ["NAME", "PREFIX", "RULES", "admit", "answer", "failure", "refuse"]

NAME: Final = "azure_openai"
PREFIX: Final = ""
RULES: Final = openai_chat.RULES
_V1: Final = "/openai/v1/chat/completions"
_DATED: Final = re.compile(r"/openai/deployments/[^/]+/chat/completions")
_VERSION: Final = re.compile(r"\d{4}-\d{2}-\d{2}(-preview)?")


def admit(request: SentRequest) -> Breach | None:
    """The address, the version, the key, then the kind of body."""
    url = urlsplit(request.path)
    versions = parse_qs(url.query).get("api-version", [])
    if not (url.path == _V1 or _DATED.fullmatch(url.path)):
        return Breach("Resource not found", code="404", status=404)
    # A version that is missing, doubled or unknown, and one on the route that has none, find nothing:
    # MicrosoftDocs/azure-docs#114602, BerriAI/litellm#8572
    if url.path == _V1 and versions:
        return Breach("API version not supported", code="BadRequest")
    if url.path != _V1 and not (len(versions) == 1 and _VERSION.fullmatch(versions[0])):
        return Breach("Resource not found", code="404", status=404)
    if request.method != "POST":
        return Breach(f"Not allowed to {request.method} on {url.path}.", status=405)
    if not request.headers.get("api-key", "").strip() and not _token(request):
        text = "Access denied due to invalid subscription key or wrong API endpoint."
        return Breach(text, code="401", status=401)
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return Breach("you must provide a body of the content type 'application/json'", status=415)
    return None


def _token(request: SentRequest) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind == "Bearer" else ""


def answer(response: Response, request: Node, number: int) -> Reply:
    """A scripted answer as the provider sends it, with `provider_data` of the response where Azure has it.

    Raises ValueError for what the wire cannot say.
    """
    data = response.provider_data
    reply = openai_chat.answer(response, request, number)
    filtered = {key: value for key, value in data.items() if key != "prompt_filter_results"}
    if request["stream"].value is True:
        return _streamed(reply, data.get("prompt_filter_results"), filtered, number)
    body = json.loads(reply.body)
    body["choices"][0].update(filtered)
    if "prompt_filter_results" in data:
        body["prompt_filter_results"] = data["prompt_filter_results"]
    return _named(replace(reply, body=compact(body).encode()), number)


def _streamed(reply: Reply, prompt: JsonValue, filtered: Mapping[str, JsonValue], number: int) -> Reply:
    """Results of the prompt come first, without choices; those of the answer come with its pieces."""
    frames = [] if prompt is None else [_frame({"choices": [], "prompt_filter_results": prompt})]
    for frame in reply.frames:
        text = frame.decode().removeprefix("data: ")
        chunk = None if text.startswith("[DONE]") else json.loads(text)
        if chunk and chunk["choices"] and filtered:
            chunk["choices"][0].update(filtered)
        frames.append(_frame(chunk) if chunk else frame)
    return _named(replace(reply, body=b"".join(frames), frames=tuple(frames)), number)


def _frame(chunk: JsonValue) -> bytes:
    return f"data: {compact(chunk)}\n\n".encode()


# What differs from OpenAI: reference of errors, 2026.
_CODES: Final[Mapping[str, str]] = {"not_found": "DeploymentNotFound", "content_filtered": "content_filter"}
_INNER: Final[Mapping[str, JsonValue]] = {
    "content_filtered": {
        "code": "ResponsibleAIPolicyViolation",
        "content_filter_result": {"hate": {"filtered": True, "severity": "high"}},
    }
}


def failure(failure: Failure, number: int) -> Reply:
    """A scripted failure as the provider sends it. Raises ValueError for what the wire cannot say."""
    reply = openai_chat.failure(failure, number)
    body = json.loads(reply.body)
    if failure.kind in _CODES:
        body["error"]["code"] = _CODES[failure.kind]
    if failure.kind in _INNER:
        body["error"]["innererror"] = _INNER[failure.kind]
    return _named(replace(reply, body=compact(body).encode()), number)


def refuse(breach: Breach, number: int) -> Reply:
    """The provider's own error for a request that breaks a rule."""
    return _named(openai_chat.refuse(breach, number), number)


def _named(reply: Reply, number: int) -> Reply:
    lines = {name: value for name, value in reply.headers.items() if name != "x-request-id"}
    return replace(reply, headers={**lines, "apim-request-id": f"apim_fake{number}"})
