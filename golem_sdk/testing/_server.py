"""A loopback HTTP/1.1 server on h11 and anyio: one handler, any client. It knows nothing of providers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self, TypeAlias

import anyio
import h11
from anyio.abc import SocketAttribute, SocketStream

from golem_sdk.testing.exchange import Reply, SentRequest

__all__ = ["Handler", "LoopbackServer"]

Handler: TypeAlias = Callable[[SentRequest], Awaitable[Reply]]
"""Answers one request. What it raises ends the server, so it should raise nothing."""

_CHUNK = 65_536


class LoopbackServer:
    """Serves a port of 127.0.0.1 inside an `async with` block; leaving it closes every connection."""

    def __init__(self, handler: Handler, *, body_limit: int) -> None:
        self._handler = handler
        self._body_limit = body_limit
        self._stack = AsyncExitStack()
        self.port = 0
        self.connections = 0

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            listener = await stack.enter_async_context(await anyio.create_tcp_listener(local_host="127.0.0.1"))
            tasks = await stack.enter_async_context(anyio.create_task_group())
            stack.callback(tasks.cancel_scope.cancel)
            self.port = listener.extra(SocketAttribute.local_port)  # noqa: S610  # anyio's extra, not Django's
            tasks.start_soon(listener.serve, self._serve)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The block's own exception stays out of the task group, which would wrap it.
        await self._stack.aclose()

    async def _serve(self, stream: SocketStream) -> None:
        self.connections += 1
        async with stream:
            try:
                await _Connection(stream, self.connections, self._body_limit).serve(self._handler)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                return  # the client left


class _Connection:
    """One connection: requests one after another, until either side closes it."""

    def __init__(self, stream: SocketStream, number: int, body_limit: int) -> None:
        self._stream = stream
        self._number = number
        self._body_limit = body_limit
        self._http = h11.Connection(h11.SERVER)

    async def serve(self, handler: Handler) -> None:
        try:
            while (reply := await self._request(handler)) is not None and await self._write(reply):
                self._http.start_next_cycle()
        except h11.RemoteProtocolError as error:
            if self._http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                await self._write(_plain(error.error_status_hint, f"fake provider: not HTTP: {error}"))

    async def _request(self, handler: Handler) -> Reply | None:
        """Reads a request and has it answered; None when the client closed instead of asking."""
        head = await self._event()
        if not isinstance(head, h11.Request):
            return None
        body, size = bytearray(), 0
        while isinstance(data := await self._event(), h11.Data):
            size += len(data.data)
            # What is over the bound is read, so that the client hears why, and not kept.
            body += data.data if size <= self._body_limit else b""
        if not isinstance(data, h11.EndOfMessage):
            return None
        if size > self._body_limit:
            return _plain(413, f"fake provider: the body has {size} bytes, the bound is {self._body_limit}")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
        method, target = head.method.decode("latin-1"), head.target.decode("latin-1")
        return await handler(SentRequest(method, target, headers, bytes(body), self._number))

    async def _event(self) -> h11.Event | None:
        """The next event; None when the client may not say more before it has its answer."""
        while isinstance(event := self._http.next_event(), type):
            if event is h11.PAUSED:
                return None
            if self._http.they_are_waiting_for_100_continue:
                await self._send(h11.InformationalResponse(status_code=100, headers=[]))
            self._http.receive_data(await self._receive())
        return event

    async def _receive(self) -> bytes:
        try:
            return await self._stream.receive(_CHUNK)
        except anyio.EndOfStream:
            return b""

    async def _write(self, reply: Reply) -> bool:
        """Whether the connection can take another request."""
        if reply.manner not in ("hangup", "silence"):
            await self._send(h11.Response(status_code=reply.status, headers=reply.lines))
            for piece in reply.frames or (reply.body,):
                await self._send(h11.Data(data=piece))
        if reply.manner in ("silence", "open"):
            while await self._receive():
                pass
        if reply.manner != "answer" or reply.declared > len(reply.body):
            return False
        await self._send(h11.EndOfMessage())
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    async def _send(self, event: h11.Event) -> None:
        if data := self._http.send(event):
            await self._stream.send(data)


def _plain(status: int, text: str) -> Reply:
    return Reply(status, {"content-type": "text/plain", "connection": "close"}, text.encode())
