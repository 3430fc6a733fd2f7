"""D1, D2, D6: every call has exactly one result before a request opens, and arguments travel as objects."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem_sdk import OUTCOME_UNKNOWN, Agent, Message, Request, dump_messages, load_messages, repair
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.testing import ScriptedModel
from tests.contract.kit import assistant, call, patient, result, user


def closed(call_id: str) -> Message:
    return result(call_id, OUTCOME_UNKNOWN)


def changes(history: Sequence[Message]) -> list[tuple[str, int, str, str]]:
    return [(c.action, c.index, c.call_id, c.tool_name) for c in repair(history)[1].changes]


A, B = call(call_id="a"), call(call_id="b")

REPAIRS: dict[str, tuple[list[Message], list[Message], list[tuple[str, int, str, str]]]] = {
    "nothing": ([], [], []),
    "a sound history": (
        [user(), assistant("", A, B), result("b"), result("a"), assistant("x")],
        [user(), assistant("", A, B), result("b"), result("a"), assistant("x")],
        [],
    ),
    "a call without a result": (
        [user(), assistant("", A)],
        [user(), assistant("", A), closed("a")],
        [("closed", 1, "a", "work")],
    ),
    "the closing stands after the results that exist": (
        [assistant("", A, B), result("b"), user()],
        [assistant("", A, B), result("b"), closed("a"), user()],
        [("closed", 0, "a", "work")],
    ),
    "several in the order of the calls": (
        [assistant("", A, B), user()],
        [assistant("", A, B), closed("a"), closed("b"), user()],
        [("closed", 0, "a", "work"), ("closed", 0, "b", "work")],
    ),
    "a result without a call": ([user(), result("ghost")], [user()], [("dropped", 1, "ghost", "work")]),
    "a result before its call": (
        [result("a"), assistant("", A)],
        [assistant("", A), closed("a")],
        [("dropped", 0, "a", "work"), ("closed", 1, "a", "work")],
    ),
    "a second result": (
        [assistant("", A), result("a", "one"), result("a", "two")],
        [assistant("", A), result("a", "one")],
        [("dropped", 2, "a", "work")],
    ),
    "a result never crosses the next assistant message": (
        [assistant("", A), assistant("x"), result("a")],
        [assistant("", A), closed("a"), assistant("x")],
        [("closed", 0, "a", "work"), ("dropped", 2, "a", "work")],
    ),
    "the same id in the next message is another call": (
        [assistant("", A), assistant("", A), result("a")],
        [assistant("", A), closed("a"), assistant("", A), result("a")],
        [("closed", 0, "a", "work")],
    ),
    "the same id twice in one message": (
        [assistant("", A, A), result("a", "one"), result("a", "two")],
        [assistant("", A, A), result("a", "one"), result("a", "two")],
        [],
    ),
    "the same id twice with one result": (
        [assistant("", A, A), result("a", "one")],
        [assistant("", A, A), result("a", "one"), closed("a")],
        [("closed", 0, "a", "work")],
    ),
    "empty ids are paired by their places": (
        [assistant("", call(call_id=""), call(call_id="")), result("")],
        [assistant("", call(call_id=""), call(call_id="")), result(""), closed("")],
        [("closed", 0, "", "work")],
    ),
    "calls of another role are none": ([user().replace(tool_calls=(A,))], [user().replace(tool_calls=(A,))], []),
}


@pytest.mark.parametrize("what", REPAIRS)
def test_d1_repair_pairs_by_position_and_reports_every_change(what: str) -> None:
    history, expected, report = REPAIRS[what]
    assert list(repair(history)[0]) == expected
    assert changes(history) == report


def calling(call_ids: list[str]) -> Message:
    return assistant("", *(call(call_id=one) for one in call_ids))


IDS = st.sampled_from(["a", "b", "c", ""])
MESSAGES = st.one_of(
    st.builds(user, st.sampled_from(["hi", ""])),
    st.builds(calling, st.lists(IDS, max_size=3)),
    st.builds(result, IDS, st.sampled_from(["one", "two"])),
    st.just(Message(role="system", content="Be.")),
    st.just(Message(role="narrator", content="Once.")),
)


@patient
@given(st.lists(MESSAGES, max_size=8))
def test_d1_a_repaired_history_has_one_result_a_call_and_nothing_to_repair(history: list[Message]) -> None:
    repaired, report = repair(history)
    assert repair(repaired) == (repaired, report.replace(changes=()))
    assert (repaired == tuple(history)) is (report.changes == ())
    open_ids: list[str] = []
    for message in repaired:
        if message.role == "tool":
            open_ids.remove(message.tool_call_id)
        elif message.role == "assistant":
            assert open_ids == []
            open_ids = [one.id for one in message.tool_calls]
    assert open_ids == []


@patient
@given(st.lists(MESSAGES, max_size=8))
def test_d1_repair_touches_nothing_else(history: list[Message]) -> None:
    repaired, report = repair(history)
    added = sum(change.action == "closed" for change in report.changes)
    dropped = [change.index for change in report.changes if change.action == "dropped"]
    assert len(repaired) == len(history) + added - len(dropped)
    kept = [message for index, message in enumerate(history) if index not in dropped]
    left = iter(repaired)
    assert all(message in left for message in kept)


@patient
@given(st.lists(MESSAGES, max_size=8))
def test_d1_a_report_gives_its_reasons_and_is_json(history: list[Message]) -> None:
    report = repair(history)[1]
    assert all(change.reason for change in report.changes)
    assert type(report).model_validate_json(report.to_json()) == report


def test_d2_a_repaired_call_is_closed_as_of_unknown_outcome() -> None:
    repaired, _ = repair([assistant("", A)])
    assert repaired[1].to_value() == {
        "role": "tool",
        "content": OUTCOME_UNKNOWN,
        "toolCallId": "a",
        "toolName": "work",
    }


@pytest.mark.anyio
async def test_d1_a_run_repairs_what_a_crash_left_in_storage() -> None:
    stored = dump_messages([user(), assistant("", A, B), result("a")])
    model = ScriptedModel().text("ok")
    done = await Agent(model).run(history=load_messages(stored))
    assert [m.content for m in done.messages] == ["go", "", "done", OUTCOME_UNKNOWN, "ok"]
    assert repair(done.messages)[1].changes == ()


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("", "{}"),
        ("  \n", "{}"),
        ("null", "{}"),
        (" null ", "{}"),
        ("{}", "{}"),
        ('{"k": 1.0}', '{"k": 1.0}'),
        ('{"k":1,"k":2}', '{"k":1,"k":2}'),
        ('{"k":', '{"truncated_args":"{\\"k\\":"}'),
        ("[1]", '{"truncated_args":"[1]"}'),
        ('"é"', '{"truncated_args":"\\"é\\""}'),
        ("7", '{"truncated_args":"7"}'),
        ("NaN", '{"truncated_args":"NaN"}'),
        ('{"k":NaN}', '{"truncated_args":"{\\"k\\":NaN}"}'),
        ("{}{}", '{"truncated_args":"{}{}"}'),
        ("[" * 5_000, '{"truncated_args":"' + "[" * 5_000 + '"}'),
    ],
)
def test_d6_arguments_travel_as_an_object(text: str, sent: str) -> None:
    history = (user(), assistant("", call(args=text)), result())
    adapter = OpenAIChatAdapter("m")
    body = adapter.encode(Request(messages=history)).body
    assert json.loads(body)["messages"][1]["tool_calls"][0]["function"]["arguments"] == sent
    assert adapter.encode(Request(messages=history)).body == body
    assert history[1].tool_calls[0].args.text == text
