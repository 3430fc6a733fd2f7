"""Azure OpenAI: addresses, credentials, versions, and what its content filters say, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

from golem_sdk import Agent, ContentFiltered, JsonValue, NotFound
from golem_sdk.adapters.azure_openai import azure_openai
from golem_sdk.cli.adapters import load_adapter
from golem_sdk.model import ApiError
from golem_sdk.models.azure import AzureOpenAIChat
from golem_sdk.stream import whole_delta
from golem_sdk.testing import FakeProvider, Reply, Script
from golem_wire._runtime import compact
from golem_wire.canonical import Delta, Message, Request, Response, Usage
from tests.adapters.answers import ADAPTER as OPENAI
from tests.adapters.answers import RICH, answer
from tests.adapters.reading import exchanges
from tests.conftest import shared

ADAPTER = azure_openai("m-test")
VERSION = "2024-10-21"
KEY = "0123456789abcdef-key"
ASKED = Request(messages=(Message(role="user", content="go"),))
SAFE: JsonValue = {"hate": {"filtered": False, "severity": "safe"}}
HATE: JsonValue = {"hate": {"filtered": True, "severity": "high"}, "violence": {"filtered": False, "severity": "safe"}}
PROMPT: JsonValue = [{"prompt_index": 0, "content_filter_results": SAFE}]
DATA: Mapping[str, JsonValue] = {"prompt_filter_results": PROMPT, "content_filter_results": HATE}


def model(server: FakeProvider, version: str | None = VERSION, *, api_key: str | None = KEY) -> AzureOpenAIChat:
    return AzureOpenAIChat("my-deployment", endpoint=base(server, version), api_version=version, api_key=api_key)


def base(server: FakeProvider, version: str | None) -> str:
    return server.base_url + ("" if version else "/openai/v1")


def plain(value: object) -> JsonValue:
    """A frozen JSON value as lists and objects."""
    return cast("JsonValue", json.loads(compact(value)))


# Routes and versions.


@pytest.mark.parametrize(
    ("version", "path"),
    [
        (VERSION, f"/openai/deployments/my-deployment/chat/completions?api-version={VERSION}"),
        (None, "/openai/v1/chat/completions"),
    ],
)
@pytest.mark.anyio
async def test_a_version_chooses_the_deployments_route_and_none_the_v1_route(version: str | None, path: str) -> None:
    async with FakeProvider("azure_openai", Script().text("hello")) as server, model(server, version) as asked:
        assert (await Agent(asked).run("go")).output == "hello"
    (sent,) = server.requests
    assert (sent.path, sent.at("model"), sent.headers["api-key"]) == (path, "my-deployment", KEY)
    assert "authorization" not in sent.headers


@pytest.mark.parametrize(
    ("endpoint", "version", "address", "path"),
    [
        ("https://r.example", VERSION, "https://r.example", f"?api-version={VERSION}"),
        ("https://r.example/", "2024-12-01-preview", "https://r.example", "?api-version=2024-12-01-preview"),
        ("https://r.example/openai", VERSION, "https://r.example", f"?api-version={VERSION}"),
        (f"https://r.example/?api-version={VERSION}", None, "https://r.example", f"?api-version={VERSION}"),
        (f"https://r.example?api-version={VERSION}", VERSION, "https://r.example", f"?api-version={VERSION}"),
        ("https://r.example/api/projects/p/openai/v1/", None, "https://r.example/api/projects/p", "/openai/v1/"),
        ("https://r.example", "a b&c={model}", "https://r.example", "?api-version=a%20b%26c%3D%7Bmodel%7D"),
    ],
)
def test_an_endpoint_is_taken_as_people_have_it(endpoint: str, version: str | None, address: str, path: str) -> None:
    made = AzureOpenAIChat("a deployment/1", endpoint=endpoint, api_version=version)
    sent = made.adapter.encode(ASKED).path
    assert f"base_url={address!r}" in repr(made)
    assert path in sent
    assert sent.count("api-version") == path.count("api-version")
    assert ("/deployments/a%20deployment%2F1/" in sent) == ("api-version" in path)


@pytest.mark.parametrize(
    ("deployment", "endpoint", "version", "text"),
    [
        ("d", "https://r.example", None, "no api_version"),
        ("d", "https://r.example", "  ", "is empty"),
        ("d", "https://r.example/openai/v1", VERSION, "the v1 route takes no api_version"),
        ("d", f"https://r.example?api-version={VERSION}", "2025-01-01", "given twice"),
        ("d", "https://r.example?key=abc", VERSION, "'key'"),
        ("d", "r.example", VERSION, "is no address"),
        ("d", "ftp://r.example", VERSION, "is no address"),
        ("", "https://r.example", VERSION, "deployment is ''"),
        ("d", "https://r.example/openai/deployments/e/chat/completions", VERSION, "names 'e'"),
    ],
)
def test_what_can_find_nothing_is_refused_when_the_model_is_made(
    deployment: str, endpoint: str, version: str | None, text: str
) -> None:
    with pytest.raises(ValueError, match=text):
        AzureOpenAIChat(deployment, endpoint=endpoint, api_version=version, api_key=KEY)


# Credentials.


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.anyio
async def test_h1_a_token_is_a_bearer_and_is_asked_for_once_more_on_401(is_async: bool) -> None:
    given = iter(["token-first-1", "token-second-2", "token-third-3"])

    async def later() -> str:
        return next(given)

    provider = later if is_async else lambda: next(given)
    script = Script().fail("auth_failed", "expired").text("hello").fail("auth_failed").fail("auth_failed")
    async with FakeProvider("azure_openai", script) as server:
        asked = AzureOpenAIChat("d", endpoint=base(server, None), token_provider=provider)
        assert (await asked.request(ASKED)).message.content == "hello"
        with pytest.raises(ApiError) as caught:
            await asked.request(ASKED)
        await asked.aclose()
    assert caught.value.details.kind == "auth_failed"
    tokens = [sent.headers["authorization"] for sent in server.requests]
    assert tokens == [f"Bearer token-{name}" for name in ("first-1", "second-2", "second-2", "third-3")]
    assert not any("api-key" in sent.headers for sent in server.requests)


@pytest.mark.anyio
async def test_h1_the_key_is_read_from_the_environment_at_the_first_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AZURE_OPENAI_API_KEY", raising=False)
    async with FakeProvider("azure_openai", Script().text("hello")) as server, model(server, api_key=None) as asked:
        with pytest.raises(ApiError, match="AZURE_OPENAI_API_KEY"):
            await asked.request(ASKED)
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
        await asked.request(ASKED)
    assert [sent.headers["api-key"] for sent in server.requests] == [KEY]


def test_two_credentials_are_refused() -> None:
    with pytest.raises(ValueError, match="not both"):
        AzureOpenAIChat("d", endpoint="https://r.example/openai/v1", api_key=KEY, token_provider=lambda: KEY)


# What the content filters say.


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.anyio
async def test_a8_an_answer_filtered_in_the_middle_keeps_its_text_and_the_filters_results(streamed: bool) -> None:
    said = Message(role="assistant", content="Step one is")
    step = Response(message=said, usage=Usage(input=1, output=2), finish_reason="content_filter", provider_data=DATA)
    deltas: list[Delta] = []

    async def take(delta: Delta) -> None:
        deltas.append(delta)

    async with FakeProvider("azure_openai", Script().respond(step)) as server, model(server) as asked:
        response = await (asked.stream(ASKED, take) if streamed else asked.request(ASKED))
    assert (response.message.content, response.finish_reason) == ("Step one is", "content_filter")
    assert plain(response.provider_data) == plain(DATA)
    assert Response.model_validate_json(response.to_json()) == response
    assert "".join(delta.content for delta in deltas) == ("Step one is" if streamed else "")


@pytest.mark.anyio
async def test_c4_an_answer_of_which_a_filter_left_nothing_is_content_filtered_with_its_results() -> None:
    step = Response(
        message=Message(role="assistant"), usage=Usage(), finish_reason="content_filter", provider_data=DATA
    )
    async with FakeProvider("azure_openai", Script().respond(step)) as server, model(server) as asked:
        with pytest.raises(ContentFiltered) as caught:
            await Agent(asked).run("go")
    assert plain(caught.value.details.provider_data) == plain(DATA)


@pytest.mark.parametrize("route", [VERSION, None])
@pytest.mark.anyio
async def test_a9_a_blocked_prompt_is_content_filtered_and_says_which_filter(route: str | None) -> None:
    script = Script().fail("content_filtered", "The response was filtered")
    async with FakeProvider("azure_openai", script) as server, model(server, route) as asked:
        with pytest.raises(ContentFiltered, match="The response was filtered") as caught:
            await Agent(asked).run("go")
    inner = cast("Mapping[str, JsonValue]", caught.value.details.provider_data["innererror"])
    assert inner["code"] == "ResponsibleAIPolicyViolation"
    assert plain(inner["content_filter_result"]) == {"hate": {"filtered": True, "severity": "high"}}


def test_a9_the_v1_routes_list_of_filters_is_kept_as_data() -> None:
    filters: JsonValue = [{"blocked": True, "source_type": "prompt", "content_filter_results": HATE}]
    body: JsonValue = {"error": {"code": "content_filter", "message": "m", "content_filters": filters}}
    details = ADAPTER.decode_error(400, {}, json.dumps(body).encode()).details
    assert (details.kind, plain(details.provider_data)) == ("content_filtered", {"content_filters": filters})


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.anyio
async def test_a9_an_error_that_comes_with_status_200_keeps_its_data_too(streamed: bool) -> None:
    body: JsonValue = {"error": {"code": "content_filter", "message": "m", "innererror": {"code": "x"}}}
    reply = Reply.events([body]) if streamed else Reply.json(body)

    async def take(delta: Delta) -> None:
        raise AssertionError(delta)

    async with FakeProvider("azure_openai", [reply]) as server, model(server) as asked:
        with pytest.raises(ApiError) as caught:
            await (asked.stream(ASKED, take) if streamed else asked.request(ASKED))
    details = caught.value.details
    assert (details.kind, plain(details.provider_data)) == ("content_filtered", {"innererror": {"code": "x"}})


@pytest.mark.anyio
async def test_h1_a_key_that_azure_quotes_in_its_data_is_redacted() -> None:
    error: JsonValue = {"code": "x", "message": "m", "innererror": {"code": KEY, "seen": [f"key {KEY}", 1, None]}}
    reply = Reply.json({"error": error}, status=400)
    async with FakeProvider("azure_openai", [reply]) as server, model(server) as asked:
        with pytest.raises(ApiError) as caught:
            await asked.request(ASKED)
    inner = plain(caught.value.details.provider_data)
    assert inner == {"innererror": {"code": "[redacted]", "seen": ["key [redacted]", 1, None]}}


def chunk(**choice: JsonValue) -> JsonValue:
    return {"choices": [{"index": 0, **choice}]}


def test_g1_filters_that_speak_in_every_chunk_add_up_and_a_raised_flag_stays() -> None:
    low: JsonValue = {"hate": {"filtered": False, "severity": "low"}}
    pieces: list[JsonValue] = [
        {"choices": [], "prompt_filter_results": PROMPT},
        chunk(delta={"role": "assistant", "content": ""}, content_filter_results={}),
        chunk(delta={"content": "Step"}, content_filter_results=HATE),
        # An asynchronous filter: no delta, and how far it has read.
        chunk(content_filter_results=low, content_filter_offsets={"check_offset": 4}),
        chunk(delta={}, finish_reason="stop", content_filter_results={"sexual": {"detected": False}}),
        {"choices": [], "prompt_filter_results": []},  # with the usage: it says nothing
    ]
    decoder = ADAPTER.stream()
    frames = "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces) + "data: [DONE]\n\n"
    decoder.feed(frames.encode())
    assert plain(decoder.finish().provider_data) == {
        "prompt_filter_results": PROMPT,
        "content_filter_results": {**cast("dict[str, JsonValue]", HATE), "sexual": {"detected": False}},
        "content_filter_offsets": {"check_offset": 4},
    }


@pytest.mark.parametrize("results", ["[1e999]", "NaN", "[]", "null", '"\\ud800"', "[" * 150 + "]" * 150])
def test_g2_data_that_is_odd_never_costs_the_answer(results: str) -> None:
    body = answer({"role": "assistant", "content": "hi"}, prompt_filter_results=0).replace(
        b": 0}", f": {results}}}".encode()
    )
    response = ADAPTER.decode(body)
    assert response.message.content == "hi"
    assert Response.model_validate_json(response.to_json()) == response


def test_an_extension_reads_and_writes_as_its_base_but_for_the_tag() -> None:
    body = json.dumps(RICH).encode()
    ours, theirs = ADAPTER.decode(body), OPENAI.decode(body)
    tagged = json.loads(theirs.to_json().replace('"openai_chat"', '"azure_openai"'))
    told = json.loads(ours.to_json())
    assert told.pop("providerData") == {"content_filter_results": SAFE}
    for read in (told, tagged):
        del read["message"]["native"]["digest"]  # it is over the tag too
    assert told == tagged
    assert theirs.provider_data == {}
    again = Request(messages=(Message(role="user", content="go"), ours.message))
    sent = json.loads(ADAPTER.encode(again).body)
    assert sent == json.loads(OPENAI.encode(again.replace(messages=(again.messages[0], theirs.message))).body)
    assert whole_delta(ours).content == whole_delta(theirs).content


# Errors, recordings, cases.


@pytest.mark.parametrize("version", [VERSION, None])
@pytest.mark.anyio
async def test_a9_an_unknown_deployment_says_what_was_asked_for_where(version: str | None) -> None:
    async with (
        FakeProvider("azure_openai", Script().fail("not_found", "no such")) as server,
        model(server, version) as m,
    ):
        with pytest.raises(NotFound) as caught:
            await Agent(m).run("go")
    details = caught.value.details
    assert (details.code, details.model, details.request_id) == ("DeploymentNotFound", "my-deployment", "apim_fake1")
    assert all(word in str(caught.value) for word in ("'my-deployment'", version or "/openai/v1/chat/completions"))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    ("headers", "request_id"),
    [
        ({"x-ms-request-id": "ms", "x-request-id": "x", "apim-request-id": "apim"}, "apim"),
        ({"x-ms-request-id": "ms", "X-Request-Id": "x"}, "x"),
        ({"x-ms-request-id": "ms"}, "ms"),
    ],
)
def test_a9_the_request_id_is_the_one_that_azure_asks_for(headers: Mapping[str, str], request_id: str) -> None:
    assert ADAPTER.decode_error(500, headers, b"").details.request_id == request_id


@pytest.mark.anyio
async def test_g5_the_recorded_exchange_is_read_over_http() -> None:
    (recorded,) = [one for one in exchanges(shared("recordings/openai-chat.jsonl")) if "azure.com" in one.host]
    reply = Reply(recorded.status, recorded.headers, recorded.body)
    async with FakeProvider("azure_openai", [reply]) as server, model(server, "2024-12-01-preview") as asked:
        response = await asked.request(ASKED)
    assert response.message.content == "The capital of France is **Paris**."
    assert (response.usage.input, response.usage.output, response.finish_reason) == (14, 9, "stop")
    told = cast("Mapping[str, Any]", plain(response.provider_data))
    assert told["prompt_filter_results"] == recorded.answer["prompt_filter_results"]
    assert told["content_filter_results"]["violence"] == {"filtered": False, "severity": "safe"}


def test_the_command_line_knows_the_adapter() -> None:
    adapter = load_adapter("azure_openai", "d")
    assert (adapter.facts.tag, adapter.model) == ("azure_openai", "d")


def case(number: str) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", json.loads(shared(f"cases/case-{number}.json").read_text("utf-8")))


@pytest.mark.anyio
async def test_case_101_filtered_in_the_middle() -> None:
    """C4 decides where the case leaves a choice: what is usable stays, and nothing usable is an error."""
    bodies = [variant["http"]["body"] for variant in case("101")["given"]["variants"]]
    some, none = [json.dumps(body).encode() for body in bodies if "choices" in body]  # the third is another wire
    assert ADAPTER.decode(some).message.content == "Step one is"
    assert {ADAPTER.decode(body).finish_reason for body in (some, none)} == {"content_filter"}
    replies = [Reply.json(json.loads(body)) for body in (some, none)]
    async with FakeProvider("azure_openai", replies) as server, model(server) as asked:
        kept = await Agent(asked).run("go")
        assert (kept.output, kept.finish_reason) == ("Step one is", "content_filter")
        with pytest.raises(ContentFiltered) as caught:
            await Agent(asked).run("go")
    assert caught.value.partial.finish_reason == "content_filter"


def test_case_109_versions() -> None:
    urls: list[str] = []
    for given in case("109")["given"]["configs"]:
        try:
            version, endpoint = given.get("api_version"), given["endpoint"]
            made = AzureOpenAIChat(given.get("deployment", "d"), endpoint=endpoint, api_version=version)
            urls.append(made.adapter.encode(ASKED).path)
        except ValueError as error:
            urls.append(f"config_error: {error}")
    dated = "/openai/deployments/d/chat/completions?api-version="
    assert [url.partition(": ")[0] for url in urls] == [
        "config_error",
        f"{dated}2025-01-01",
        "config_error",
        "/openai/v1/chat/completions",
        f"{dated}2024-10-21",
    ]


@pytest.mark.anyio
async def test_case_109_a_404_shows_deployment_path_and_version_and_no_key() -> None:
    reply = Reply.json({"error": {"code": "404", "message": "Resource not found"}}, status=404)
    async with FakeProvider("azure_openai", [reply]) as server, model(server) as asked:
        with pytest.raises(ApiError) as caught:
            await asked.request(ASKED)
    text = str(caught.value)
    assert f"'my-deployment' at /openai/deployments/my-deployment/chat/completions?api-version={VERSION}" in text
    assert KEY not in text
