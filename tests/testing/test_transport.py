"""The transport as a server sees it: connections, event loops, and a key that is nowhere to be read."""

from __future__ import annotations

import asyncio
import gc
import logging
import traceback
from collections.abc import Generator
from contextlib import contextmanager

import anyio
import pytest
from anyio.from_thread import start_blocking_portal

from golem_sdk import Agent, AuthFailed, Event, ModelError, RunError
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.models import HTTPModel, TokenProvider
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Reply, Script, SentRequest, Step
from tests.testing.kit import KEY, Roster, agent_of

ANNE = Roster("Anne")


def fine(request: SentRequest) -> Step:
    return Script().text("fine").steps[0]


@contextmanager
def elsewhere() -> Generator[FakeProvider]:
    """A server in a thread and a loop of its own, so that it outlives the loops of a test."""
    provider = FakeProvider("openai_chat", fine)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(provider) as server:
        yield server


@pytest.mark.anyio
async def test_c12_runs_share_one_connection_of_their_models_client() -> None:
    async with FakeProvider("openai_chat", fine) as server:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)
        for _ in range(3):
            await agent_of(server, model=model).run("hi", deps=ANNE)
        assert (server.connections, len(server.requests)) == (1, 3)
        await model.aclose()
        await agent_of(server, model=model).run("hi", deps=ANNE)
        assert server.connections == 2


@pytest.mark.anyio
async def test_c12_concurrent_first_requests_open_one_client() -> None:
    """The second wave of requests finds the connections of the first."""
    async with FakeProvider("openai_chat", fine) as server:
        agent = agent_of(server)
        for _ in range(2):
            async with anyio.create_task_group() as tasks:
                for _ in range(5):
                    tasks.start_soon(lambda: agent.run("hi", deps=ANNE))
        assert len(server.requests) == 10
        assert server.connections <= 5


def test_c12_a_model_serves_one_event_loop_after_another() -> None:
    """Each loop has a client of its own, closed with the loop: a socket left open is a warning, so an error."""
    with elsewhere() as server:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)
        agent = agent_of(server, model=model)

        async def twice() -> list[str]:
            return [(await agent.run("hi", deps=ANNE)).output for _ in range(2)]

        for loops in (1, 2, 3):
            assert asyncio.run(twice()) == ["fine", "fine"]
            gc.collect()
            assert server.connections == loops


@pytest.mark.anyio
async def test_b11_a_cancelled_run_closes_its_connection_and_the_next_one_works() -> None:
    """The silent answer ends when the client leaves; were it still open, the second run would use no new one."""
    asked = anyio.Event()

    def respond(request: SentRequest) -> Step | Reply:
        if asked.is_set():
            return fine(request)
        asked.set()
        return Reply.silence()

    async with FakeProvider("openai_chat", respond) as server:
        agent = agent_of(server)
        task = asyncio.get_running_loop().create_task(agent.run("hi", deps=ANNE))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await agent.run("hi", deps=ANNE)).output == "fine"
        assert server.connections == 2


@pytest.mark.anyio
async def test_g1a_a_refused_token_is_asked_for_once_more() -> None:
    tokens = iter(("old-token-1", "new-token-2"))
    script = [Reply.json({"error": {"message": "expired"}}, status=401), *Script().text("in").steps]
    async with FakeProvider("openai_chat", script) as server:
        auth = TokenProvider(lambda: next(tokens))
        model = HTTPModel(OpenAIChatAdapter("gpt-5.2"), base_url=server.base_url, auth=auth)
        assert (await agent_with(model).run("hi")).output == "in"
    assert [r.headers["authorization"] for r in server.requests] == ["Bearer old-token-1", "Bearer new-token-2"]


def agent_with(model: HTTPModel) -> Agent[object, str]:
    return Agent(model)


LEAKS = [
    Reply.json({"error": {"message": f"Incorrect API key provided: {KEY}", "code": "invalid_api_key"}}, status=401),
    Reply.json({"error": {"message": f"Incorrect API key provided: {KEY}"}}),
    Reply.json({"choices": KEY}),
    Reply(200, {"x-request-id": "r"}, f"<html>Authorization: Bearer {KEY}</html>".encode()),
    Reply(500, {"content-type": f"text/plain; key={KEY}"}, b"x" * (1000 - len(KEY) + 2) + KEY.encode()),
    Reply.hangup(),
]


@pytest.mark.anyio
@pytest.mark.parametrize("reply", LEAKS, ids=range(len(LEAKS)))
async def test_h1_a_key_that_the_provider_quotes_is_nowhere_to_be_read(
    reply: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="golem_sdk")
    events: list[Event] = []
    async with FakeProvider("openai_chat", [reply]) as server:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)
        with pytest.raises(ModelError) as caught:
            await Agent(model, observers=[events.append]).run("hi")
    seen = [
        *(caught.value.to_json(), repr(caught.value), str(caught.value), repr(caught.value.data)),
        *traceback.format_exception(caught.value),
        *(repr(event) + event.to_json() for event in events),
        *(record.getMessage() for record in caplog.records),
        repr(model),
    ]
    assert caplog.records
    assert len(events) > 2
    # Nor a part of it, where a text was cut in its middle.
    assert [text for text in seen if KEY[:10] in text] == []


@pytest.mark.anyio
@pytest.mark.parametrize("key", [f"{KEY}\nx", f"{KEY}\x00", f"{KEY}é"])
async def test_h1_a_key_that_no_header_can_carry_is_not_quoted(key: str) -> None:
    async with FakeProvider("openai_chat") as server:
        model = OpenAIChat("gpt-5.2", api_key=key, base_url=server.base_url)
        with pytest.raises(RunError, match="'Authorization' holds characters that no header can carry") as caught:
            await Agent(model).run("hi")
    assert KEY not in caught.value.to_json() + "".join(traceback.format_exception(caught.value))
    assert server.connections == 0


@pytest.mark.anyio
async def test_white_space_around_a_key_is_no_part_of_it() -> None:
    async with FakeProvider("openai_chat", fine) as server:
        model = OpenAIChat("gpt-5.2", api_key=f" {KEY}\n", base_url=server.base_url)
        await Agent(model).run("hi")
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_an_empty_key_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="the API key is empty"):
        OpenAIChat("gpt-5.2", api_key=" ")


@pytest.mark.anyio
async def test_the_key_comes_from_the_environment_at_the_first_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    async with FakeProvider("openai_chat", fine) as server:
        agent = Agent(OpenAIChat("gpt-5.2", base_url=server.base_url))
        with pytest.raises(AuthFailed, match="OPENAI_API_KEY"):
            await agent.run("hi")
        monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
        assert (await agent.run("hi")).output == "fine"
    assert [request.headers["authorization"] for request in server.requests] == [f"Bearer {KEY}"]


def test_h1_passwords_in_a_url_are_not_shown() -> None:
    shown = repr(OpenAIChat("gpt-5.2", api_key=KEY, base_url=f"https://me:{KEY}@x.org/v1?key={KEY}"))
    assert shown == "OpenAIChat('gpt-5.2', base_url='https://me:[redacted]@x.org/v1?key=[redacted]')"
