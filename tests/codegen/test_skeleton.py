"""The skeleton of an adapter: the names of its moves, and its way to what the tables point at."""

from __future__ import annotations

import ast

import pytest

from golem_codegen.adapters import write_skeleton
from golem_codegen.canonical import bundle
from golem_codegen.document import JsonObject, SpecError
from golem_codegen.models import write_models
from tests.codegen.acme import const, obj, provider, ref, union
from tests.conftest import ROOT

DECODE = {"block": {"union": "AnswerBlock", "returns": "str"}}


def skeleton(defs: JsonObject, **changes: object) -> str:
    made_of = provider(defs, **changes)
    names = write_models(made_of.wire.plan, "Acme.").names
    return write_skeleton(made_of.tables, made_of.wire, bundle(ROOT), names)


def moves(source: str) -> set[str]:
    (skeleton,) = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {node.name for node in skeleton.body if isinstance(node, ast.FunctionDef)}


def test_a_move_is_named_for_its_tag_as_python_names_things() -> None:
    tags = {"toolUse": "A", "output.text-delta": "B"}
    variants: JsonObject = {name: obj(["type"], type=const(tag)) for tag, name in tags.items()}
    found = moves(skeleton({"Answer": obj(block=union("type", **tags)), **variants}, decode=DECODE))
    assert {"decode_block_tool_use", "decode_block_output_text_delta", "decode_block_unknown"} <= found


@pytest.mark.parametrize("second", ["tool_use", "unknown", ""])
def test_two_tags_that_would_share_a_move_are_an_error(second: str) -> None:
    tags = {"toolUse": "A", second: "B"}
    variants: JsonObject = {name: obj(["type"], type=const(tag)) for tag, name in tags.items()}
    defs: JsonObject = {"Answer": obj(block=union("type", **tags)), **variants}
    with pytest.raises(SpecError, match=r"adapter\.toml, /decode/block: .*rule: unique-names"):
        skeleton(defs, decode=DECODE)


def test_counters_are_found_by_their_names_in_python() -> None:
    defs: JsonObject = {
        "Answer": obj(usage=ref("Usage")),
        "Usage": obj(promptTokens={"type": "integer"}, outputDetails=ref("Details")),
        "Details": obj(thoughtTokens={"type": "integer"}),
    }
    usage = {
        "definition": "Usage",
        "input": ["promptTokens"],
        "output": [],
        "reasoning": ["outputDetails.thoughtTokens"],
    }
    source = skeleton(defs, usage=usage)
    assert "input=count(wire.prompt_tokens)," in source
    assert "reasoning=count(wire.output_details.thought_tokens if wire.output_details else None)," in source


def test_a_kind_that_the_tables_refuse_has_no_move() -> None:
    refused = {"move": False, "reason": "not offered", "source": "none"}
    found = moves(skeleton({}, parts={"video": refused, "audio": refused}))
    assert "encode_image" in found
    assert not {"encode_video", "encode_audio"} & found


def test_a_wire_without_media_has_no_question_about_media() -> None:
    refused = {"move": False, "reason": "not offered", "source": "none"}
    kinds = ("image", "document", "audio", "video")
    assert "_supported" not in moves(skeleton({}, parts=dict.fromkeys(kinds, refused)))
