"""A provider on loopback HTTP: it checks every request as the real one does, and answers from a script."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeAlias

from golem_sdk.testing._node import Node
from golem_sdk.testing._schema import needs_jsonschema, schema_problem
from golem_sdk.testing._server import LoopbackServer
from golem_sdk.testing.exchange import Reply, SentRequest, decoded
from golem_sdk.testing.script import Failure, Script, Step
from golem_sdk.testing.wires import WIRES, Breach, Wire
from golem_wire._runtime import JsonValue
from golem_wire.canonical import Response

__all__ = ["FakeProvider", "Responder"]

Responder: TypeAlias = Callable[[SentRequest], Step | Reply | Awaitable[Step | Reply]]
"""Answers by the request, sync or async, where no fixed order can say it: concurrent runs."""


class FakeProvider:
    """A provider's wire on 127.0.0.1, inside an `async with` block: `base_url` is where a model is to send.

    `wire` is an adapter's name, such as "openai_chat". The answers are a `Script`, or steps and byte-for-byte
    `Reply` values in order, or a function of the request, or `recorded` exchanges. Every request is checked
    against the wire's schema, endpoint, credential and the provider's unwritten rules first; one that breaks a
    rule gets the provider's own error and takes no step. `requests` holds them all.

    Leaving the block closes everything, and raises AssertionError when steps are left over, or when a request
    came for which there was none; that one is answered with status 500 and a message that begins with
    "fake provider:". Needs the extra `testing`. Raises ValueError for a wire that it does not speak.
    """

    def __init__(
        self,
        wire: str,
        script: Script | Iterable[Step | Reply] | Responder = (),
        *,
        recorded: Iterable[Mapping[str, JsonValue]] = (),
        body_limit: int = 16 * 1024 * 1024,
    ) -> None:
        if wire not in WIRES:
            raise ValueError(f"there is no fake provider for {wire!r}; there are: {', '.join(WIRES)}")
        needs_jsonschema()  # says at once which extra is missing
        self._wire: Wire = WIRES[wire]
        self._responder: Responder | None = script if callable(script) else None
        self._steps: Sequence[Step | Reply] = _steps(script, recorded)
        self._taken = 0
        self._faults: list[str] = []
        self._cause: Exception | None = None
        self._server = LoopbackServer(self._answer, body_limit=body_limit)
        self.requests: list[SentRequest] = []

    @property
    def base_url(self) -> str:
        """What a model takes as `base_url`."""
        return f"http://127.0.0.1:{self._server.port}{self._wire.PREFIX}"

    @property
    def connections(self) -> int:
        """How many connections have been opened so far."""
        return self._server.connections

    async def __aenter__(self) -> Self:
        await self._server.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.__aexit__(kind, error, trace)
        if error is None:
            self.assert_done()
        elif problems := self._problems():
            error.add_note(problems)

    def assert_done(self) -> None:
        """Raises AssertionError when steps are left over, or a request could not be answered."""
        if problems := self._problems():
            raise AssertionError(problems) from self._cause

    def _problems(self) -> str:
        problems = list(self._faults)
        if self._responder is None and (left := len(self._steps) - self._taken):
            problems.append(f"{left} of {len(self._steps)} steps were not asked for")
        return f"fake provider: {'; '.join(problems)}" if problems else ""

    async def _answer(self, request: SentRequest) -> Reply:
        number = len(self.requests) + 1
        try:
            breach = self._breach(request)
            self.requests.append(replace(request, refused=breach.message if breach else ""))
            return self._wire.refuse(breach, number) if breach else await self._step(self.requests[-1], number)
        except Exception as error:  # a script's mistake, or a responder's own assertion: the test hears of it
            self._cause = error
            self._faults.append(f"request {number}: {error}")
            return self._wire.refuse(Breach(f"fake provider: request {number}: {error}", status=500), number)

    def _breach(self, request: SentRequest) -> Breach | None:
        """The first rule that the request breaks."""
        if breach := self._wire.admit(request):
            return breach
        try:
            body = decoded(request.raw)
        except ValueError as error:
            return Breach(f"We could not parse the JSON body of your request: {error} (rule: json)")
        if problem := schema_problem(self._wire.NAME, body):
            place, text = problem
            return Breach(f"Invalid value for '{place}': {text} (rule: schema)", place, "invalid_value")
        for rule in self._wire.RULES:
            for breach in rule(Node(body)):
                return replace(breach, message=f"{breach.message} (rule: {rule.__name__})")
        return None

    async def _step(self, request: SentRequest, number: int) -> Reply:
        if self._responder is not None:
            given = self._responder(request)
            step = await given if inspect.isawaitable(given) else given
        elif self._taken < len(self._steps):
            step = self._steps[self._taken]
            self._taken += 1
        else:
            raise LookupError(f"the script has {len(self._steps)} steps")
        match step:
            case Reply():
                return step
            case Failure(kind="connection_failed"):
                return Reply.hangup()
            case Failure():
                return self._wire.failure(step, number)
            case Response():
                return self._wire.answer(step, Node(request.body), number)


def _steps(
    script: Script | Iterable[Step | Reply] | Responder, recorded: Iterable[Mapping[str, JsonValue]]
) -> Sequence[Step | Reply]:
    served = [Reply.recorded(exchange) for exchange in recorded]
    if isinstance(script, Script):
        given: Sequence[Step | Reply] = script.steps
    else:
        given = () if callable(script) else tuple(script)
    if served and (given or callable(script)):
        raise ValueError("FakeProvider: give a script or recorded exchanges, not both")
    return served or given
