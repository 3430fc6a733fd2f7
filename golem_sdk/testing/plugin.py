"""The pytest plugin `golem`: no test sends a real request unless it is marked `live`, and two fixtures.

It comes with the package. pytest's `-p no:golem` leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Protocol

import pytest

from golem_sdk._network import refusing
from golem_sdk.testing.exchange import Reply
from golem_sdk.testing.fake import FakeProvider, Responder
from golem_sdk.testing.script import Script, Step
from golem_sdk.testing.scripted import ScriptedModel
from golem_wire._runtime import JsonValue

__all__ = ["ProviderFactory", "fake_provider", "scripted_model"]

_REASON = "tests send no requests to other machines; mark the test `@pytest.mark.live` if it is to"
_CHECKS = pytest.StashKey[list[Callable[[], None]]]()


class ProviderFactory(Protocol):
    """What the fixture `fake_provider` gives: it takes what `FakeProvider` takes."""

    def __call__(
        self,
        wire: str,
        script: Script | Iterable[Step | Reply] | Responder = (),
        *,
        recorded: Iterable[Mapping[str, JsonValue]] = (),
        body_limit: int = ...,
    ) -> FakeProvider:
        """A provider to use as `async with`."""
        ...


def pytest_configure(config: pytest.Config) -> None:
    """Makes the mark known."""
    config.addinivalue_line("markers", "live: sends requests to real providers")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Refuses real requests from a test and its fixtures."""
    live = item.get_closest_marker("live") is not None
    with refusing("" if live else _REASON):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fails a test that passed but left steps of its scripts over."""
    result = yield
    for check in item.stash.get(_CHECKS, ()):
        check()
    return result


@pytest.fixture
def scripted_model(request: pytest.FixtureRequest) -> ScriptedModel:
    """A `ScriptedModel`; steps that the test does not use fail it."""
    model = ScriptedModel()
    _checks(request).append(model.assert_done)
    return model


@pytest.fixture
def fake_provider(request: pytest.FixtureRequest) -> ProviderFactory:
    """Makes a `FakeProvider`; steps that the test does not use fail it, one that was never entered too."""
    checks = _checks(request)

    def make(
        wire: str,
        script: Script | Iterable[Step | Reply] | Responder = (),
        *,
        recorded: Iterable[Mapping[str, JsonValue]] = (),
        body_limit: int = 16 * 1024 * 1024,
    ) -> FakeProvider:
        provider = FakeProvider(wire, script, recorded=recorded, body_limit=body_limit)
        checks.append(provider.assert_done)
        return provider

    return make


def _checks(request: pytest.FixtureRequest) -> list[Callable[[], None]]:
    item: pytest.Item = request.node
    return item.stash.setdefault(_CHECKS, [])
