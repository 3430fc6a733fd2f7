"""A provider in a process of its own that answers at once: one call, then text; or text alone.

It is written on bare sockets, so that it takes as little as it can from the cores it shares with what is measured.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from subprocess import PIPE, Popen

from tests.conftest import ROOT

__all__ = ["CALL", "TEXT", "serving"]

_USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


def _answer(message: dict[str, object], reason: str) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
    body: dict[str, object] = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m-1"}
    return json.dumps({**body, "choices": [choice], "usage": _USAGE}).encode()


_FUNCTION = {"name": "weather", "arguments": '{"city": "Zürich", "days": 3}'}
TEXT = _answer({"content": "It is sunny, 21 degrees."}, "stop")
"""The answer to a request that ends in a tool's result, or that goes to `/text`."""
CALL = _answer({"content": None, "tool_calls": [{"id": "c1", "type": "function", "function": _FUNCTION}]}, "tool_calls")
"""The answer to any other request."""


class _Provider(asyncio.Protocol):
    def __init__(self) -> None:
        self._got = bytearray()
        self._wanted = 0  # bytes of the request that is coming in; 0 while its head is not whole

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._wanted and (end := self._got.find(b"\r\n\r\n")) >= 0:
            head = bytes(self._got[:end]).lower()
            self._wanted = end + 4 + int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
        if self._wanted and len(self._got) >= self._wanted:
            is_text = self._got.startswith(b"POST /text/") or b'"role":"tool"' in self._got
            self._got.clear()
            self._wanted = 0
            body = TEXT if is_text else CALL
            head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
            self._transport.write(head + body)


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Provider, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)  # until whoever started it goes away


@contextmanager
def serving() -> Generator[str]:
    """The server's address, while it runs."""
    with Popen([sys.executable, "-m", "tests.bench.server"], cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.stdin.close()


if __name__ == "__main__":
    asyncio.run(_serve())
