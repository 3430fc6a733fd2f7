"""Any adapter over HTTP: where requests go, with which credential, and what a failure says."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self, TypeAlias

import anyio
from pydantic import SecretStr

from golem_sdk.adapter import Adapter, StreamDecoder, WireRequest
from golem_sdk.model import ApiError, OnDelta
from golem_sdk.stream import whole_delta
from golem_sdk.transport.auth import Auth, EnvironmentKey
from golem_sdk.transport.client import Answer, AsyncClient, Clients, opened
from golem_sdk.transport.redact import redact, redacted, without_secrets
from golem_wire.canonical import ProviderDetails, Request, Response

__all__ = ["HTTPModel", "RequestHeaders"]

RequestHeaders: TypeAlias = Callable[[Request], Mapping[str, str]]
"""Headers that depend on the run: a tenant, a trace."""

# Seconds; a new connection costs about as much.
_END_WAIT = 0.25

_logger = logging.getLogger("golem_sdk")


class HTTPModel:
    """A model that an adapter speaks for, over HTTP. One attempt a request; safe for concurrent runs.

    `base_url` and `auth` default to the adapter's tables, the key to their environment variable, which is read
    at the first request. `headers` are added to every request; `request_headers` may depend on the run.
    `client` is an `httpx2.AsyncClient` or an `httpx.AsyncClient` of yours, with your proxies, certificates and
    time limits; without it the model keeps one client for each event loop, and closes it with the loop.
    """

    def __init__(
        self,
        adapter: Adapter,
        *,
        base_url: str | None = None,
        auth: Auth | None = None,
        headers: Mapping[str, str] | None = None,
        request_headers: RequestHeaders | None = None,
        client: AsyncClient | None = None,
    ) -> None:
        self._adapter = adapter
        self._base_url = (base_url or adapter.facts.base_url).rstrip("/")
        self._auth: Auth = auth or EnvironmentKey(adapter.facts.environment)
        self._headers = dict(headers or {})
        self._request_headers = request_headers
        self._clients = Clients(client)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, base_url={redact(self._base_url)!r})"

    @property
    def name(self) -> str:
        """The provider's id of the model."""
        return self._adapter.model

    @property
    def adapter(self) -> Adapter:
        """The adapter that speaks for it."""
        return self._adapter

    async def request(self, request: Request) -> Response:
        """The model's answer. Raises ApiError, with status, request id and a redacted excerpt."""
        return await self._ask(request, None)

    async def stream(self, request: Request, on_delta: OnDelta) -> Response:
        """The same answer, told piece by piece as it arrives."""
        return await self._ask(request, on_delta)

    async def _ask(self, request: Request, on_delta: OnDelta | None) -> Response:
        wire = self._adapter.encode(request, stream=on_delta is not None)
        secret = await self._auth.secret(refresh=False)
        try:
            try:
                return await self._exchange(wire, request, secret, on_delta)
            except ApiError as error:
                if error.details.status != 401 or not self._auth.refreshable:  # the one status with a remedy here
                    raise
            secret = await self._auth.secret(refresh=True)
            return await self._exchange(wire, request, secret, on_delta)
        except ApiError as error:
            failed = error
        # Raised out here, so that the error before it was redacted is not even its context.
        secrets = () if secret is None else (secret.get_secret_value(),)
        raise self._told(failed, secrets) from without_secrets(failed.__cause__, secrets)

    async def _exchange(
        self, wire: WireRequest, request: Request, secret: SecretStr | None, on_delta: OnDelta | None
    ) -> Response:
        facts, headers = self._adapter.facts, self._request_headers_of(wire, request, secret)
        self._log("request", request, wire.body, secret)
        client, url = await self._clients.get(), self._base_url + wire.path
        async with opened(client, wire.method, url, headers=headers, body=wire.body, limit=facts.body_limit) as answer:
            # A host that does not stream answers whole, and says so.
            streamed = 200 <= answer.status < 300 and "json" not in answer.headers.get("content-type", "")
            if streamed and on_delta is not None:
                return await self._folded(answer, on_delta)
            response = await self._whole(answer, request, secret)
            if on_delta is not None:
                await on_delta(whole_delta(response))
            return response

    def _request_headers_of(self, wire: WireRequest, request: Request, secret: SecretStr | None) -> Mapping[str, str]:
        facts = self._adapter.facts
        headers = {"content-type": "application/json", **wire.headers, **self._headers}
        if self._request_headers is not None:
            headers |= self._request_headers(request)
        if secret is not None:
            headers[facts.auth_header] = facts.auth_format.format(secret.get_secret_value())
        _check_headers(headers)
        return headers

    async def _whole(self, answer: Answer, request: Request, secret: SecretStr | None) -> Response:
        body = await answer.read()
        self._log(f"answer {answer.status}", request, body, secret)
        if not 200 <= answer.status < 300:
            raise self._adapter.decode_error(answer.status, answer.headers, body)
        try:
            return self._adapter.decode(body)
        except ApiError as error:
            failed = error
        raise self._with_facts(failed, answer) from failed.__cause__

    async def _folded(self, answer: Answer, on_delta: OnDelta) -> Response:
        decoder = self._adapter.stream()
        try:
            async for chunk in answer.chunks:
                for delta in decoder.feed(chunk):
                    await on_delta(delta)
                if decoder.done:
                    await _read_end(answer)
                    break
            return decoder.finish()
        except ApiError as error:
            failed = error if error.arrived is not None else _with_arrived(error, decoder)
        raise self._with_facts(failed, answer) from failed.__cause__

    def _with_facts(self, error: ApiError, answer: Answer) -> ApiError:
        """The adapter saw the body alone; the answer's other facts are the transport's."""
        seen = self._adapter.decode_error(answer.status, answer.headers, b"").details
        told = error.details
        facts = seen.replace(kind=told.kind, code=told.code, excerpt=told.excerpt, provider_data=told.provider_data)
        return ApiError(error.message, facts, arrived=error.arrived)

    def _told(self, error: ApiError, secrets: tuple[str, ...]) -> ApiError:
        """The error, with who was asked, and without secrets."""
        details: ProviderDetails = error.details.replace(
            excerpt=redact(error.details.excerpt, secrets),
            adapter=self._adapter.facts.tag,
            model=self.name,
            headers={name: redact(value, secrets) for name, value in error.details.headers.items()},
            provider_data={name: redacted(value, secrets) for name, value in error.details.provider_data.items()},
        )
        return ApiError(redact(error.message, secrets), details, arrived=error.arrived)

    def _log(self, what: str, request: Request, body: bytes, secret: SecretStr | None) -> None:
        if _logger.isEnabledFor(logging.DEBUG):
            text = redact(body.decode("utf-8", "replace"), () if secret is None else (secret.get_secret_value(),))
            _logger.debug("turn %d: %s: %s", request.turn, what, text, extra={"run_id": request.run_id})

    async def aclose(self) -> None:
        """Closes what the running event loop holds of this model; the next request opens it again."""
        await self._clients.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


async def _read_end(answer: Answer) -> None:
    """Reads what follows the end mark, so that the connection serves again; some hosts never end the answer."""
    with suppress(ApiError), anyio.move_on_after(_END_WAIT):
        async for _ in answer.chunks:
            pass


def _check_headers(headers: Mapping[str, str]) -> None:
    # A client's own complaint quotes the value, which may be a key with a line's end in it.
    for name, value in headers.items():
        if value != value.strip() or not (value.isascii() and value.isprintable()):
            text = f"the value of the header {name!r} holds characters that no header can carry"
            raise ApiError(text, ProviderDetails(kind="invalid_request"))


def _with_arrived(error: ApiError, decoder: StreamDecoder) -> ApiError:
    """A connection that broke within a stream: the error, with what the stream had brought."""
    arrived: Response | None
    try:
        arrived = decoder.finish()
    except ApiError as unfinished:
        arrived = unfinished.arrived
    told = ApiError(error.message, error.details, arrived=arrived)
    told.__cause__ = error.__cause__
    return told
