"""A request that fails with keys all around it, and everything that is told of it."""

from __future__ import annotations

import logging
import pickle
import traceback
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from typing import cast

import httpx2

from golem_sdk.adapter import Adapter
from golem_sdk.agent import Agent
from golem_sdk.errors import ModelError
from golem_sdk.model import ApiError
from golem_sdk.models.http import HTTPModel
from golem_sdk.transport.auth import ApiKey
from tests.cases.reader import Object

__all__ = ["failed_request"]


async def failed_request(adapter: Adapter, given: Object) -> Object:
    """The run's error and its records, where a host repeats what it was sent, keys and all."""
    http, headers = cast("Object", given["http"]), cast("Mapping[str, str]", given["client_headers"])

    def respond(request: httpx2.Request) -> httpx2.Response:
        echoed = f"{http['body']} {request.url} {dict(request.headers)}"
        return httpx2.Response(cast("int", http["status"]), text=echoed)

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(respond)) as client:
        model = HTTPModel(
            adapter,
            base_url=str(given["request_url"]),
            auth=ApiKey(headers["authorization"].removeprefix("Bearer ")),
            headers={"x-api-key": headers["x-api-key"]},
            client=client,
        )
        with _records() as records:
            error = await _failure(model)
    return {
        "all_error_renderings": [*_renderings(error), repr(model)],
        "log_records": [record.getMessage() for record in records],
        "error": {"message": str(error), "status": error.status},
    }


async def _failure(model: HTTPModel) -> ModelError:
    try:
        await Agent(model).run("go")
    except ModelError as error:
        return error
    raise AssertionError("the run did not fail")


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def _records() -> Generator[list[logging.LogRecord]]:
    handler, logger = _Kept(), logging.getLogger("golem_sdk")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield handler.records
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)


def _renderings(error: ModelError) -> Iterator[str]:
    yield from (error.to_json(), repr(pickle.dumps(error)), *traceback.format_exception(error))
    link: BaseException | None = error
    while link is not None:
        yield from (str(link), repr(link), repr(link.args))
        if isinstance(link, ApiError):
            yield repr(link.details)
        link = link.__cause__ or link.__context__
