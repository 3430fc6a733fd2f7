"""The loopback server: HTTP/1.1 as clients expect it, and nothing that outlives its block."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from anyio.abc import SocketStream

from golem_sdk.testing import FakeProvider, Reply, SentRequest
from tests.testing.kit import KEY, post

pytestmark = pytest.mark.anyio

HEAD = (
    "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\n"
    "content-type: application/json\r\ncontent-length: {}\r\n{}\r\n"
)
BODY = b'{"model":"gpt-5.2","messages":[{"role":"user","content":"hi"}]}'


def ok(request: SentRequest) -> Reply:
    return Reply.json({"connection": request.connection})


@asynccontextmanager
async def connected(server: FakeProvider) -> AsyncGenerator[SocketStream]:
    """A connection without any client's help."""
    port = httpx2.URL(server.base_url).port or 0
    async with await anyio.connect_tcp("127.0.0.1", port) as stream:
        yield stream


async def all_of(stream: SocketStream) -> bytes:
    received = b""
    async for chunk in stream:
        received += chunk
    return received


async def test_one_connection_serves_many_requests() -> None:
    async with FakeProvider("openai_chat", ok) as server:
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {KEY}"}) as client:
            for _ in range(5):
                url, headers = f"{server.base_url}/chat/completions", {"content-type": "application/json"}
                assert (await client.post(url, content=BODY, headers=headers)).json() == {"connection": 1}
        assert (server.connections, len(server.requests)) == (1, 5)


async def test_requests_sent_at_once_on_one_connection_are_answered_in_order() -> None:
    async with FakeProvider("openai_chat", ok) as server, connected(server) as stream:
        request = HEAD.format(len(BODY), "").encode() + BODY
        last = HEAD.format(len(BODY), "connection: close\r\n").encode() + BODY
        await stream.send(request + request + last)
        assert (await all_of(stream)).count(b"HTTP/1.1 200") == 3
        assert len(server.requests) == 3


async def test_a_body_sent_in_pieces_and_chunks_is_one_body() -> None:
    async with FakeProvider("openai_chat", ok) as server, connected(server) as stream:
        head = HEAD.replace("content-length: {}", "transfer-encoding: chunked").format("connection: close\r\n")
        await stream.send(head.encode())
        for byte in BODY:
            await stream.send(b"1\r\n" + bytes([byte]) + b"\r\n")
        await stream.send(b"0\r\n\r\n")
        await all_of(stream)
        assert server.requests[0].raw == BODY


async def test_a_client_that_waits_to_be_told_to_go_on_is_told() -> None:
    async with FakeProvider("openai_chat", ok) as server, connected(server) as stream:
        await stream.send(HEAD.format(len(BODY), "expect: 100-continue\r\nconnection: close\r\n").encode())
        assert b"100" in await stream.receive()
        await stream.send(BODY)
        assert b"HTTP/1.1 200" in await all_of(stream)


async def test_h3_a_body_over_the_bound_is_refused_and_not_kept() -> None:
    async with FakeProvider("openai_chat", ok, body_limit=1_000) as server:
        answer = await post(server, b"x" * 1_000_000)
        assert (answer.status_code, server.requests) == (413, [])
        assert "the bound is 1000" in answer.text


@pytest.mark.parametrize(
    "noise", [b"hello\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 9_000]
)
async def test_what_is_not_http_is_answered_and_harms_nobody(noise: bytes) -> None:
    async with FakeProvider("openai_chat", ok) as server:
        async with connected(server) as stream:
            await stream.send(noise)
            assert b"HTTP/1.1 4" in await all_of(stream)
        assert (await post(server, BODY)).status_code == 200


async def test_a_client_that_leaves_in_the_middle_harms_nobody() -> None:
    async with FakeProvider("openai_chat", ok) as server:
        async with connected(server) as stream:
            await stream.send(HEAD.format(len(BODY), "").encode() + BODY[:10])
        assert (await post(server, BODY)).status_code == 200
        assert len(server.requests) == 1


async def test_silence_lasts_until_the_client_leaves() -> None:
    asked = anyio.Event()

    def respond(request: SentRequest) -> Reply:
        if asked.is_set():
            return ok(request)
        asked.set()
        return Reply.silence()

    async with FakeProvider("openai_chat", respond) as server:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(post, server, BODY)
            await asked.wait()
            tasks.cancel_scope.cancel()
        assert (await post(server, BODY)).status_code == 200


async def test_leaving_the_block_ends_what_is_still_being_answered() -> None:
    """A client that nobody answers hears of the end at once, and the block does not wait for it."""
    started = anyio.Event()

    async def never(request: SentRequest) -> Reply:
        started.set()
        await anyio.sleep_forever()
        return ok(request)

    failed: list[type[Exception]] = []

    async def ask(server: FakeProvider) -> None:
        try:
            await post(server, BODY)
        except httpx2.TransportError as error:
            failed.append(type(error))

    async with anyio.create_task_group() as tasks, FakeProvider("openai_chat", never) as server:
        tasks.start_soon(ask, server)
        await started.wait()
    assert failed == [httpx2.RemoteProtocolError]


async def test_after_the_block_the_port_is_closed() -> None:
    async with FakeProvider("openai_chat", ok) as server:
        pass
    with pytest.raises(httpx2.ConnectError):
        await post(server, BODY)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts open files where the system lists them")
async def test_a_hundred_blocks_leave_no_file_and_no_task() -> None:
    """Each with a connection that its client keeps alive and one that stopped half way, both still open there."""
    head = HEAD.format(len(BODY), "").encode()

    async def cycle() -> None:
        before = open_files()
        async with AsyncExitStack() as clients:
            async with FakeProvider("openai_chat", ok) as server:
                half, idle = [await clients.enter_async_context(connected(server)) for _ in range(2)]
                await half.send(head)
                await idle.send(head + BODY)
                assert b"200" in await idle.receive()
            assert open_files() == before + 2

    await cycle()
    files, tasks = open_files(), len(asyncio.all_tasks())
    for _ in range(100):
        await cycle()
    assert (open_files(), len(asyncio.all_tasks())) == (files, tasks)


async def test_b11_the_callers_cancellation_passes_through_the_block() -> None:
    entered = anyio.Event()

    async def block() -> None:
        async with FakeProvider("openai_chat", ok):
            entered.set()
            await anyio.sleep_forever()

    task = asyncio.get_running_loop().create_task(block())
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()


def test_a_reply_that_no_answer_can_be_is_refused_where_it_is_made() -> None:
    with pytest.raises(ValueError, match="status_code"):
        Reply(42)
    with pytest.raises(ValueError, match="header"):
        Reply(headers={"x": "a\nb"})
    with pytest.raises(ValueError, match="content-length is 1, and the body has 2 bytes"):
        Reply(headers={"content-length": "1"}, body=b"ab")
