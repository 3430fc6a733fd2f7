"""The golden record is what the generator writes, it is whole, it is typed, and it names no machine."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from golem_codegen.check import findings
from golem_codegen.tree import MANIFEST, digest
from tests.codegen.golden import COMMAND, HERE, changes, made, recorded
from tests.codegen.tree import run
from tests.conftest import ROOT

WIRE = "generated/golem_wire/acme/wire.py"
SKELETON = "generated/golem_wire/acme/skeleton.py"


@pytest.fixture(scope="module")
def record() -> Mapping[str, bytes]:
    """The committed record."""
    return recorded()


def test_what_is_generated_is_the_golden_record(record: Mapping[str, bytes]) -> None:
    lines = list(changes(record, made()))
    assert not lines, "\n".join(["the generator writes something else:", *lines, f"`{COMMAND}` takes it"])


def test_the_spec_of_the_record_lacks_nothing_but_an_adapter(record: Mapping[str, bytes]) -> None:
    """The record cannot hold what `check` would refuse of a real provider."""
    told = findings(HERE, lambda _: None)
    # The record's manifest leaves out what changes with the generator's own code.
    assert told == [
        f"{MANIFEST}: is stale; run `make generate`",
        "golem_sdk/adapters/acme.py: is missing; nothing fills the skeleton of Acme",
    ]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        pytest.param(WIRE, "class UnknownAnswerBlocksItem(UnknownVariant, frozen=True):", id="open union"),
        pytest.param(WIRE, 'DefaultTag("type", "words")', id="a tag that may be left out"),
        pytest.param(WIRE, 'reason: Literal["done", "cut", "call"] | str | None = None', id="open enum"),
        pytest.param(WIRE, "cached_tokens: Annotated[int | None, Tolerant()] = None", id="field of the overlay"),
        pytest.param(WIRE, "arguments: JsonText | None = None", id="type of the overlay"),
        pytest.param(SKELETON, "wire.details.cached if wire.details else None, wire.cached_tokens", id="usage paths"),
        pytest.param(SKELETON, "case w.UnknownAnswerBlocksItem():", id="dispatch of the union"),
        pytest.param(SKELETON, 'raise UnsupportedPart("text"', id="a part without a move"),
    ],
)
def test_the_record_has_one_of_each(record: Mapping[str, bytes], file: str, line: str) -> None:
    assert line in record[file].decode()


@pytest.mark.parametrize("field", ["mood", "price", "id: int"])
def test_what_is_ignored_or_passed_through_is_in_no_model(record: Mapping[str, bytes], field: str) -> None:
    assert field not in record[WIRE].decode()


def test_the_record_is_clean_under_mypy_strict(tmp_path: Path) -> None:
    folder = HERE / "generated"
    modules = [path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")]
    # By their names: with a path, mypy would take the folders above it for packages.
    named = [word for parts in modules for word in ("-m", ".".join(parts).removesuffix(".__init__"))]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", *named]
    done = run(command, folder, {"MYPYPATH": "."})
    assert done.out == f"Success: no issues found in {len(modules)} source files\n"


def test_the_record_names_no_machine(record: Mapping[str, bytes]) -> None:
    for name, data in record.items():
        assert str(ROOT) not in data.decode(), name
        assert not re.search(r"(?<![\w.])/(home|tmp|work|usr|root|Users)/|[A-Z]:\\\\", data.decode()), name


def test_the_manifest_of_the_record_is_of_its_files(record: Mapping[str, bytes]) -> None:
    manifest = json.loads(record[MANIFEST])
    assert manifest["files"] == {name: digest(data) for name, data in record.items() if name != MANIFEST}
    spec = [path for path in (HERE / "spec").rglob("*") if path.is_file()]
    assert manifest["inputs"] == {path.relative_to(HERE).as_posix(): digest(path.read_bytes()) for path in spec}


def test_a_change_is_shown_line_by_line_and_a_file_by_its_name() -> None:
    old, new = {"a": b"one\ntwo\n", "b": b"", "d": b"x\n"}, {"a": b"one\n2\n", "c": b"", "d": b"x\r\n"}
    shown = list(changes(old, new))
    assert shown == [
        "--- recorded a",
        "+++ now a",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+2",
        "b: is gone",
        "c: is new",
        "d: differs in its line ends",
    ]
    assert not list(changes(old, old))
