"""`extends`: an extension is its base with other rows, shares its models, and cannot say what it could not keep."""

from __future__ import annotations

import pytest

from golem_codegen.document import JsonObject, SpecError
from golem_codegen.generate import load_provider
from tests.codegen.tree import TABLES, Tree, inside

EXTENSION = "spec/providers/azure_openai/adapter.toml"
OVERLAY = "spec/providers/azure_openai/overlay.json"
FACTS = "generated/golem_wire/azure_openai/facts.py"
NAME = 'name = "azure_openai"\n'


def refused(tree: Tree, name: str = "azure_openai") -> tuple[str, str, str]:
    """Where the extension breaks which rule."""
    with pytest.raises(SpecError) as caught:
        load_provider(tree.root, name)
    return caught.value.where.file, caught.value.where.pointer, caught.value.rule


def test_an_extension_is_its_base_with_its_own_rows_over_it(tree: Tree) -> None:
    base, own = (load_provider(tree.root, name).tables for name in ("openai_chat", "azure_openai"))
    assert (own.adapter, own.usage, own.parts, own.stream) == (base.adapter, base.usage, base.parts, base.stream)
    assert own.errors.codes == {**base.errors.codes, "DeploymentNotFound": "not_found"}
    assert (own.answer.kept, own.answer.limit) == (base.answer.kept, base.answer.limit)
    assert own.answer.request_id != base.answer.request_id
    assert own.coverage.mapped == base.coverage.mapped
    assert set(own.coverage.pass_through) > set(base.coverage.pass_through)


def test_only_facts_and_a_request_schema_are_generated_for_it(tree: Tree) -> None:
    made = [name for name in tree.files() if name.startswith("generated/") and "azure_openai" in name]
    assert sorted(made) == [
        "generated/golem_wire/azure_openai/__init__.py",
        FACTS,
        "generated/golem_wire/schema/azure_openai.request.schema.json",
    ]
    manifest = tree.text("generated/manifest.json")
    assert all(f'"{name}"' in manifest for name in (*made, EXTENSION, OVERLAY))


def test_a_change_of_the_base_reaches_the_extension(tree: Tree) -> None:
    tree.replace(TABLES, "event_limit = 16_777_216", "event_limit = 4_321")
    assert f"{FACTS}: is stale; run `make generate`" in tree.findings()
    tree.generate()
    assert tree.findings() == []
    assert "event_limit=4321" in tree.text(FACTS)


def test_what_the_base_lacks_is_said_once_and_of_the_base(tree: Tree) -> None:
    tree.replace(TABLES, '\nlength = "length"\n', "\n")
    tree.generate()
    assert tree.findings() == [f"{TABLES}, [finish_reasons] lacks 'length'"]


@pytest.mark.parametrize(
    ("new", "pointer", "rule"),
    [
        pytest.param('extends = "nobody"\n', "/extends", "known-provider", id="base that is not there"),
        pytest.param('extends = "azure_openai"\n', "/extends", "no-cycle", id="itself"),
        pytest.param("extends = 1\n", "/extends", "type", id="no name"),
        pytest.param(
            'extends = "openai_chat"\nresult_parts = "inside"\n',
            "/result_parts",
            "extension-facts",
            id="code of the base",
        ),
        pytest.param(
            'extends = "openai_chat"\nparts.video.move = true\n', "/parts/video/move", "extension-facts", id="a move"
        ),
    ],
)
def test_an_extension_of_nothing_or_of_more_than_facts_is_refused(
    tree: Tree, new: str, pointer: str, rule: str
) -> None:
    tree.replace(EXTENSION, 'extends = "openai_chat"\n', new)
    assert refused(tree) == (EXTENSION, pointer, rule)


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        pytest.param('base_url = ""', 'base_url = ""\nmethod = "PUT"\n', "", id="(another value is taken)"),
        pytest.param('base_url = ""', 'base_url = "https://api.openai.com/v1"', "/endpoint/base_url", id="value"),
        pytest.param('tag = "azure_openai"', 'tag = "openai_chat"', "/tag", id="word"),
        pytest.param(
            'DeploymentNotFound = "not_found"', 'slow_down = "rate_limited"', "/errors/codes/slow_down", id="row"
        ),
        pytest.param(
            '    "ErrorObject.innererror",',
            '    "ChatCompletionMessage.role",',
            "/coverage/pass_through/8",
            id="coverage",
        ),
    ],
)
def test_a_row_that_says_what_the_base_says_is_refused(tree: Tree, old: str, new: str, pointer: str) -> None:
    tree.replace(EXTENSION, old, new)
    if pointer:
        assert refused(tree) == (EXTENSION, pointer, "extension-differs")
    else:
        assert load_provider(tree.root, "azure_openai").tables.endpoint.method == "PUT"


def test_a_cycle_of_two_is_named_from_end_to_end(tree: Tree) -> None:
    tree.write(TABLES, 'extends = "azure_openai"\n' + tree.text(TABLES))
    with pytest.raises(SpecError, match="azure_openai, openai_chat, azure_openai") as caught:
        load_provider(tree.root, "azure_openai")
    assert caught.value.rule == "no-cycle"


def test_a_mistake_in_the_base_is_the_bases(tree: Tree) -> None:
    tree.replace(TABLES, "limit = 67_108_864", 'limit = "much"')
    assert refused(tree) == (TABLES, "/answer/limit", "int_parsing")


def test_a_field_that_would_need_a_model_is_refused_until_it_is_passed_through(tree: Tree) -> None:
    def add(document: JsonObject) -> None:
        inside(document, "$defs", "ChatCompletionChoice", "properties")["mood"] = {"x-new": True, "type": "string"}

    tree.edit(OVERLAY, add)
    assert refused(tree) == (OVERLAY, "/$defs/ChatCompletionChoice", "extension-wire")
    tree.replace(EXTENSION, "pass_through = [\n", 'pass_through = [\n    "ChatCompletionChoice.mood",\n')
    assert load_provider(tree.root, "azure_openai").wire.coverage["ChatCompletionChoice.mood"] == "pass_through"


def test_data_that_no_field_of_the_wire_holds_is_named(tree: Tree) -> None:
    tree.replace(EXTENSION, '"/error/innererror"', '"/error/inner"')
    tree.generate()
    line = "[answer] data: '/error/inner' ends at no field that is passed through"
    assert tree.findings() == [f"{EXTENSION}, {line}"]


def test_an_extension_of_an_extension_has_the_rows_of_both(tree: Tree) -> None:
    (tree.root / "spec/providers/acme").mkdir()
    tree.write("spec/providers/acme/adapter.toml", 'extends = "azure_openai"\nname = "acme"\ntag = "acme"\n')
    provider = load_provider(tree.root, "acme")
    assert provider.base == "openai_chat"
    assert (provider.tables.tag, provider.tables.auth.header) == ("acme", "api-key")
