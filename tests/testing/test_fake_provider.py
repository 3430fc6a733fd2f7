"""The fake provider from an agent's side: real runs over real HTTP, and what is told when a script does not fit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import anyio
import httpx
import httpx2
import pytest

from golem_sdk import (
    ConnectionFailed,
    JsonValue,
    MalformedResponse,
    ModelError,
    QuotaExhausted,
    RateLimited,
    RunError,
    ServerError,
)
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Reply, Script, SentRequest, Step, call
from golem_wire.canonical import ErrorKind, Message, Response, Usage
from tests.testing.kit import KEY, RefundArgs, Roster, agent_of, get_player_name, name_then_answer, post, refund

pytestmark = pytest.mark.anyio

ANNE = Roster("Anne")
Exchange = Mapping[str, JsonValue]


async def test_a_tool_loop_runs_over_http_and_every_request_is_recorded() -> None:
    async with FakeProvider("openai_chat", name_then_answer()) as server:
        result = await agent_of(server).run("Who wins?", deps=ANNE)
    assert result.output == "Anne wins."
    assert result.usage == Usage(input=20, output=10)
    first, second = server.requests
    assert (first.method, first.path) == ("POST", "/v1/chat/completions")
    assert first.headers["authorization"] == f"Bearer {KEY}"
    assert first.at("messages", 0, "content") == "Be brief."
    assert first.at("messages", -1) == {"role": "user", "content": "Who wins?"}
    assert second.at("messages", -1) == {"role": "tool", "content": "Anne", "tool_call_id": "call_1"}
    assert second.at("messages", -2, "tool_calls", 0, "function", "name") == "get_player_name"


async def test_a_batch_of_calls_and_their_arguments_travel() -> None:
    calls = (call(get_player_name), call(refund, RefundArgs(cents=5)), call(refund, {"cents": 6}))
    async with FakeProvider("openai_chat", Script().calls(*calls, text="Let me see.").text("Done.")) as server:
        result = await agent_of(server).run("Refund.", deps=ANNE)
    assert [message.content for message in result.messages[-4:-1]] == ["Anne", "5 cents to Anne", "6 cents to Anne"]
    assert server.requests[1].at("messages", 2, "content") == "Let me see."


@pytest.mark.parametrize("library", ["httpx", "httpx2"])
async def test_a_users_own_client_is_used_and_left_open(library: str) -> None:
    own = httpx.AsyncClient if library == "httpx" else httpx2.AsyncClient
    async with own(headers={"x-mine": "yes"}) as client, FakeProvider("openai_chat", name_then_answer()) as server:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url, client=client)
        async with model:
            assert (await agent_of(server, model=model).run("Who?", deps=ANNE)).output == "Anne wins."
        assert not client.is_closed
        assert {request.headers["x-mine"] for request in server.requests} == {"yes"}
        assert server.connections == 1


@pytest.mark.parametrize(
    ("kind", "error", "status"),
    [("server_error", ServerError, 500), ("rate_limited", RateLimited, 429), ("quota_exhausted", QuotaExhausted, 429)],
)
async def test_a9_a_scripted_failure_is_a_typed_error(kind: ErrorKind, error: type[ModelError], status: int) -> None:
    script = Script().fail(kind, "not now", retry_after=1.5, headers={"x-ratelimit-remaining-requests": "0"})
    async with FakeProvider("openai_chat", script) as server:
        with pytest.raises(error, match="not now") as caught:
            await agent_of(server).run("Who?", deps=ANNE)
    failed = caught.value
    assert (failed.status, failed.request_id, failed.retry_after) == (status, "req_fake1", 1.5)
    assert failed.headers["x-ratelimit-remaining-requests"] == "0"
    assert [message.content for message in failed.partial.new_messages] == ["Who?"]


@pytest.mark.parametrize("step", [Reply.hangup(), Script().fail("connection_failed").steps[0]], ids=["reply", "script"])
async def test_a9_a_hangup_is_a_failed_connection_with_the_evidence(step: Reply | Step) -> None:
    script = [*Script().call(get_player_name).steps, step]
    async with FakeProvider("openai_chat", script) as server:
        with pytest.raises(ConnectionFailed) as caught:
            await agent_of(server).run("Who?", deps=ANNE)
    assert caught.value.status is None
    assert [message.content for message in caught.value.partial.messages[-2:]] == ["", "Anne"]


_NOISE = bytes(range(256)) * 4096


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(200, {"x-request-id": "req_1"}, b""), MalformedResponse),
        (Reply(200, {"x-request-id": "req_1"}, b"<html><body>Bad gateway</body></html>"), MalformedResponse),
        (Reply(200, {"x-request-id": "req_1"}, b'{"choices": [{"message": {"content": "cu'), MalformedResponse),
        (Reply(200, {"x-request-id": "req_1"}, b'{"choices": 7}'), MalformedResponse),
        (Reply(200, {"x-request-id": "req_1"}, b"[" * 100_000), MalformedResponse),
        (Reply(200, {"x-request-id": "req_1"}, _NOISE), MalformedResponse),
        (Reply(502, {"x-request-id": "req_1"}, b"<html><body>Bad gateway</body></html>"), ServerError),
        (Reply(500, {"x-request-id": "req_1"}, _NOISE), ServerError),
    ],
)
async def test_a9_an_answer_that_is_none_is_a_typed_error_with_what_was_seen(
    reply: Reply, error: type[ModelError]
) -> None:
    async with FakeProvider("openai_chat", [*Script().call(get_player_name).steps, reply]) as server:
        with pytest.raises(error) as caught:
            await agent_of(server).run("Who?", deps=ANNE)
    failed = caught.value
    assert (failed.status, failed.request_id) == (reply.status, "req_1")
    assert failed.details.excerpt == reply.body[:1000].decode("utf-8", "replace")
    assert failed.partial.messages[-1].content == "Anne"
    assert RunError.from_json(failed.to_json()).data == failed.data


async def test_a_body_that_is_cut_off_is_a_failed_connection() -> None:
    cut = Reply(200, {"content-type": "application/json", "content-length": "5000"}, b'{"choices": [')
    async with FakeProvider("openai_chat", [cut]) as server:
        with pytest.raises(ConnectionFailed):
            await agent_of(server).run("Who?", deps=ANNE)


async def test_a_request_without_a_step_is_answered_and_fails_the_block() -> None:
    told = "fake provider: request 2: the script has 1 steps"

    async def block() -> None:
        async with FakeProvider("openai_chat", Script().call(get_player_name)) as server:
            with pytest.raises(ServerError, match=told) as caught:
                await agent_of(server).run("Who?", deps=ANNE)
            assert caught.value.status == 500

    with pytest.raises(AssertionError, match=told):
        await block()


async def test_steps_that_are_left_over_fail_the_block() -> None:
    with pytest.raises(AssertionError, match="fake provider: 1 of 3 steps were not asked for"):
        async with FakeProvider("openai_chat", name_then_answer().text("never")) as server:
            await agent_of(server).run("Who?", deps=ANNE)


async def test_the_blocks_own_error_passes_as_it_is_with_a_note() -> None:
    """No exception group, and no assertion in its place: what the test did wrong comes first."""
    with pytest.raises(KeyError) as caught:
        async with FakeProvider("openai_chat", Script().text("never")):
            raise KeyError("mine")
    assert caught.value.__notes__ == ["fake provider: 1 of 1 steps were not asked for"]


async def test_a_refused_request_takes_no_step() -> None:
    async with FakeProvider("openai_chat", Script().text("hello")) as server:
        refused = await post(server, {"model": "gpt-5.2", "messages": []})
        taken = await post(server, {"model": "gpt-5.2", "messages": [{"role": "user", "content": "hi"}]})
    assert (refused.status_code, taken.status_code) == (400, 200)
    assert "empty array" in server.requests[0].refused
    assert server.requests[1].refused == ""


async def test_a_responder_answers_by_the_request_and_its_own_mistake_fails_the_block() -> None:
    def echo(request: SentRequest) -> Step:
        text = request.at("messages", -1, "content")
        assert text != "boom", "the responder's own assertion"
        return Script().text(f"you said {text}").steps[0]

    async def block() -> None:
        async with FakeProvider("openai_chat", echo) as server:
            agent = agent_of(server)
            assert (await agent.run("hi", deps=ANNE)).output == "you said hi"
            with pytest.raises(ServerError, match="the responder's own assertion"):
                await agent.run("boom", deps=ANNE)

    with pytest.raises(AssertionError, match="the responder's own assertion") as caught:
        await block()
    assert isinstance(caught.value.__cause__, AssertionError)


async def test_sixty_four_concurrent_runs_keep_their_conversations_apart() -> None:
    """The first answers wait until all 64 requests are there, so the runs really are concurrent."""
    arrived, all_there = 0, anyio.Event()

    async def respond(request: SentRequest) -> Step:
        nonlocal arrived
        if request.at("messages", -1, "role") == "user":
            arrived += 1
            if arrived == 64:
                all_there.set()
            await all_there.wait()
            return Script().call(refund, {"cents": int(str(request.at("messages", -1, "content")))}).steps[0]
        return Script().text(str(request.at("messages", -1, "content"))).steps[0]

    outputs: dict[int, str] = {}
    async with FakeProvider("openai_chat", respond) as server, httpx2.AsyncClient(timeout=60) as client:
        model = OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url, client=client)
        agent = agent_of(server, model=model)

        async def one(cents: int) -> None:
            outputs[cents] = (await agent.run(str(cents), deps=Roster(f"P{cents}"))).output

        async with anyio.create_task_group() as tasks:
            for cents in range(64):
                tasks.start_soon(one, cents)
    assert outputs == {cents: f"{cents} cents to P{cents}" for cents in range(64)}
    assert len(server.requests) == 128


async def test_a_scripted_answer_keeps_what_it_says() -> None:
    usage = Usage(input=9, output=7, cache_read=4, cache_write=2, reasoning=3)
    message = Message(role="assistant", content="cut sh")
    script = Script().respond(Response(message=message, usage=usage, finish_reason="length"))
    async with FakeProvider("openai_chat", script) as server:
        result = await agent_of(server).run("Who?", deps=ANNE)
    assert (result.output, result.finish_reason, result.usage) == ("cut sh", "length", usage)


async def test_recorded_exchanges_are_served_in_order_and_our_requests_checked() -> None:
    answer: JsonValue = {"choices": [{"message": {"content": "recorded"}, "finish_reason": "stop"}]}
    one = _exchange("json", answer)
    two: Exchange = {"status": 429, "headers": {"retry-after": "7"}, "response_kind": "text", "response": "slow down"}
    async with FakeProvider("openai_chat", recorded=[one, two]) as server:
        assert (await post(server, {"model": "gpt-5.2", "messages": []})).status_code == 400
        agent = agent_of(server)
        assert (await agent.run("Who?", deps=ANNE)).output == "recorded"
        with pytest.raises(RateLimited) as caught:
            await agent.run("Who?", deps=ANNE)
    assert caught.value.retry_after == 7


def test_what_cannot_be_served_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="no fake provider for 'acme'; there are: azure_openai, openai_chat"):
        FakeProvider("acme")
    with pytest.raises(ValueError, match="not both"):
        FakeProvider("openai_chat", Script().text("x"), recorded=[_exchange("json", {})])
    with pytest.raises(ValueError, match="needs status, headers"):
        FakeProvider("openai_chat", recorded=[{"status": 200}])
    with pytest.raises(ValueError, match="of kind 'wax'"):
        FakeProvider("openai_chat", recorded=[_exchange("wax", "x")])


def _exchange(kind: str, response: JsonValue) -> Exchange:
    return {"status": 200, "headers": {}, "response_kind": kind, "response": response}


async def test_h1_neither_requests_nor_the_server_show_the_key() -> None:
    async with FakeProvider("openai_chat", name_then_answer()) as server:
        await agent_of(server).run("Who wins?", deps=ANNE)
    assert KEY not in repr(server.requests) + repr(server)
    assert KEY not in repr(replace(server.requests[0], refused="x"))


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(ImportError, match=r"pip install 'golem-sdk\[testing\]'"):
        FakeProvider("openai_chat")


def test_importing_the_kit_needs_no_extra(tmp_path: Path) -> None:
    """`ScriptedModel` alone must work without jsonschema."""
    code = "import sys; sys.modules['jsonschema'] = None; from golem_sdk.testing import ScriptedModel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
