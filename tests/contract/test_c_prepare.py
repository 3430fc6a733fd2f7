"""C1: what happens before the first request, in which order, and what is refused before anything starts."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Sequence
from typing import cast

import pytest

from golem_sdk import (
    OUTCOME_UNKNOWN,
    Agent,
    Event,
    ImagePart,
    Message,
    PrepareError,
    Prompt,
    RunContext,
    image,
    load_messages,
)
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import RunStart, UnknownPart
from tests.contract.kit import Heard, assistant, call, does, failure, result, user

ENDS = re.escape("a run without a prompt continues a history that ends in a user or a tool message")


async def refused(agent: Agent[object, str], heard: Heard, prompt: Prompt | None, history: Sequence[Message]) -> str:
    """The ValueError of a run that never started."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        await agent.run(prompt, deps=None, history=history, observers=[heard])
    return str(caught.value)


@pytest.mark.anyio
async def test_c1_preparation_has_an_order() -> None:
    order: list[str] = []

    def process(history: tuple[Message, ...]) -> Sequence[Message]:
        order.append("processor")
        return history

    async def instruct(_ctx: RunContext, _deps: object) -> str:
        order.append("instructions")
        return "Be."

    def hear(event: Event) -> None:
        order.append(event.kind)

    model = ScriptedModel().text("ok")
    agent = Agent(model, dynamic_instructions=instruct, history_processor=process, observers=[hear])
    await agent.run("go")
    assert order == ["processor", "run_start", "instructions", "model_start", "model_end", "run_end"]


@pytest.mark.anyio
async def test_c1_the_processor_may_be_async_and_what_it_returns_is_the_history() -> None:
    given: list[tuple[Message, ...]] = []

    async def process(history: tuple[Message, ...]) -> Sequence[Message]:
        given.append(history)
        return [user("rewritten")]

    model = ScriptedModel().text("ok")
    agent = Agent(model, history_processor=process)
    await agent.run("go", history=[user("old"), assistant("said")])
    assert given == [(user("old"), assistant("said"))]
    assert [m.content for m in model.requests[0].messages] == ["rewritten", "go"]


@pytest.mark.anyio
async def test_c1_what_the_processor_returns_is_checked() -> None:
    heard = Heard()
    agent = Agent(ScriptedModel(), history_processor=lambda _: [Message(role="user", parts=(ImagePart(),))])
    said = await refused(agent, heard, "go", [])
    assert said.startswith("history: message 0, part 0: ")
    assert heard.events == []


@pytest.mark.anyio
async def test_c1_what_the_processor_raises_is_its_callers_affair_before_anything_starts() -> None:
    def process(_history: tuple[Message, ...]) -> Sequence[Message]:
        raise LookupError("no such conversation")

    model, heard = ScriptedModel(), Heard()
    with pytest.raises(LookupError, match="no such conversation"):
        await Agent(model, history_processor=process).run("go", observers=[heard])
    assert (model.requests, heard.events) == ([], [])


MISTAKES: list[tuple[Prompt | None, Sequence[Message], str]] = [
    (None, [], "without a prompt"),
    (None, [assistant("said")], "without a prompt"),
    (None, [Message(role="system", content="Be.")], "without a prompt"),
    (None, [user(), assistant("", call())], "without a prompt"),
    (None, [result("ghost")], "without a prompt"),
    (None, [user(), assistant("said"), result("ghost")], "without a prompt"),
    ("go", [cast("Message", {"role": "user"})], "history[0] is a dict, not a Message; see load_messages"),
    ("go", [user(), Message(role="user", parts=(ImagePart(),))], "history: message 1, part 0: the image needs"),
    ("go", [Message(role="user", parts=(image(url="u"), ImagePart(data=b"x")))], "history: message 0, part 1: "),
    ("go", [Message(role="assistant", parts=(image(url="u"),))], "history: message 0: parts do not go on"),
    ("go", [Message(role="system", parts=(image(url="u"),))], "history: message 0: parts do not go on"),
    ("go", load_messages('[{"role":"user","thinking":[{"text":"t"}]}]'), "history: message 0: thinking does not go"),
    (["see", image(url="u"), ImagePart(url="u", data=b"x")], [], "prompt: message 0, part 1: the image needs"),
    ([cast("str", 5)], [], "prompt[0] is a int, neither a text nor a part"),
    (["see", cast("str", None)], [], "prompt[1] is a NoneType"),
]


