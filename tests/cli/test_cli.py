"""The command `golem`, as a person or a pipe runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import cast

import pytest

from golem_wire.canonical import Request
from tests.conftest import shared

Line = dict[str, object]

ANSWER = {
    "id": "x",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "pong"}}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4},
}


CHUNK = {"model": "m", "choices": [{"index": 0, "finish_reason": "stop", "delta": {"content": "pong"}}]}
STREAM = f"data: {json.dumps(CHUNK)}\n\ndata: [DONE]\n\n"
STREAMED: Line = {
    "status": 200,
    "headers": {"Content-Type": "text/event-stream; charset=utf-8"},
    "response_kind": "text",
}
MEANING = {
    "message": {"role": "assistant", "content": "pong", "model": "m"},
    "usage": {},
    "finishReason": "stop",
    "finishReasonRaw": "stop",
}


def golem(*arguments: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("golem")), *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, cwd=cwd)


def lines(text: str) -> list[Line]:
    return [cast("Line", json.loads(line)) for line in text.splitlines()]


def test_decode_says_what_a_body_means() -> None:
    done = golem("decode", "openai_chat", given=json.dumps(ANSWER))
    assert done.returncode == 0
    usage = {"input": 3, "output": 1, "raw": ANSWER["usage"]}
    message = {"role": "assistant", "content": "pong", "model": "m"}
    assert lines(done.stdout) == [
        {"message": message, "usage": usage, "finishReason": "stop", "finishReasonRaw": "stop"}
    ]


def test_decode_of_no_answer_is_an_error_and_exit_code_1() -> None:
    done = golem("decode", "openai_chat", given="<html>")
    assert done.returncode == 1
    assert lines(done.stdout)[0]["kind"] == "malformed_response"


def test_decode_recordings_gives_a_line_for_each_exchange(tmp_path: Path) -> None:
    exchange: Line = {"status": 200, "headers": {}, "response_kind": "json", "response": ANSWER}
    failed: Line = {
        "status": 429,
        "headers": {"retry-after": "7"},
        "response_kind": "json",
        "response": {"error": {"message": "slow down"}},
    }
    written: list[Line] = [
        {"id": "a-0", **exchange},
        {"id": "a-1", **failed},
        {"id": "a-2", "status": 200, "headers": {}, "response_kind": "text", "response": "data: {}"},
        {"id": "a-3", **STREAMED, "response": STREAM},
        {"id": "a-4", **STREAMED, "response": STREAM.removesuffix("data: [DONE]\n\n")},
        {"id": "a-5", **STREAMED, "response_kind": "base64", "response": b64encode(STREAM.encode()).decode()},
    ]
    file = tmp_path / "recorded.jsonl"
    file.write_text("\n".join(map(json.dumps, written)) + "\nno json\n", "utf-8")
    done = golem("decode", "openai_chat", "--recordings", str(file))
    assert done.returncode == 0
    good, limited, text, streamed, cut, encoded, broken = lines(done.stdout)
    assert (good["id"], good["ok"]) == ("a-0", True)
    assert (limited["id"], limited["ok"]) == ("a-1", False)
    error = cast("Line", limited["error"])
    assert (error["kind"], error["retryAfter"], error["message"]) == ("rate_limited", 7, "openai_chat: slow down")
    assert cast("Line", text["error"])["kind"] == "malformed_response"
    assert streamed == {"id": "a-3", "ok": True, "response": MEANING}
    assert (cut["ok"], cast("Line", cut["error"])["kind"]) == (False, "stream_incomplete")
    assert (encoded["id"], encoded["response"]) == ("a-5", MEANING)
    assert (broken["id"], broken["ok"]) == ("line 7", False)


def test_decode_recordings_takes_all_for_streams_when_told_to(tmp_path: Path) -> None:
    file = tmp_path / "recorded.jsonl"
    exchange: Line = {"id": "a-0", "status": 200, "headers": {}, "response_kind": "text", "response": STREAM}
    file.write_text(json.dumps(exchange) + "\n", "utf-8")
    done = golem("decode", "openai_chat", "--stream", "--recordings", str(file))
    assert lines(done.stdout) == [{"id": "a-0", "ok": True, "response": MEANING}]


def test_decode_says_what_a_stream_means() -> None:
    done = golem("decode", "openai_chat", "--stream", given=STREAM)
    assert (done.returncode, lines(done.stdout)) == (0, [MEANING])


@pytest.mark.parametrize(
    ("given", "kind"),
    [(STREAM[:20], "stream_incomplete"), ("", "stream_incomplete"), ("data: <html>\n\n", "malformed_response")],
)
def test_decode_of_a_stream_that_is_no_answer_is_an_error_and_exit_code_1(given: str, kind: str) -> None:
    done = golem("decode", "openai_chat", "--stream", given=given)
    assert (done.returncode, lines(done.stdout)[0]["kind"]) == (1, kind)


def test_encode_says_what_would_be_sent() -> None:
    request = Request.model_validate({"messages": [{"role": "user", "content": "ping"}]})
    done = golem("encode", "openai_chat", "--model", "gpt-5.2", given=request.to_json())
    assert done.returncode == 0
    assert lines(done.stdout) == [{"messages": [{"role": "user", "content": "ping"}], "model": "gpt-5.2"}]


def test_encode_names_the_place_of_a_mistake() -> None:
    done = golem("encode", "openai_chat", given='{"messages": [{"content": "ping"}]}')
    assert done.returncode == 1
    assert "messages.0.role" in str(lines(done.stdout)[0]["message"])


@pytest.mark.parametrize("command", ["decode", "encode"])
def test_an_unknown_adapter_is_named_beside_the_known_ones(command: str) -> None:
    done = golem(command, "nobody")
    assert done.returncode == 2
    assert "no adapter 'nobody'; there is azure_openai, openai_chat" in done.stderr


def test_demo_shows_the_run_and_the_type_error() -> None:
    done = golem("demo")
    assert done.returncode == 0, done.stdout + done.stderr
    for shown in (
        "Who wins?",
        "calls get_player_name({})",
        "get_player_name → Anne",
        "Anne wins.",
        "2 requests, 1 tool calls",
        '"toolCallId"',
        'incompatible type "Tool[Ledger]"; expected "Tool[Roster]"',
    ):
        assert shown in done.stdout


def test_demo_runs_recorded_conversations_of_many_hosts_to_their_end() -> None:
    done = golem("demo", "--recordings", str(shared("recordings/openai-chat.jsonl")))
    assert done.returncode == 0, done.stdout + done.stderr
    hosts = ("api.openai.com", "api.mistral.ai", "api.groq.com", "openrouter.ai", "api.cerebras.ai", "ollama.com")
    assert all(host in done.stdout for host in hosts)


def test_demo_of_no_recordings_says_so(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"a": 1}\n', "utf-8")
    done = golem("demo", "--recordings", str(file))
    assert done.returncode == 2
    assert f"{file}, line 1: not a recorded exchange" in done.stderr
