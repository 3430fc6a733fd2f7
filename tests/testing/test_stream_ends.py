"""Streams of the fake provider on the wire: one write a frame, recorded bytes, and every way to end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import anyio
import httpx2
import pytest

from golem_sdk import JsonValue
from golem_sdk.testing import FakeProvider, Reply, Script, StreamEnd
from tests.testing.kit import KEY, post
from tests.testing.test_streams import ASKED, recorded_streams

pytestmark = pytest.mark.anyio


async def test_each_frame_is_one_write() -> None:
    """Seen below any client: each chunk of the transfer encoding holds one frame."""
    async with FakeProvider("openai_chat", Script().text("hello there")) as server:
        url = httpx2.URL(server.base_url)
        body = json.dumps(ASKED).encode()
        head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {KEY}\r\n"
        head += f"content-type: application/json\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
        async with await anyio.connect_tcp("127.0.0.1", url.port or 0) as stream:
            await stream.send(head.encode() + body)
            received = b"".join([data async for data in stream])
    frames = re.findall(rb"[0-9a-f]+\r\n(data: [^\r]*?\n\n)\r\n", received.partition(b"\r\n\r\n")[2])
    assert len(frames) == received.count(b"data: ") > 4
    assert all(frame.count(b"data: ") == 1 for frame in frames)
    assert received.endswith(b"0\r\n\r\n")


async def test_every_recorded_stream_is_served_byte_for_byte() -> None:
    recorded = recorded_streams()
    bodies: list[bytes] = []
    async with FakeProvider("openai_chat", recorded=recorded) as server:
        for exchange in recorded:
            answer = await post(server, ASKED)
            bodies.append(answer.content)
            # The one that is no event stream is a plain body.
            assert ("transfer-encoding" in answer.headers) == ("event-stream" in exchange["headers"]["content-type"])
    assert bodies == [exchange["response"].encode() for exchange in recorded]
    assert len(bodies) == 41


def test_a_recorded_stream_is_cut_into_its_frames() -> None:
    for row in recorded_streams():
        reply = Reply.recorded(row)
        whole = all(frame.endswith(b"\n\n") and b"\n\n" not in frame[:-2] for frame in reply.frames)
        assert whole, row["id"]
    text = "data: 1\r\n\r\n: note\r\rdata: 2\n\ndata: cut"
    exchange: Mapping[str, JsonValue] = {
        "status": 200,
        "headers": {"Content-Type": "text/event-stream"},
        "response_kind": "text",
        "response": text,
    }
    assert Reply.recorded(exchange).frames == (b"data: 1\r\n\r\n", b": note\r\r", b"data: 2\n\n", b"data: cut")


async def ended(end: StreamEnd) -> tuple[bytes, str]:
    """What a client reads of a stream, and how it ends for it: "end", the error's name, or "waits"."""
    received, lasting = b"", end in ("stall", "open")
    reply = Reply.events([{"n": 1}, b": note\n\n"], end=end)
    async with FakeProvider("openai_chat", [reply]) as server, httpx2.AsyncClient(verify=False) as client:
        lines = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
        url = f"{server.base_url}/chat/completions"
        try:
            async with client.stream("POST", url, content=json.dumps(ASKED), headers=lines) as answer:
                async for data in answer.aiter_raw():
                    received += data
                    if lasting and received == reply.body:
                        break
                return received, "waits" if lasting else "end"
        except httpx2.TransportError as error:
            return received, type(error).__name__


FRAMES = b'data: {"n":1}\n\n: note\n\n'
DONE = b"data: [DONE]\n\n"


@pytest.mark.parametrize(
    ("end", "behind", "seen"),
    [
        ("done", DONE, "end"),
        ("no_done", b"", "end"),
        ("hangup", b"", "RemoteProtocolError"),
        ("stall", b"", "waits"),
        ("open", DONE, "waits"),
    ],
)
async def test_a_stream_ends_as_it_is_told_to(end: StreamEnd, behind: bytes, seen: str) -> None:
    assert await ended(end) == (FRAMES + behind, seen)


async def test_an_error_event_is_the_last_word() -> None:
    received, seen = await ended("error")
    assert seen == "end"
    assert json.loads(received.removeprefix(FRAMES + b"data: "))["error"]["type"] == "server_error"


@pytest.mark.parametrize("end", ["stall", "open"])
async def test_a_stream_that_waits_sends_no_end(end: StreamEnd) -> None:
    """Behind the last frame nothing comes until the client says that it is done; then the connection closes."""
    reply = Reply.events([{"n": 1}], end=end)
    async with FakeProvider("openai_chat", [reply]) as server:
        body = json.dumps(ASKED).encode()
        head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {KEY}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        port = httpx2.URL(server.base_url).port or 0
        async with await anyio.connect_tcp("127.0.0.1", port) as stream:
            await stream.send(head.encode() + body)
            received = b""
            while reply.frames[-1] + b"\r\n" not in received:
                received += await stream.receive()
            with anyio.move_on_after(0.1) as waiting:
                await stream.receive()
            assert waiting.cancelled_caught
            await stream.send_eof()
            received += b"".join([data async for data in stream])
    assert received.endswith(reply.frames[-1] + b"\r\n")


async def test_a_client_that_leaves_in_the_middle_of_a_stream_harms_nobody() -> None:
    long = Reply.events([{"text": "x" * 10_000}] * 2_000)
    async with FakeProvider("openai_chat", [long, *Script().text("next").steps]) as server:
        async with httpx2.AsyncClient(verify=False) as client:
            lines = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
            url = f"{server.base_url}/chat/completions"
            async with client.stream("POST", url, content=json.dumps(ASKED), headers=lines) as answer:
                assert (await anext(answer.aiter_raw())).startswith(b"data: ")
        assert (await post(server, ASKED)).status_code == 200


async def test_a_connection_serves_on_after_a_stream() -> None:
    steps = Script().text("one").text("two").steps
    async with FakeProvider("openai_chat", steps) as server, httpx2.AsyncClient(verify=False) as client:
        lines = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
        for _ in steps:
            answer = await client.post(f"{server.base_url}/chat/completions", content=json.dumps(ASKED), headers=lines)
            assert answer.content.endswith(DONE)
        assert server.connections == 1


def test_frames_that_are_not_the_body_are_refused() -> None:
    with pytest.raises(ValueError, match="the frames are not the body"):
        Reply(200, {}, b"ab", frames=(b"a",))
