"""From a wire schema to models: tolerant of what a provider answers, strict in what we send."""

from __future__ import annotations

import json

import pytest
from pydantic import BaseModel, ValidationError

from golem_codegen.document import JsonObject, SpecError
from tests.codegen.acme import WIRE, const, made, module, obj, provider, ref, union

TEXT: JsonObject = {"type": "string"}
A = obj(["type"], type=const("a"), text=TEXT)
B = obj(["type"], type=const("b"), number={"type": "integer"})
NULL: JsonObject = {"type": "null"}


def block(answer: BaseModel) -> BaseModel:
    found = getattr(answer, "block")  # noqa: B009 - a class that no checker knows
    assert isinstance(found, BaseModel)
    return found


def test_g5_any_field_of_an_answer_may_be_absent_null_or_new() -> None:
    wire = module({"Answer": obj(["id", "number"], id=TEXT, number={"type": "integer"}, inner=ref("A")), "A": A})
    for text in ("{}", '{"id": null, "number": null, "inner": null}', '{"new": [1]}', '{"inner": {}}'):
        wire.read(text)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"enum": ["a", "b"]}, "c"),
        ({"enum": ["a", None]}, "c"),
        ({"enum": [1, 2]}, 3),
        ({"const": "chat.completion", "type": "string"}, "chat.completion.v2"),
        ({"const": True}, False),
    ],
)
def test_g5_words_that_nobody_knows_are_read(schema: JsonObject, value: object) -> None:
    wire = module({"Answer": obj(["word"], word=schema)})
    assert wire.read(json.dumps({"word": value})).model_dump() == {"word": value}


UNIONS = {
    "required": union("type", a="A", b="B"),
    "optional and flat": {"anyOf": [ref("A"), ref("B"), NULL]},
    "optional": {"anyOf": [union("type", a="A", b="B"), NULL]},
    "a definition of its own": ref("Block"),
    "beside a text": {"anyOf": [TEXT, ref("A"), ref("B")]},
}


@pytest.mark.parametrize("schema", UNIONS.values(), ids=UNIONS.keys())
def test_g5_a_union_of_an_answer_has_an_arm_for_what_no_tag_fits(schema: JsonObject) -> None:
    wire = module({"Answer": obj(block=schema), "A": A, "B": B, "Block": union("type", a="A", b="B")})
    assert type(block(wire.read('{"block": {"type": "a", "text": "x"}}'))) is wire.cls("A")
    unknown = block(wire.read('{"block": {"type": "c", "more": 1}}'))
    assert type(unknown).__name__.startswith("Unknown")
    assert unknown.model_dump() == {"type": "c", "more": 1}
    assert type(block(wire.read('{"block": {"nameless": 1}}'))) is type(unknown)
    with pytest.raises(ValidationError):
        wire.read('{"block": {"type": "a", "text": []}}')


def test_g5_a_union_keeps_its_arm_when_all_but_one_of_its_variants_are_ignored() -> None:
    ignored = {"mapped": ["*.*"], "ignored": [{"reason": "not offered", "fields": ["B"]}]}
    wire = module({"Answer": obj(block=union("type", a="A", b="B")), "A": A, "B": B}, coverage=ignored)
    assert type(block(wire.read('{"block": {"type": "a"}}'))) is wire.cls("A")
    assert block(wire.read('{"block": {"type": "b", "number": "x"}}')).model_dump() == {"type": "b", "number": "x"}


def test_g5_a_tag_may_have_any_name() -> None:
    """The unknown arm refuses the tags of its siblings, by the name that this union's tag has."""
    variants: JsonObject = {
        "A": obj(["blockKind"], blockKind=const("a"), text=TEXT),
        "B": obj(["blockKind"], blockKind=const("b")),
    }
    wire = module({"Answer": obj(block=union("blockKind", a="A", b="B")), **variants})
    assert block(wire.read('{"block": {"blockKind": "a"}}')).model_dump(exclude_none=True) == {"blockKind": "a"}
    assert type(block(wire.read('{"block": {"blockKind": "c"}}'))).__name__ == "UnknownAnswerBlock"
    with pytest.raises(ValidationError):
        wire.read('{"block": {"blockKind": "a", "text": []}}')


@pytest.mark.parametrize("value", ['"many"', "[]", "null"])
def test_g5_a_counter_that_is_no_number_is_absent(value: str) -> None:
    wire = module({"Answer": obj(["read"], read={"type": "integer"})})
    assert wire.read(f'{{"read": {value}}}').model_dump() == {"read": None}
    assert wire.read('{"read": "5"}').model_dump() == {"read": 5}


def test_a_default_tag_is_for_hosts_that_leave_it_out() -> None:
    rows = {"block": {"union": "AnswerBlock", "returns": "str", "default_tag": "b"}}
    wire = module({"Answer": obj(block=union("type", a="A", b="B")), "A": A, "B": B}, decode=rows)
    assert type(block(wire.read('{"block": {"number": 5}}'))) is wire.cls("B")


def test_a_field_that_is_ignored_cannot_hurt() -> None:
    rows = {"mapped": ["Answer.id"], "ignored": [{"reason": "no use", "fields": ["Answer.time"]}]}
    defs: JsonObject = {"Answer": obj(["id", "time"], id=TEXT, time={"type": "integer"})}
    assert module(defs, coverage=rows).read('{"id": "1", "time": "soon"}').model_dump() == {"id": "1"}


def test_an_unreviewed_field_is_in_the_models() -> None:
    """So that the type checkers show what it breaks before anybody looked at it."""
    made_of = provider({"Answer": obj(id=TEXT, time={"type": "integer"})}, coverage={"mapped": ["Answer.id"]})
    assert made_of.wire.coverage == {"Answer.id": "mapped", "Answer.time": "unreviewed"}
    assert "time" in str(made_of.wire.defs["Answer"])


