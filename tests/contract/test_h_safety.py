"""H0, H1: what the log says, and what nothing ever says."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import traceback
from collections.abc import Sequence

import pytest

from golem_sdk import Agent, AuthFailed, Canceled, ConnectionFailed, Failed, ModelRetry, RunError
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Reply, Script, ScriptedModel
from tests.contract.kit import Heard, call, does, failure

KEY = "sk-TEST-SECRET-0123456789abcdef"


def lines(caplog: pytest.LogCaptureFixture, level: int = logging.INFO) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


@pytest.mark.anyio
async def test_h0_info_is_one_line_a_turn_and_a_tool_call(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "golem_sdk")
    tool = does("done", Failed("out of\nstock"), ModelRetry("two\nlines"))
    model = ScriptedModel().calls(call(call_id="a"), call(call_id="b"), call(call_id="c")).text("ok")
    result = await Agent(model, tools=[tool]).run("go")
    assert lines(caplog) == [
        "turn 0: tool_call, 10 tokens in, 5 out",
        "turn 0: tool work done",
        "turn 0: tool work Failed: out of stock",
        "turn 0: tool work ModelRetry: two lines",
        "turn 1: stop, 10 tokens in, 5 out",
        "run ended: done",
    ]
    assert {getattr(record, "run_id", None) for record in caplog.records} == {result.run_id}


@pytest.mark.parametrize("error", [RuntimeError("a\nb"), Canceled("a\nb")])
@pytest.mark.anyio
async def test_h0_failures_are_one_line_too(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "golem_sdk")
    tool = does(error)
    failed = await failure(Agent(ScriptedModel().call(tool), tools=[tool]).run("go"))
    assert len(lines(caplog)) == 3
    assert not any("\n" in line for line in lines(caplog))
    assert lines(caplog)[-1] == f"run ended: {' '.join(failed.data.message.split())}"
    assert {getattr(record, "run_id", None) for record in caplog.records} == {failed.partial.run_id}


@pytest.mark.anyio
async def test_h0_debug_has_the_bodies_with_credentials_redacted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "golem_sdk")
    script = Script().text(f"You said {KEY}.")
    async with (
        FakeProvider("openai_chat", script) as provider,
        OpenAIChat("m", api_key=KEY, base_url=provider.base_url) as model,
    ):
        result = await Agent(model).run(f"My key is {KEY}")
    request, answer = lines(caplog, logging.DEBUG)
    assert "My key is [redacted]" in request
    assert "You said [redacted]" in answer
    debug = [record for record in caplog.records if record.levelno == logging.DEBUG]
    assert {getattr(record, "run_id", None) for record in debug} == {result.run_id}
    assert KEY not in caplog.text


SILENT = """
import asyncio
from golem_sdk import Agent, RunError, load_messages
from golem_sdk.testing import ScriptedModel
load_messages("[null]")
def broken(event: object) -> None:
    raise ValueError("observer")
try:
    asyncio.run(Agent(ScriptedModel().fail(), observers=[broken]).run("go"))
except RunError:
    print("failed")
"""


def test_h0_nothing_is_written_where_nobody_asked_for_a_log() -> None:
    done = subprocess.run([sys.executable, "-c", SILENT], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("failed\n", "")


ECHO = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}.", "code": "invalid_api_key"}}).encode()
ECHOES: list[tuple[int, bytes]] = [
    (401, ECHO),
    (200, ECHO),
    (500, f"<html>upstream said: Authorization: Bearer {KEY}</html>".encode()),
    (200, f"not json, {KEY}".encode()),
    (200, json.dumps({"choices": KEY}).encode()),
]


def said(error: RunError, heard: Heard, log: str, values: Sequence[object]) -> str:
    """Everything that a program could print of a failed run."""
    told = "".join(traceback.format_exception(error))
    shown = [str(error), repr(error), error.to_json(), repr(error.data), told, log, *map(repr, values)]
    return "\n".join([*shown, *(event.to_json() + repr(event) for event in heard.events)])


@pytest.mark.parametrize(("status", "body"), ECHOES, ids=range(len(ECHOES)))
@pytest.mark.anyio
async def test_h1_a_key_that_a_provider_echoes_appears_nowhere(
    status: int, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "golem_sdk")
    heard = Heard()
    async with (
        FakeProvider("openai_chat", [Reply(status, body=body)]) as provider,
        OpenAIChat("m", api_key=KEY, base_url=provider.base_url) as model,
    ):
        agent = Agent(model)
        error = await failure(agent.run("go", observers=[heard]))
    assert error.stage == "model"
    assert KEY not in said(error, heard, caplog.text, [model, agent])
    assert "[redacted]" in error.to_json()
    assert error.partial.messages[0].content == "go"


@pytest.mark.anyio
async def test_h1_a_key_of_the_environment_appears_nowhere(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "golem_sdk")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    heard = Heard()
    async with (
        FakeProvider("openai_chat", [Reply(401, body=ECHO)]) as provider,
        OpenAIChat("m", base_url=provider.base_url) as model,
    ):
        error = await failure(Agent(model).run("go", observers=[heard]))
    assert isinstance(error, AuthFailed)
    assert KEY not in said(error, heard, caplog.text, [model])


@pytest.mark.parametrize("key", [f"{KEY}\n", f"{KEY}\r\nx-other: 1", f"{KEY}é", f"\u2028{KEY}"])
@pytest.mark.anyio
async def test_h1_a_key_that_no_header_can_carry_is_not_quoted(key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "golem_sdk")
    heard = Heard()
    async with OpenAIChat("m", api_key=key, base_url="http://127.0.0.1:1/v1") as model:
        error = await failure(Agent(model).run("go", observers=[heard]))
    assert KEY not in said(error, heard, caplog.text, [model])


@pytest.mark.anyio
async def test_h1_a_failed_connection_says_no_key_and_no_password(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "golem_sdk")
    heard = Heard()
    async with OpenAIChat("m", api_key=KEY, base_url="http://user:hunter2hunter2@127.0.0.1:1/v1") as model:
        agent = Agent(model)
        error = await failure(agent.run("go", observers=[heard]))
    assert isinstance(error, ConnectionFailed)
    everything = said(error, heard, caplog.text, [model, agent])
    assert KEY not in everything
    assert "hunter2" not in everything


@pytest.mark.anyio
async def test_h1_deps_are_in_no_event_error_or_evidence() -> None:
    class Secretive:
        def __repr__(self) -> str:
            raise AssertionError("deps were printed")

        __str__ = __repr__

    heard, tool = Heard(), does("done", RuntimeError("broken"))
    model = ScriptedModel().calls(call(call_id="a"), call(call_id="b"))
    agent = Agent(model, deps_type=object, tools=[tool])
    error = await failure(agent.run("go", deps=Secretive(), observers=[heard]))
    assert said(error, heard, "", [agent])
