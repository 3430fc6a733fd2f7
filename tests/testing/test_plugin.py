"""The pytest plugin as a project meets it: installed, in a pytest of its own, with warnings as errors."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread
from types import ModuleType

import httpx
import httpx2
import pytest

from golem_sdk._network import check_destination, refusing

pytest_plugins = ["pytester"]

# `SENT` is what reached the client; nothing leaves the machine even when the plugin fails.
KIT = """
import pytest
from golem_sdk import Agent, ConnectionFailed, ModelError
from golem_sdk.models.openai import OpenAIChat

SENT = []


class Client:
    def stream(self, method, url, *, content, headers):
        SENT.append(url)
        raise OSError("no network in here")


async def ask(base_url="https://api.openai.com/v1"):
    model = OpenAIChat("gpt-5.2", api_key="secret-key-123", base_url=base_url, client=Client())
    return await Agent(model).run("hi")


@pytest.fixture
def anyio_backend():
    return "asyncio"
"""


def ran(pytester: pytest.Pytester, tests: str, *options: str) -> pytest.RunResult:
    """A test file, run by a pytest in a process of its own."""
    pytester.makepyfile(kit=KIT, test_it=f"from kit import *\n\n{tests}")
    return pytester.runpytest_subprocess("-W", "error", "--strict-markers", "-p", "no:cacheprovider", *options)


def test_h1_a_real_request_is_refused_before_it_is_sent(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        """
@pytest.mark.anyio
async def test_it():
    with pytest.raises(ModelError, match="'api.openai.com' was not sent: .*`@pytest.mark.live`") as caught:
        await ask()
    assert SENT == []
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert "secret" not in caught.value.to_json()
""",
    )
    result.assert_outcomes(passed=1)


def test_a_live_test_and_loopback_are_let_through(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        """
@pytest.mark.live
@pytest.mark.anyio
async def test_live():
    with pytest.raises(ConnectionFailed):
        await ask()
    assert len(SENT) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost:1", "[::1]:1", "127.9.9.9", "a.localhost"])
async def test_loopback(host):
    SENT.clear()
    with pytest.raises(ConnectionFailed):
        await ask(f"http://{host}/v1")
    assert len(SENT) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("host", ["localhost.evil.org", "10.0.0.1", "0.0.0.0", "127.0.0.1.org", "127.0.0.1@x.org"])
async def test_not_loopback(host):
    SENT.clear()
    with pytest.raises(ModelError, match="was not sent"):
        await ask(f"http://{host}/v1")
    assert SENT == []
""",
    )
    result.assert_outcomes(passed=11)


def test_fixtures_and_the_tests_after_a_live_one_are_guarded(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        """
import anyio


@pytest.mark.live
def test_live():
    with pytest.raises(ConnectionFailed):
        anyio.run(ask)


@pytest.fixture
def reaching():
    anyio.run(ask)


def test_it(reaching):
    pass
""",
    )
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines("*'api.openai.com' was not sent*")


def test_without_the_plugin_nothing_is_refused(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        """
@pytest.mark.anyio
async def test_it():
    with pytest.raises(ConnectionFailed):
        await ask()
    assert len(SENT) == 1
""",
        *("-p", "no:golem"),
    )
    result.assert_outcomes(passed=1)


def test_steps_that_are_left_over_fail_the_test_itself(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        """
@pytest.mark.anyio
async def test_used(scripted_model):
    scripted_model.text("hello")
    assert (await Agent(scripted_model).run("hi")).output == "hello"


def test_left_over(scripted_model):
    scripted_model.text("never")


def test_fails_of_its_own(scripted_model):
    scripted_model.text("never")
    raise KeyError("mine")
""",
    )
    result.assert_outcomes(passed=1, failed=2)  # failures and no errors: none is told twice
    result.stdout.fnmatch_lines(["*1 of 1 steps of the script were not asked for*", "*KeyError: 'mine'*"])


def test_the_provider_of_the_fixture_serves_and_is_checked(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        """
from golem_sdk.testing import Script


@pytest.mark.anyio
async def test_used(fake_provider):
    async with fake_provider("openai_chat", Script().text("hello")) as server:
        model = OpenAIChat("gpt-5.2", api_key="none", base_url=server.base_url)
        assert (await Agent(model).run("hi")).output == "hello"


def test_never_entered(fake_provider):
    fake_provider("openai_chat", Script().text("never"))
""",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines("*fake provider: 1 of 1 steps were not asked for*")


def test_loading_the_plugin_loads_no_client_and_nothing_optional() -> None:
    unwanted = ("httpx2", "httpx", "jsonschema", "typer", "rich", "golem_codegen", "golem_sdk.transport.client")
    program = f"import sys, golem_sdk.testing.plugin; print([name for name in {unwanted!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_guard_holds_in_other_threads_and_the_outer_one_comes_back() -> None:
    told: list[str] = []

    def ask() -> None:
        try:
            check_destination("https://x.org/v1?key=secret", None)
        except RuntimeError as error:
            told.append(str(error))

    with refusing("outer"):
        with refusing(""):
            check_destination("https://x.org", None)
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    assert told == ["a request to 'x.org' was not sent: outer"]


@pytest.mark.anyio
@pytest.mark.parametrize("library", [httpx, httpx2])
async def test_a_client_that_answers_itself_sends_nothing_and_is_let_through(library: ModuleType) -> None:
    def app(request: object) -> object:
        return library.Response(200)

    in_process = [library.MockTransport(app), library.ASGITransport(app)]
    with refusing("no"):
        for transport in in_process:
            async with library.AsyncClient(transport=transport) as client:
                check_destination("https://x.org", client)
        async with library.AsyncClient(verify=False) as real:
            with pytest.raises(RuntimeError, match="no"):
                check_destination("https://x.org", real)
