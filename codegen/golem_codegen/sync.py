"""`golem-codegen sync NAME`: reproduce a provider's `wire.schema.json` from the package its folder pins."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from golem_codegen.document import JsonObject, SpecError, Where, dump, object_at, read_toml
from golem_codegen.schema import check_schema
from golem_codegen.slice import slice_document
from golem_codegen.sources import read_source

__all__ = ["snapshot", "sync"]


def sync(root: Path, name: str, log: Callable[[str], None]) -> Path:
    """Write `spec/providers/<name>/wire.schema.json` below the project root, whole or not at all."""
    document = snapshot(root, name, log)
    target = root / "spec" / "providers" / name / "wire.schema.json"
    text = dump(document)
    _write(target, text)
    definitions = object_at(document, "$defs", Where(f"spec/providers/{name}/wire.schema.json"))
    log(f"      {target.relative_to(root)}: {len(definitions)} definitions, {len(text.encode())} bytes")
    return target


def snapshot(root: Path, name: str, log: Callable[[str], None]) -> JsonObject:
    """Return what `sync` would write."""
    place = f"spec/providers/{name}"
    # The name becomes a path and a module.
    if not name.isidentifier():
        raise SpecError(Where("spec/providers"), "provider-name", f"{name!r} is no identifier")
    where = Where(f"{place}/source.toml")
    source = read_toml(root, where)
    document = read_source(root / place, source, where, log)
    log("[3/3] slice")
    target = Where(f"{place}/wire.schema.json")
    document = slice_document(document, target)
    check_schema(document, target)
    return document


def _write(target: Path, text: str) -> None:
    # In the same folder, because a rename is atomic only within a file system.
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        # mkstemp makes a private file; what is committed is not.
        os.chmod(part, 0o644)
        os.replace(part, target)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
