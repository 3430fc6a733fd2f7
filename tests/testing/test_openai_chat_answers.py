"""What a script says over OpenAI Chat is what the adapter reads, failures included."""

from __future__ import annotations

import pytest

from golem_sdk import Agent, RunError
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import Failure, FakeProvider, Script, Step, call
from golem_sdk.testing._node import Node
from golem_sdk.testing.wires import openai_chat
from golem_wire.canonical import ErrorKind, Message, Response, ThinkingBlock, Usage
from tests.testing.kit import KEY, refund

pytestmark = pytest.mark.anyio

ANSWERS = [
    Response(message=Message(role="assistant", content="hello"), usage=Usage(input=1, output=2), finish_reason="stop"),
    Response(
        message=Message(role="assistant", content="so", thinking=(ThinkingBlock(text="hm", provider="openai_chat"),)),
        usage=Usage(input=5, output=4, cache_read=3, cache_write=2, reasoning=1),
        finish_reason="length",
    ),
    Response(
        message=Message(
            role="assistant", tool_calls=(call(refund, '{"cents": 5.0, "cents": 1e2', id="a"), call(refund, "", id="b"))
        ),
        usage=Usage(),
        finish_reason="tool_call",
    ),
    Response(message=Message(role="assistant", content="No."), usage=Usage(), finish_reason="refusal"),
    Response(message=Message(role="assistant"), usage=Usage(), finish_reason="content_filter"),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: str(answer.finish_reason))
def test_a_scripted_answer_means_the_same_to_the_adapter(answer: Response) -> None:
    reply = openai_chat.answer(answer, Node({"model": "gpt-5.2"}), 1)
    read = OpenAIChatAdapter("gpt-5.2").decode(reply.body)
    assert read.message.replace(model="", native=None) == answer.message
    assert read.usage.replace(raw=None) == answer.usage
    assert read.finish_reason == answer.finish_reason


KINDS: list[ErrorKind] = [
    *("rate_limited", "quota_exhausted", "overloaded", "auth_failed", "not_found", "invalid_request"),
    *("context_overflow", "content_filtered", "timeout", "server_error"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_scripted_failure_means_the_same_to_the_adapter(kind: ErrorKind) -> None:
    (step,) = Script().fail(kind, "no").steps
    assert isinstance(step, Failure)
    reply = openai_chat.failure(step, 7)
    error = OpenAIChatAdapter("gpt-5.2").decode_error(reply.status, reply.headers, reply.body)
    assert (error.details.kind, error.details.request_id) == (kind, "req_fake7")
    assert error.message.endswith("no")


UNSPEAKABLE: list[Step] = [
    Response(message=Message(role="assistant", content="x"), usage=Usage(), finish_reason="pause"),
    Failure("unsupported_content", "no", 400),
]


@pytest.mark.parametrize("step", UNSPEAKABLE, ids=["pause", "unsupported_content"])
async def test_what_the_wire_cannot_say_is_the_scripts_mistake(step: Step) -> None:
    async def block() -> None:
        async with FakeProvider("openai_chat", [step]) as server:
            with pytest.raises(RunError, match="fake provider: request 1: this"):
                await Agent(OpenAIChat("gpt-5.2", api_key=KEY, base_url=server.base_url)).run("go")

    with pytest.raises(AssertionError, match=r"this (wire|provider) has no"):
        await block()
