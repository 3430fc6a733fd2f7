"""HTTP clients: the caller's own, or one of ours for each event loop; answers are read up to a bound."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

import httpx2
from anyio.lowlevel import RunVar

from golem_sdk._network import check_destination
from golem_sdk.model import ApiError
from golem_wire.canonical import ProviderDetails

__all__ = ["Answer", "AsyncClient", "Clients", "HTTPAnswer", "opened"]


class HTTPAnswer(Protocol):
    """What is read of an answer; the responses of `httpx2` and of `httpx` have it."""

    @property
    def status_code(self) -> int:
        """The HTTP status."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers."""
        ...

    def aiter_bytes(self) -> AsyncIterator[bytes]:
        """The body, decoded, as it arrives."""
        ...


class AsyncClient(Protocol):
    """What is asked of a client; `httpx2.AsyncClient` and `httpx.AsyncClient` have it."""

    def stream(
        self, method: str, url: str, *, content: bytes, headers: Mapping[str, str]
    ) -> AbstractAsyncContextManager[HTTPAnswer]:
        """Sends a request; the answer's body is read inside the block."""
        ...


@dataclass(frozen=True)
class Answer:
    """An answer whose body is read while it arrives; valid inside the block of `opened`."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncIterator[bytes]

    async def read(self) -> bytes:
        """The whole body."""
        return b"".join([chunk async for chunk in self.chunks])


@asynccontextmanager
async def opened(
    client: AsyncClient, method: str, url: str, *, headers: Mapping[str, str], body: bytes, limit: int
) -> AsyncGenerator[Answer, None]:
    """Sends a request; the answer is read inside the block, at most `limit` bytes of it.

    Raises ApiError of kind `timeout` or `connection_failed` when there is no whole answer, and of kind
    `malformed_response` when it is longer than the bound. Leaving the block closes the answer.
    """
    check_destination(url, client)
    async with AsyncExitStack() as stack:
        try:
            answer = await stack.enter_async_context(client.stream(method, url, content=body, headers=headers))
        except Exception as error:
            raise _unanswered(error) from error
        chunks = await stack.enter_async_context(aclosing(_bounded(answer, limit)))
        yield Answer(answer.status_code, dict(answer.headers), chunks)


async def _bounded(answer: HTTPAnswer, limit: int) -> AsyncGenerator[bytes, None]:
    size = 0
    arriving = answer.aiter_bytes()
    while True:
        try:
            chunk = await anext(arriving)
        except StopAsyncIteration:
            return
        except Exception as error:
            raise _unanswered(error) from error
        size += len(chunk)
        if size > limit:
            details = ProviderDetails(kind="malformed_response", status=answer.status_code)
            raise ApiError(f"the answer is longer than {limit} bytes", details)
        yield chunk


def _unanswered(error: Exception) -> ApiError:
    # The client may be the caller's own, of a library that we do not know: any exception is a failed request.
    kind = "timeout" if "timeout" in type(error).__name__.lower() else "connection_failed"
    return ApiError(f"no answer: {type(error).__name__}: {error}".rstrip(": "), ProviderDetails(kind=kind))


class Clients:
    """One client a model and event loop. A client is made at the first request, and closed with its loop."""

    def __init__(self, given: AsyncClient | None) -> None:
        self._given = given
        self._own: RunVar[tuple[httpx2.AsyncClient, AsyncGenerator[None, None]] | None] = RunVar("client", None)

    async def get(self) -> AsyncClient:
        """The client of the running loop."""
        if self._given is not None:
            return self._given
        if (own := self._own.get()) is not None:
            return own[0]
        client = httpx2.AsyncClient(timeout=httpx2.Timeout(600.0, connect=10.0))
        keeper = _closing(client)
        self._own.set((client, keeper))
        await anext(keeper)
        return client

    async def aclose(self) -> None:
        """Closes the running loop's own client; a client that was given stays the caller's."""
        if (own := self._own.get()) is not None:
            self._own.set(None)
            await own[1].aclose()


async def _closing(client: httpx2.AsyncClient) -> AsyncGenerator[None, None]:
    """Waits to be closed. An event loop closes the async generators that are still open when it ends."""
    try:
        yield
    finally:
        await client.aclose()