@pytest.mark.parametrize("number", range(len(MISTAKES)))
@pytest.mark.anyio
async def test_c1_mistakes_are_value_errors_that_name_the_place_before_anything_starts(number: int) -> None:
    prompt, history, says = MISTAKES[number]
    model, heard = ScriptedModel(), Heard()
    instructed: list[RunContext] = []

    def instruct(ctx: RunContext, _deps: object) -> str:
        instructed.append(ctx)
        return "Be."

    assert says in await refused(Agent(model, dynamic_instructions=instruct), heard, prompt, history)
    assert (model.requests, heard.events, instructed) == ([], [], [])


@pytest.mark.anyio
async def test_c1_a_part_of_unknown_kind_is_no_mistake_of_the_caller() -> None:
    model = ScriptedModel().text("ok")
    await Agent(model).run(["see", UnknownPart(kind="hologram")])
    assert model.requests[0].messages[0].parts == (UnknownPart(kind="hologram"),)


@pytest.mark.parametrize(
    ("prompt", "content", "parts"),
    [
        ("go", "go", 0),
        ("", "", 0),
        (["a", "b"], "a\nb", 0),
        (["see", image(url="u")], "see", 1),
        ([image(url="u"), "what is it?"], "", 2),
        (("see", image(url="u"), image(url="v")), "see", 2),
    ],
)
@pytest.mark.anyio
async def test_c1_a_prompt_is_a_text_or_texts_and_parts(prompt: Prompt, content: str, parts: int) -> None:
    model = ScriptedModel().text("ok")
    await Agent(model).run(prompt)
    sent = model.requests[0].messages[0]
    assert (sent.role, sent.content, len(sent.parts)) == ("user", content, parts)


@pytest.mark.parametrize("history", [[user("go")], [user(), assistant("", call()), result()]])
@pytest.mark.anyio
async def test_c1_no_prompt_continues_a_history(history: list[Message]) -> None:
    model = ScriptedModel().text("ok")
    done = await Agent(model).run(history=history)
    assert model.requests[0].messages == tuple(history)
    assert [m.role for m in done.new_messages] == ["assistant"]


async def identity(
    history: Sequence[Message] = (), *, run_id: str | None = None, conversation_id: str | None = None
) -> tuple[str, str]:
    done = await Agent(ScriptedModel().text("ok")).run(
        "go", history=history, run_id=run_id, conversation_id=conversation_id
    )
    assert {(m.run_id, m.conversation_id) for m in done.new_messages} == {(done.run_id, done.conversation_id)}
    return done.run_id, done.conversation_id


@pytest.mark.anyio
async def test_c1_the_run_id_is_given_or_new_and_never_inherited() -> None:
    old = user().replace(run_id="old", conversation_id="c")
    assert (await identity([old], run_id="mine"))[0] == "mine"
    first, second = (await identity([old]))[0], (await identity([old]))[0]
    assert len({first, second, "old"}) == 3


@pytest.mark.anyio
async def test_c1_the_conversation_id_is_given_else_the_last_in_the_history_else_new() -> None:
    history = [user().replace(conversation_id="a"), assistant("x").replace(conversation_id="b"), user()]
    assert (await identity(history, conversation_id="mine"))[1] == "mine"
    assert (await identity(history))[1] == "b"
    assert (await identity([user()]))[1] != (await identity([user()]))[1]


@pytest.mark.anyio
async def test_c1_new_ids_are_uuids_of_version_7_that_sort_by_time() -> None:
    before = time.time_ns() // 1_000_000
    first = await identity()
    after = time.time_ns() // 1_000_000
    for text in first:
        value = uuid.UUID(text)
        assert (str(value), value.version, value.variant) == (text, 7, uuid.RFC_4122)
        assert before <= value.int >> 80 <= after


@pytest.mark.anyio
async def test_c1_a_given_history_is_never_stamped_again() -> None:
    old = (user("old").replace(run_id="r0", conversation_id="c0"), assistant("said"))
    done = await Agent(ScriptedModel().text("ok")).run("go", history=old)
    assert done.messages[:2] == old


@pytest.mark.anyio
async def test_c1_a_history_is_repaired_and_the_report_is_on_run_start() -> None:
    heard, model = Heard(), ScriptedModel().text("ok")
    history = [user(), assistant("", call(call_id="a"), call(call_id="b")), result("b"), result("ghost")]
    done = await Agent(model).run("go", history=history, observers=[heard])
    start = heard.events[0]
    assert isinstance(start, RunStart)
    assert start.repair is not None
    assert [(c.action, c.index, c.call_id) for c in start.repair.changes] == [
        ("dropped", 3, "ghost"),
        ("closed", 1, "a"),
    ]
    assert [m.content for m in model.requests[0].messages] == ["go", "", "done", OUTCOME_UNKNOWN, "go"]
    assert [m.role for m in done.new_messages] == ["user", "assistant"]


