"""HTTP clients: the caller's own, or one of ours for each event loop; answers are read up to a bound."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

import httpx2
from anyio.lowlevel import RunVar

from golem_sdk.model import ApiError
from golem_wire.canonical import ProviderDetails

__all__ = ["Answer", "AsyncClient", "Clients", "HTTPAnswer", "send"]


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
    """An answer that has been read."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def send(
    client: AsyncClient, method: str, url: str, *, headers: Mapping[str, str], body: bytes, limit: int
) -> Answer:
    """Sends a request and reads the answer, at most `limit` bytes of it.

    Raises ApiError of kind `timeout` or `connection_failed` when there is no whole answer, and of kind
    `malformed_response` when it is longer than the bound.
    """
    chunks: list[bytes] = []
    size = 0
    try:
        async with client.stream(method, url, content=body, headers=headers) as answer:
            async for chunk in answer.aiter_bytes():
                size += len(chunk)
                if size > limit:
                    text = f"the answer is longer than {limit} bytes"
                    details = ProviderDetails(kind="malformed_response", status=answer.status_code)
                    raise ApiError(text, details)
                chunks.append(chunk)
            return Answer(answer.status_code, dict(answer.headers), b"".join(chunks))
    except ApiError:
        raise
    except Exception as error:
        # The client may be the caller's own, of a library that we do not know: any exception is a failed request.
        kind = "timeout" if "timeout" in type(error).__name__.lower() else "connection_failed"
        text = f"no answer: {type(error).__name__}: {error}".rstrip(": ")
        raise ApiError(text, ProviderDetails(kind=kind)) from error


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
