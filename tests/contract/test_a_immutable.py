"""A12: values are immutable to the bottom; `replace` is the only way to a changed copy."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import cast

import pytest
from pydantic import ValidationError

from golem_sdk import Evidence, Message, RunErrorData, dump_messages, load_messages
from golem_wire._runtime import JsonValue
from golem_wire.canonical import ProviderDetails
from tests.contract.kit import call
from tests.contract.test_a_values import FULL_MESSAGE

TEXT = (
    '[{"role":"assistant","content":"c","parts":[{"kind":"image","url":"u"}],'
    '"toolCalls":[{"id":"c1","name":"n","args":{"k":[1]}}],"thinking":[{"text":"t"}],'
    '"native":{"tag":"t","digest":"d","content":[{"a":{"b":[1,{"c":2}]}}]},"extra":{"x":[1,{"y":2}]},"list":[1,[2]]}]'
)


def message() -> Message:
    return load_messages(TEXT)[0]


def mutable(value: object) -> dict[str, object]:
    """The value as what a careless caller takes it for."""
    return cast("dict[str, object]", value)


def items(value: object) -> list[object]:
    return cast("list[object]", value)


def extra(of: Message, key: str) -> dict[str, list[dict[str, object]]]:
    """A key of a newer writer, as what a careless caller takes it for."""
    return cast("dict[str, list[dict[str, object]]]", of.model_extra[key])


def native(of: Message) -> JsonValue:
    assert of.native is not None
    return of.native.content[0]


MUTATIONS: list[Callable[[Message], object]] = [
    lambda m: setattr(m, "content", "x"),
    lambda m: setattr(m, "unheard_of", "x"),
    lambda m: delattr(m, "content"),
    lambda m: setattr(m.tool_calls[0], "name", "x"),
    lambda m: setattr(m.tool_calls[0].args, "text", "x"),
    lambda m: setattr(m.parts[0], "url", "x"),
    lambda m: setattr(m.thinking[0], "text", "x"),
    lambda m: setattr(m.native, "tag", "x"),
    lambda m: items(m.parts).append(m.parts[0]),
    lambda m: items(m.tool_calls).clear(),
    lambda m: items(m.thinking).__setitem__(0, None),
    lambda m: mutable(native(m)).__setitem__("a", 1),
    lambda m: mutable(mutable(native(m))["a"]).update(b=1),
    lambda m: items(mutable(mutable(native(m))["a"])["b"]).append(1),
    lambda m: mutable(items(mutable(mutable(native(m))["a"])["b"])[1]).pop("c"),
    lambda m: mutable(m.model_extra).__setitem__("extra", 1),
    lambda m: mutable(m.model_extra).update(extra=1),
    lambda m: mutable(m.model_extra).pop("extra"),
    lambda m: mutable(m.model_extra).popitem(),
    lambda m: mutable(m.model_extra).clear(),
    lambda m: mutable(m.model_extra).setdefault("new", 1),
    lambda m: mutable(m.model_extra).__delitem__("extra"),
    lambda m: mutable(m.model_extra).__ior__({"extra": 1}),
    lambda m: mutable(m.model_extra["extra"]).__setitem__("x", 1),
    lambda m: extra(m, "extra")["x"].append({}),
    lambda m: extra(m, "extra")["x"][1].__delitem__("y"),
    lambda m: items(items(m.model_extra["list"])[1]).append(3),
]


@pytest.mark.parametrize("number", range(len(MUTATIONS)))
def test_a12_no_mutation_reaches_a_message(number: int) -> None:
    value = message()
    with pytest.raises((ValidationError, TypeError, AttributeError)):
        MUTATIONS[number](value)
    assert dump_messages([value]) == TEXT


def test_a12_arrays_are_tuples() -> None:
    value = Message.model_validate(FULL_MESSAGE.to_value())
    assert all(isinstance(v, tuple) for v in (value.parts, value.tool_calls, value.thinking))
    given = [call()]
    made = Message(role="assistant", tool_calls=cast("tuple[()]", given))
    given.append(call(call_id="c2"))
    assert made.tool_calls == (call(),)


def test_a12_free_json_does_not_share_what_it_was_made_of() -> None:
    inner: dict[str, JsonValue] = {"b": [1]}
    details = ProviderDetails.model_validate({"kind": "other", "extra": {"a": inner}})
    inner["b"] = []
    assert details.to_json() == '{"kind":"other","extra":{"a":{"b":[1]}}}'


def test_a12_replace_makes_a_copy_and_leaves_the_original() -> None:
    value = message()
    changed = value.replace(content="x")
    assert (changed.content, value.content) == ("x", "c")
    assert changed.model_extra == value.model_extra
    assert dump_messages([value]) == TEXT


def test_a12_a_changed_copy_is_checked_like_any_value() -> None:
    with pytest.raises(ValidationError):
        message().model_copy(update={"content": 5})


def test_a12_values_are_equal_hashable_and_survive_copies() -> None:
    value = message()
    assert value == message()
    assert hash(value) == hash(message())
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert value != value.replace(run_id="r")
    assert value != load_messages(TEXT.replace('"y":2', '"y":3'))[0]


def test_a12_evidence_and_errors_are_values_too() -> None:
    data = RunErrorData(stage="tool", message="m", partial=Evidence(messages=(message(),)))
    assert data.partial is not None
    for value, key in ((data, "stage"), (data.partial, "requests"), (data.partial.usage, "input")):
        with pytest.raises(ValidationError):
            setattr(value, key, 1)
    with pytest.raises(AttributeError):
        items(data.partial.messages).append(1)
