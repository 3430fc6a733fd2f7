"""The rows: each is the same work twice, by hand on `httpx2` and `json`, and by the SDK."""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from typing import cast

import httpx2

from golem_sdk import Agent, Message, dump_messages, load_messages
from golem_sdk.models.openai import OpenAIChat
from golem_wire.canonical import Request
from tests.bench.material import PROMPT, TURN, durable, forecast, weather

__all__ = ["Row", "Side", "Sizes", "rows"]

Side = Callable[[], Awaitable[float]]
"""Does the work once, or several times; gives the seconds of CPU that this process spent on one."""


@dataclass(frozen=True)
class Row:
    """Two sides of the same work, and how many times the first the second may take."""

    name: str
    limit: float
    raw: Side
    ours: Side


@dataclass(frozen=True)
class Sizes:
    """How much each row works on."""

    turns: Sequence[int] = (100, 1_000, 10_000)
    messages: int = 1_000
    at_a_time: int = 64


_Wire = dict[str, object]
_HEADERS = {"content-type": "application/json", "authorization": "Bearer k"}
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_KNOWN_LIMITS = {1_000: 0.8, 10_000: 0.5}
_WORK = 5_000  # messages: a small turn is repeated until a sample has so many, or ten turns


def rows(base: str, client: httpx2.AsyncClient, sizes: Sizes) -> Iterator[Row]:
    """All rows, in the order of the table."""
    yield Row("import and set-up", 1.6, _importing(_BARE_PROGRAM), _importing(_PROGRAM))
    yield from _values(sizes.messages)
    for count in sizes.turns:
        yield from _turns(base, client, count)
    yield from _loops(base, client, sizes.at_a_time)


_BARE_PROGRAM = "import pydantic, httpx2, anyio; httpx2.AsyncClient()"
_PROGRAM = (
    "import httpx2; from golem_sdk import Agent; from golem_sdk.models.openai import OpenAIChat; "
    "Agent(OpenAIChat('m-1', client=httpx2.AsyncClient()))"
)


def _importing(program: str) -> Side:
    async def side() -> float:
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return side


def _values(count: int) -> Iterator[Row]:
    values = durable(count)
    text = _ENCODE(values).encode()
    known = load_messages(text)
    assert dump_messages(known).encode() == text
    dumping = _computing(lambda _: _ENCODE(values), lambda: ())
    yield Row(
        f"load {count:,}",
        2.5,
        _computing(lambda _: cast("object", json.loads(text)), lambda: ()),
        _computing(lambda _: load_messages(text), lambda: ()),
    )
    yield Row(f"dump {count:,}, first", 1.0, dumping, _computing(dump_messages, lambda: load_messages(text)))
    yield Row(f"dump {count:,}, known", 0.25, dumping, _computing(dump_messages, lambda: known))


def _computing(work: Callable[[Sequence[Message]], object], prepare: Callable[[], Sequence[Message]]) -> Side:
    async def side() -> float:
        given = prepare()
        return _timed(lambda: work(given))

    return side


def _timed(work: Callable[[], object]) -> float:
    """The CPU of the work, without the collector, as `timeit` does: when it runs is chance."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


async def _awaited(work: Callable[[], Awaitable[object]], times: int) -> float:
    gc.collect()
    start = time.process_time()
    for _ in range(times):
        await work()
    return (time.process_time() - start) / times


def _turns(base: str, client: httpx2.AsyncClient, count: int) -> Iterator[Row]:
    text = _ENCODE(durable(count // TURN * TURN)).encode()
    model = OpenAIChat("m-1", api_key="k", base_url=f"{base}/text", client=client)
    agent = Agent(model)
    known = load_messages(text)
    sent = json.loads(model.adapter.encode(Request(messages=(*known, Message(role="user", content=PROMPT)))).body)
    times = max(1, min(10, _WORK // max(1, count)))

    async def raw() -> float:
        messages = sent["messages"][:-1]  # a history that the caller holds as what the wire wants
        prompt = {"content": PROMPT, "role": "user"}
        return await _awaited(
            lambda: _post(client, f"{base}/text", {"messages": [*messages, prompt], "model": "m-1"}), times
        )

    async def again() -> float:
        return await _awaited(lambda: agent.run(PROMPT, history=known), times)

    async def anew() -> float:
        spent = 0.0
        for _ in range(times):
            history = load_messages(text)
            spent += await _awaited(functools.partial(agent.run, PROMPT, history=history), 1)
        return spent / times

    yield Row(f"turn on {count:,}, known", _KNOWN_LIMITS.get(count, 2.0), raw, again)
    yield Row(f"turn on {count:,}, new", 2.0, raw, anew)


def _loops(base: str, client: httpx2.AsyncClient, at_a_time: int) -> Iterator[Row]:
    agent = Agent(OpenAIChat("m-1", api_key="k", base_url=f"{base}/loop", client=client), tools=[weather])
    facts = {"name": weather.name, "description": weather.description, "parameters": weather.schema}
    tools: list[_Wire] = [{"function": facts, "type": "function"}]

    async def ours() -> object:
        return await agent.run(PROMPT)

    async def raw() -> object:
        return await _raw_loop(client, f"{base}/loop", tools)

    def several(work: Callable[[], Awaitable[object]]) -> Callable[[], Awaitable[object]]:
        return lambda: asyncio.gather(*(work() for _ in range(at_a_time)))

    yield Row("two-request tool loop", 2.0, lambda: _awaited(raw, 20), lambda: _awaited(ours, 20))
    yield Row(
        f"the same, {at_a_time} at a time", 2.0, lambda: _awaited(several(raw), 1), lambda: _awaited(several(ours), 1)
    )


async def _post(client: httpx2.AsyncClient, url: str, body: _Wire) -> _Wire:
    answer = await client.post(f"{url}/chat/completions", content=_ENCODE(body).encode(), headers=_HEADERS)
    message: _Wire = json.loads(answer.content)["choices"][0]["message"]
    return message


async def _raw_loop(client: httpx2.AsyncClient, url: str, tools: Sequence[_Wire]) -> object:
    messages: list[_Wire] = [{"content": PROMPT, "role": "user"}]
    while True:
        message = await _post(client, url, {"messages": messages, "model": "m-1", "tools": tools})
        messages.append(message)
        calls = cast("list[dict[str, dict[str, str]]]", message.get("tool_calls") or [])
        if not calls:
            return message["content"]
        for call in calls:
            told = forecast(**json.loads(call["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": told})
