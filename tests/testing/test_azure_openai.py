"""Azure's fake: its addresses, versions and credentials, each wrong on purpose."""

from __future__ import annotations

from collections.abc import Mapping

import httpx2
import pytest

from golem_sdk.adapters.azure_openai import azure_openai
from golem_sdk.testing import Failure, FakeProvider, Script
from golem_sdk.testing.wires import azure_openai as wire
from golem_wire.canonical import ErrorKind

V1 = "/openai/v1/chat/completions"
DATED = "/openai/deployments/d/chat/completions"
KEY = {"api-key": "none"}


async def post(server: FakeProvider, path: str, headers: Mapping[str, str], method: str = "POST") -> httpx2.Response:
    body = {"model": "d", "messages": [{"role": "user", "content": "go"}]}
    async with httpx2.AsyncClient(verify=False) as client:  # without TLS, certificates are only slow to load
        return await client.request(method, server.base_url + path, json=body, headers=headers)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        (f"{DATED}?api-version=2024-10-21", KEY, 200),
        (f"{DATED}?api-version=2024-12-01-preview", {"authorization": "Bearer token"}, 200),
        (V1, KEY, 200),
        (V1, {"authorization": "Bearer token"}, 200),
        (DATED, KEY, 404),
        (f"{DATED}?api-version=", KEY, 404),
        (f"{DATED}?api-version=latest", KEY, 404),
        (f"{DATED}?api-version=2024-10-21&api-version=2024-10-21", KEY, 404),
        (f"{V1}?api-version=2024-10-21", KEY, 400),
        ("/v1/chat/completions", KEY, 404),
        ("/openai/deployments/chat/completions?api-version=2024-10-21", KEY, 404),
        (V1, {}, 401),
        (V1, {"api-key": ""}, 401),
        (V1, {"authorization": "Basic token"}, 401),
    ],
)
@pytest.mark.anyio
async def test_each_route_wants_its_address_its_version_and_a_credential(
    path: str, headers: Mapping[str, str], status: int
) -> None:
    async with FakeProvider("azure_openai", lambda request: Script().text("hello").steps[0]) as server:
        answer = await post(server, path, headers)
    assert (answer.status_code, answer.headers["apim-request-id"]) == (status, "apim_fake1")
    assert bool(server.requests[0].refused) == (status != 200)


@pytest.mark.anyio
async def test_another_method_and_another_kind_of_body_are_refused() -> None:
    async with FakeProvider("azure_openai") as server:
        assert (await post(server, V1, KEY, "PUT")).status_code == 405
        assert (await post(server, V1, {**KEY, "content-type": "text/plain"})).status_code == 415


KINDS: list[ErrorKind] = [
    *("rate_limited", "quota_exhausted", "overloaded", "auth_failed", "not_found", "invalid_request"),
    *("context_overflow", "content_filtered", "timeout", "server_error"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_scripted_failure_means_the_same_to_the_adapter(kind: ErrorKind) -> None:
    (step,) = Script().fail(kind, "no").steps
    assert isinstance(step, Failure)
    reply = wire.failure(step, 7)
    error = azure_openai("d").decode_error(reply.status, reply.headers, reply.body)
    assert (error.details.kind, error.details.request_id) == (kind, "apim_fake7")