@pytest.mark.anyio
async def test_c1_a_sound_history_has_no_report() -> None:
    heard = Heard()
    await Agent(ScriptedModel().text("ok")).run("go", history=[user(), assistant("x")], observers=[heard])
    start = heard.events[0]
    assert isinstance(start, RunStart)
    assert start.repair is None


@pytest.mark.parametrize(
    ("static", "dynamic", "system"),
    [
        ("", None, None),
        ("Be kind.", None, "Be kind."),
        ("", "Be brief.", "Be brief."),
        ("Be kind.", "Be brief.", "Be kind.\n\nBe brief."),
        ("Be kind.", "", "Be kind."),
        ("", "", None),
    ],
)
@pytest.mark.anyio
async def test_c1_instructions_are_static_then_a_blank_line_then_dynamic(
    static: str, dynamic: str | None, system: str | None
) -> None:
    def instruct(_ctx: RunContext, _deps: object) -> str:
        return dynamic or ""

    model = ScriptedModel().text("ok")
    agent = Agent(model, instructions=static, dynamic_instructions=None if dynamic is None else instruct)
    await agent.run("go", deps=None)
    sent = model.requests[0].messages
    assert [m.content for m in sent] == ([] if system is None else [system]) + ["go"]
    assert sent[0].role == ("user" if system is None else "system")


@pytest.mark.anyio
async def test_c1_instructions_of_the_run_replace_the_static_text() -> None:
    model = ScriptedModel().text("ok").text("ok")
    agent = Agent(model, instructions="Be kind.", dynamic_instructions=lambda _ctx, _deps: "Be brief.")
    await agent.run("go", instructions="Be harsh.", deps=None)
    await agent.run("go", instructions="", deps=None)
    assert [r.messages[0].content for r in model.requests] == ["Be harsh.\n\nBe brief.", "Be brief."]


@pytest.mark.anyio
async def test_c1_dynamic_instructions_know_the_run_and_its_deps_and_run_once() -> None:
    seen: list[tuple[RunContext, int]] = []

    async def instruct(ctx: RunContext, deps: int) -> str:
        seen.append((ctx, deps))
        return f"You serve {deps}."

    tool = does("done")
    model = ScriptedModel().call(tool).text("no number").text('{"value": 5}')
    agent = Agent(model, deps_type=int, output=int, tools=[tool], dynamic_instructions=instruct)
    await agent.run("go", deps=7, run_id="r", conversation_id="c")
    assert seen == [(RunContext("r", "c"), 7)]
    assert {r.messages[0].content for r in model.requests} == {"You serve 7."}


@pytest.mark.anyio
async def test_c1_instructions_that_fail_are_stage_prepare_after_run_start() -> None:
    def instruct(_ctx: RunContext, _deps: object) -> str:
        raise KeyError("tenant")

    model, heard = ScriptedModel(), Heard()
    agent = Agent(model, instructions="Be.", dynamic_instructions=instruct)
    error = await failure(agent.run("go", deps=None, history=[user("old")], observers=[heard]))
    assert isinstance(error, PrepareError)
    assert heard.kinds == ["run_start", "run_end"]
    assert [m.content for m in error.partial.messages] == ["old", "go"]
    assert [m.content for m in error.partial.new_messages] == ["go"]
    assert model.requests == []


@pytest.mark.anyio
async def test_c1_instructions_that_are_no_text_are_stage_prepare_too() -> None:
    agent = Agent(ScriptedModel(), instructions="Be.", dynamic_instructions=lambda _ctx, _deps: cast("str", 5))
    assert isinstance(await failure(agent.run("go", deps=None)), PrepareError)


@pytest.mark.anyio
async def test_c1_system_messages_of_the_history_are_replaced() -> None:
    old = Message(role="system", content="Be old.")
    model = ScriptedModel().text("ok")
    done = await Agent(model, instructions="Be new.").run("go", history=[old, user("a"), assistant("b"), old])
    assert [(m.role, m.content) for m in model.requests[0].messages] == [
        ("system", "Be new."),
        ("user", "a"),
        ("assistant", "b"),
        ("user", "go"),
    ]
    assert (done.messages[0].run_id, done.messages[0].conversation_id) == ("", "")


@pytest.mark.anyio
async def test_c1_a_result_is_the_next_runs_history() -> None:
    model = ScriptedModel().text("one").text("two")
    agent = Agent(model, instructions="Be.")
    first = await agent.run("a")
    second = await agent.run("b", history=first.messages)
    assert [m.content for m in second.messages] == ["Be.", "a", "one", "b", "two"]
    assert [m.content for m in second.new_messages] == ["b", "two"]
    assert second.conversation_id == first.conversation_id
    assert second.run_id != first.run_id
