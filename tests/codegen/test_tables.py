"""What `check` says of the tables: rows that lack, words that mean nothing, fields that nobody looked at."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from golem_codegen.canonical import bundle
from golem_codegen.completeness import incomplete, uncovered
from golem_codegen.document import JsonObject
from golem_codegen.generate import load_provider
from tests.codegen.tree import ADAPTER, PROVIDER, TABLES, WIRE, Tree, inside


def told(tree: Tree) -> list[str]:
    """What the tables lack, without generating anything."""
    provider = load_provider(tree.root, PROVIDER)
    missing = incomplete(provider.tables, provider.wire, bundle(tree.root))
    return [*missing, *uncovered(provider.tables, provider.wire, provider.schema)]


def test_the_committed_tables_are_complete(tree: Tree) -> None:
    assert told(tree) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        pytest.param(
            '\nlength = "length"\n',
            "\n",
            "[finish_reasons] lacks 'length'",
            id="finish reason of the wire without a row",
        ),
        pytest.param(
            '\nlength = "length"\n',
            '\nlength = "too_long"\n',
            "[finish_reasons] length = 'too_long' is no finish reason of ours",
            id="finish reason that is not ours",
        ),
        pytest.param(
            'slow_down = "rate_limited"',
            'slow_down = "hurried"',
            "[errors.codes] slow_down = 'hurried' is no error kind of ours",
            id="error kind of a code",
        ),
        pytest.param(
            '404 = "not_found"',
            '404 = "lost"',
            "[errors.statuses] 404 = 'lost' is no error kind of ours",
            id="of a status",
        ),
        pytest.param(
            '"prompt_tokens_details.cache_write_tokens"',
            '"prompt_tokens_details.cache_writes"',
            "[usage] cache_write: 'prompt_tokens_details.cache_writes' leads nowhere below CompletionUsage",
            id="usage path whose end is gone",
        ),
        pytest.param(
            '"completion_tokens_details.reasoning_tokens"',
            '"completion_tokens.reasoning_tokens"',
            "[usage] reasoning: 'completion_tokens.reasoning_tokens' leads nowhere below CompletionUsage",
            id="usage path through a number",
        ),
        pytest.param("[parts.video]", "[parts.film]", "[parts] lacks 'video'", id="part kind without a row"),
        pytest.param("[parts.video]", "[parts.film]", "[parts.film] is no part kind of ours", id="row without a kind"),
        pytest.param(
            'tool = "ChatCompletionFunctionToolParam"',
            'tool = "ChatCompletionToolParam"',
            "[encode] tool = 'ChatCompletionToolParam' is nothing that is sent",
            id="move that makes nothing",
        ),
        pytest.param(
            'choice = "CompletionCreateParams.tool_choice"',
            'choice = "CompletionCreateParams.choice"',
            "[encode] choice = 'CompletionCreateParams.choice' is nothing that is sent",
            id="choice that is no property",
        ),
        pytest.param(
            'union = "ChatCompletionMessageToolCallsItem"',
            'union = "ToolCallsItem"',
            "[decode.tool_call] union = 'ToolCallsItem' is no union of the answer",
            id="union that is not there",
        ),
        pytest.param(
            'default_tag = "function"',
            'default_tag = "call"',
            "[decode.tool_call] default_tag = 'call' is no tag of ChatCompletionMessageToolCallsItem",
            id="default that is no tag",
        ),
        pytest.param(
            'finish_reason = "ChatCompletionChoice.finish_reason"',
            'finish_reason = "ChatCompletion.finish_reason"',
            "finish_reason = 'ChatCompletion.finish_reason' is no property of the answer",
            id="place of the finish reason",
        ),
        pytest.param(
            "keep = [\n", 'keep = [\n    "Gone",\n', "keep: 'Gone' is no definition of the wire", id="class to keep"
        ),
        pytest.param(
            '    "CompletionCreateParams.seed",\n',
            "",
            "[coverage]: CompletionCreateParams.seed is unreviewed: map it, pass it through, or ignore it",
            id="field that nobody looked at",
        ),
        pytest.param(
            '    "CompletionCreateParams.seed",\n',
            '    "CompletionCreateParams.seed",\n    "CompletionCreateParams.sed",\n',
            "[coverage]: CompletionCreateParams.sed covers no field of the wire",
            id="row about no field",
        ),
        pytest.param(
            '    "CompletionCreateParams.metadata",\n',
            '    "CompletionCreateParams.metadata",\n    "CompletionCreateParams.seed",\n',
            "[coverage]: CompletionCreateParams.seed is ignored in vain: other rows decide on all that it covers",
            id="field with two states",
        ),
    ],
)
def test_what_the_tables_lack_is_named_by_its_key(tree: Tree, old: str, new: str, line: str) -> None:
    tree.replace(TABLES, old, new)
    assert [found for found in told(tree) if found.startswith(line)]


def test_a_finish_reason_that_upstream_adds_lacks_a_row(tree: Tree) -> None:
    def add(document: JsonObject) -> None:
        schema = inside(document, "$defs", "ChatCompletionChoice", "properties", "finish_reason")
        words = schema["enum"]
        assert isinstance(words, list)
        words.append("bored")

    tree.edit(WIRE, add)
    assert told(tree) == ["[finish_reasons] lacks 'bored'"]


def without(name: str) -> Callable[[str], str]:
    """Takes every use of an argument or attribute out of a module, as far as words go."""
    return lambda source: source.replace(f"{name}=", f"{name}_=").replace(f".{name}", f".{name}_")


def test_a_mapped_field_that_the_adapter_does_not_use_is_named(tree: Tree) -> None:
    tree.write(ADAPTER, without("max_completion_tokens")(tree.text(ADAPTER)))
    field = "CompletionCreateParams.max_completion_tokens"
    assert tree.findings() == [f"{TABLES}, [coverage]: {field} is called mapped, and {ADAPTER} does not use it"]


@pytest.mark.parametrize(
    ("source", "line"),
    [(None, f"{ADAPTER}: is missing; nothing fills the skeleton"), ("class", f"{ADAPTER}: is not Python: line 1")],
)
def test_an_adapter_that_cannot_be_read_is_one_finding(tree: Tree, source: str | None, line: str) -> None:
    (tree.root / ADAPTER).unlink()
    if source is not None:
        tree.write(ADAPTER, source)
    (found,) = tree.findings()
    assert found.startswith(line)