def test_g5_a_map_of_an_answer_may_be_null_and_cannot_be_changed() -> None:
    counts: JsonObject = {"type": "object", "additionalProperties": {"type": "integer"}}
    wire = module({"Answer": obj(counts=counts)})
    assert wire.read('{"counts": null}').model_dump() == {"counts": None}
    answer = wire.read('{"counts": {"a": "1"}}')
    assert answer.model_dump() == {"counts": {"a": 1}}
    with pytest.raises(TypeError, match="immutable"):
        answer.__dict__["counts"]["b"] = 2


@pytest.mark.parametrize("shape", ["itself", "in a list"])
@pytest.mark.parametrize("typed", [{"type": "string"}, {}], ids=["typed", "untyped"])
def test_a_python_type_holds_where_the_field_may_be_null(typed: JsonObject, shape: str) -> None:
    """`JsonText` reads a value as its text."""
    text: JsonObject = {**typed, "x-python-type": "golem_wire._runtime.JsonText"}
    wire = module({"Answer": obj(text=text if shape == "itself" else {"type": "array", "items": text})})
    value = '{"a": 1}' if shape == "itself" else '[{"a": 1}]'
    read = '{"a":1}' if shape == "itself" else ('{"a":1}',)
    assert wire.read(f'{{"text": {value}}}').model_dump() == {"text": read}
    assert wire.read('{"text": null}').model_dump() == {"text": None}


def test_what_we_send_is_as_strict_as_upstream_says() -> None:
    wire = module(
        {
            "Request": obj(
                ["model", "mode"],
                model=TEXT,
                mode={"enum": ["fast", "slow"]},
                seed={"anyOf": [{"type": "integer"}, NULL], "default": None},
                part={"anyOf": [ref("A"), ref("B"), NULL]},
            ),
            "A": A,
            "B": B,
        }
    )
    request = wire.cls("Request")
    assert request.model_fields["model"].is_required()
    with pytest.raises(ValidationError):
        request(model="m", mode="soon")
    with pytest.raises(ValidationError):
        request(model="m", mode="fast", part={"type": "c"})
    sent = request(model="m", mode="fast", part=wire.cls("B")(number=1))
    assert sent.model_dump(exclude_none=True) == {"model": "m", "mode": "fast", "part": {"type": "b", "number": 1}}


def test_a_choice_of_one_that_we_send_is_that_one() -> None:
    rows = {"mapped": ["*.*"], "ignored": [{"reason": "not offered", "fields": ["B"]}]}
    defs: JsonObject = {"Request": obj(["part"], part=union("type", a="A", b="B")), "A": A, "B": B}
    wire = module(defs, coverage=rows)
    assert wire.cls("Request").model_fields["part"].annotation is wire.cls("A")


def test_what_is_both_sent_and_answered_is_read_with_tolerance() -> None:
    shared: JsonObject = {"Turn": obj(["role", "block"], role={"enum": ["user"]}, block=ref("Block"))}
    defs: JsonObject = {"Request": obj(turn=ref("Turn")), "Answer": obj(turn=ref("Turn")), "A": A, "B": B}
    wire = module({**defs, **shared, "Block": union("type", a="A", b="B")})
    wire.read('{"turn": {"role": "model", "block": {"type": "c"}}}')
    wire.read('{"turn": {}}')


def test_a_property_may_be_called_as_python_or_pydantic_has_it() -> None:
    keys = ["class", "from", "None", "json", "schema", "copy", "model_config", "bytes", "_id", "1st", "a-b", "toolUse"]
    defs: JsonObject = {"Answer": obj(**dict.fromkeys(keys, TEXT))}
    names = made(defs).names["Answer"]
    assert sorted(names) == sorted(keys)
    assert len(set(names.values())) == len(keys)
    sent = {key: key.upper() for key in keys}
    assert module(defs).read(json.dumps(sent)).model_dump(by_alias=True) == sent


@pytest.mark.parametrize(
    ("defs", "pointer", "rule"),
    [
        pytest.param(
            {"Answer": obj(toolUse=TEXT, tool_use=TEXT)},
            "/$defs/Answer/properties/tool_use",
            "unique-names",
            id="properties",
        ),
        pytest.param({"Answer": obj(to_wire=TEXT)}, "/$defs/Answer/properties/to_wire", "unique-names", id="method"),
        pytest.param(
            {"Answer": obj(x=ref("answer_item")), "answer_item": obj()},
            "/$defs/answer_item",
            "class-name",
            id="no class name",
        ),
        pytest.param(
            {"Answer": obj(x=ref("Literal")), "Literal": obj()}, "/$defs/Literal", "class-name", id="name of an import"
        ),
        pytest.param(
            {
                "Answer": obj(block=union("type", a="A", b="B"), x=ref("AnswerBlock")),
                "AnswerBlock": obj(),
                "A": A,
                "B": B,
            },
            "/$defs/AnswerBlock",
            "unique-names",
            id="a union and a definition",
        ),
    ],
)
def test_names_that_python_cannot_tell_apart_are_an_error(defs: JsonObject, pointer: str, rule: str) -> None:
    with pytest.raises(SpecError) as caught:
        provider(defs)
    assert (caught.value.where, caught.value.rule) == (WIRE.at(*pointer.split("/")[1:]), rule)


def test_a_union_of_ignored_variants_only_is_an_error() -> None:
    rows = {"mapped": ["*.*"], "ignored": [{"reason": "not offered", "fields": ["A", "B"]}]}
    with pytest.raises(SpecError, match=r"/\$defs/Answer: .*rule: branch-left"):
        provider({"Answer": obj(block=union("type", a="A", b="B")), "A": A, "B": B}, coverage=rows)
