"""The golden record: what the generator writes for a small spec, kept so that a change of it is read in a review.

`python -m tests.codegen.golden` shows what has changed; with `--write` it rebuilds the record.
"""

from __future__ import annotations

import difflib
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from golem_codegen.document import Where, dump, object_at, read_json
from golem_codegen.generate import generate
from golem_codegen.tree import MANIFEST, existing, write

__all__ = ["COMMAND", "HERE", "changes", "made", "rebuild", "recorded"]

HERE = Path(__file__).parent
COMMAND = "python -m tests.codegen.golden --write"


def made() -> Mapping[str, bytes]:
    """What `golem-codegen generate` writes for the spec, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(HERE / "spec", root / "spec")
        generate(root, _quiet)
        return {**existing(root), MANIFEST: _manifest(root)}


def _manifest(root: Path) -> bytes:
    """The manifest without the digest of the generator and the versions of its tools.

    They change with every comment in its code; the record changes when what is written does.
    """
    document, where = read_json(root, Where(MANIFEST)), Where(MANIFEST)
    inputs = object_at(document, "inputs", where)
    return dump({**document, "inputs": {k: v for k, v in inputs.items() if k.startswith("spec/")}}).encode()


def recorded() -> Mapping[str, bytes]:
    """The record as it is committed."""
    manifest = HERE / MANIFEST
    return existing(HERE) | ({MANIFEST: manifest.read_bytes()} if manifest.exists() else {})


def rebuild() -> None:
    """Makes the record what the generator writes now."""
    write(HERE, made())


def changes(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> Iterator[str]:
    """The lines of a unified diff, file by file; a change that no line shows is told by the file's name."""
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) == new.get(name):
            continue
        before, after = _lines(old, name), _lines(new, name)
        yield from list(difflib.unified_diff(before, after, f"recorded {name}", f"now {name}", lineterm="")) or [
            f"{name}: {'is gone' if name not in new else 'is new' if name not in old else 'differs in its line ends'}"
        ]


def _lines(files: Mapping[str, bytes], name: str) -> list[str]:
    return files.get(name, b"").decode().splitlines()


def _quiet(line: str) -> None:
    """Takes a line of progress."""
