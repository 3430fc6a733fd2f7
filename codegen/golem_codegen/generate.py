"""Everything under `generated/`, from everything under `spec/`: computed whole, then written whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from golem_codegen import canonical, runtime
from golem_codegen.adapters import write_facts, write_skeleton
from golem_codegen.document import JsonObject, SpecError, Where, read_json
from golem_codegen.extension import lineage
from golem_codegen.formatting import formatted
from golem_codegen.models import Models, write_models
from golem_codegen.tables import Tables, load_tables
from golem_codegen.tree import MANIFEST, OUT, Manifest, digest, inputs, write
from golem_codegen.wire import Wire, overlaid, prepare, request_schema

__all__ = ["Output", "Provider", "generate", "load_provider", "output", "provider_names"]

_PACKAGE = f"{OUT}/golem_wire"


@dataclass(frozen=True)
class Provider:
    """One provider's inputs, read and checked."""

    tables: Tables
    schema: JsonObject
    wire: Wire
    adrift: tuple[str, ...] = ()
    """Patches of the overlay that do not fit what upstream says now."""
    base: str = ""
    """The provider whose wire and adapter it shares; empty where they are its own."""

    @property
    def folder(self) -> str:
        """Where its inputs are, below the root."""
        return f"spec/providers/{self.tables.name}"


@dataclass(frozen=True)
class Output:
    """All that is generated: files by path, and what the files were made from."""

    canonical: JsonObject
    providers: tuple[tuple[Provider, Models], ...]
    files: Mapping[str, bytes]


def provider_names(root: Path) -> list[str]:
    """The providers that have tables."""
    return sorted(path.parent.name for path in (root / "spec/providers").glob("*/adapter.toml"))


def load_provider(root: Path, name: str) -> Provider:
    """A provider's tables and wire. Raises SpecError."""
    names = lineage(root, name)
    first = names[0]
    base = load_provider(root, names[-2]).wire if first != name else None  # first: its mistakes are its own
    tables = load_tables(root, Where(f"spec/providers/{name}/adapter.toml"))
    where = Where(f"spec/providers/{first}/wire.schema.json")
    if not (root / where.file).exists():
        raise SpecError(where, "file-exists", f"is missing; `golem-codegen sync {first}` writes it")
    schema, adrift = read_json(root, where), tuple[str, ...]()
    for each in names:
        overlay, adrift = Where(f"spec/providers/{each}/overlay.json"), ()  # of the bases, their own lists tell
        if (root / overlay.file).exists():
            laid = overlaid(schema, read_json(root, overlay), overlay)
            schema, adrift = laid.schema, laid.adrift
    wire = prepare(schema, tables, where)
    if base is None:
        return Provider(tables, schema, wire, adrift)
    _check_shared(wire, base, Where(f"spec/providers/{name}/overlay.json"))
    return Provider(tables, schema, wire, adrift, first)


def _check_shared(wire: Wire, base: Wire, where: Where) -> None:
    """An extension brings no models: the adapter could not read them."""
    for name, schema in wire.defs.items():
        if schema != base.defs.get(name):
            text = "differs from the base, whose models are shared: pass its fields through, or ignore them"
            raise SpecError(where.at("$defs", name), "extension-wire", text)


def output(root: Path, log: Callable[[str], None]) -> Output:
    """Everything that is generated from the tree at `root`. Raises SpecError; writes nothing."""
    bundle = canonical.bundle(root)
    providers = [load_provider(root, name) for name in provider_names(root)]
    log("canonical models")
    models = write_models(canonical.model_plan(bundle), "The canonical models: what a conversation is made of.")
    files = {
        f"{_PACKAGE}/__init__.py": _python(_PACKAGE_DOC, "spec/"),
        f"{_PACKAGE}/py.typed": b"",
        **{
            f"{_PACKAGE}/{path.name}": _header(f"codegen/golem_codegen/templates/{path.name}") + path.read_bytes()
            for path in (runtime.FACTS, runtime.SOURCE)
        },
        f"{_PACKAGE}/schema/golem.schema.json": _json(bundle),
        f"{_PACKAGE}/canonical.py": _python(models.source, "spec/golem"),
    }
    written: dict[str, Models] = {}
    for provider in providers:
        if not provider.base:
            log(f"{provider.tables.name}: models and skeleton")
            doc = f"What {provider.tables.title} sends and takes, as far as the adapter reads and writes it."
            written[provider.tables.name] = write_models(provider.wire.plan, doc)
    made = tuple((provider, written[provider.base or provider.tables.name]) for provider in providers)
    for provider, its in made:
        files |= _extension_files(provider) if provider.base else _provider_files(provider, its, bundle)
    return Output(bundle, made, files)


def _provider_files(provider: Provider, models: Models, bundle: JsonObject) -> dict[str, bytes]:
    tables = provider.tables
    folder = f"{_PACKAGE}/{tables.name}"
    skeleton = write_skeleton(tables, provider.wire, bundle, models.names)
    return {
        f"{folder}/__init__.py": _python(f'"""The wire of {tables.title}."""\n', provider.folder),
        f"{folder}/wire.py": _python(models.source, provider.folder),
        f"{folder}/skeleton.py": _python(skeleton, provider.folder),
        **_request_file(provider),
    }


def _extension_files(provider: Provider) -> dict[str, bytes]:
    """Its facts and its request schema; the rest it has from its base."""
    tables = provider.tables
    folder = f"{_PACKAGE}/{tables.name}"
    doc = f'"""The facts of {tables.title}; its wire is that of `{provider.base}`."""\n'
    return {
        f"{folder}/__init__.py": _python(doc, provider.folder),
        f"{folder}/facts.py": _python(write_facts(tables), provider.folder),
        **_request_file(provider),
    }


def _request_file(provider: Provider) -> dict[str, bytes]:
    request = request_schema(provider.schema, Where(f"{provider.folder}/wire.schema.json"))
    return {f"{_PACKAGE}/schema/{provider.tables.name}.request.schema.json": _json(request)}


_PACKAGE_DOC = '''"""The generated half of the SDK: canonical models, and each provider's wire and skeleton."""
from golem_wire._runtime import API
__all__ = ["API"]
'''


def _header(source: str) -> bytes:
    return (
        f"# Generated from {source} by `golem-codegen generate`. Do not edit: `make generate` writes it anew,\n"
        "# and `make check` refuses what was changed by hand.\n"
    ).encode()


def _python(source: str, origin: str) -> bytes:
    try:
        return _header(origin) + formatted(source)
    except SyntaxError as error:
        problem = f"what is generated from it is not Python: {error.msg}: {(error.text or '').strip()}"
        raise SpecError(Where(origin), "python", problem) from error


def _json(value: JsonObject) -> bytes:
    note = {"$comment": "Generated by `golem-codegen generate` from spec/. Do not edit; run `make generate`."}
    return (json.dumps(note | value, indent=1, ensure_ascii=False) + "\n").encode()


def manifest(root: Path, files: Mapping[str, bytes]) -> bytes:
    """The manifest of these files, as it is committed."""
    return Manifest(inputs(root), {name: digest(data) for name, data in files.items()}).to_bytes()


def generate(root: Path, log: Callable[[str], None]) -> None:
    """Writes `generated/` anew. Raises SpecError, and then nothing changed."""
    files = output(root, log).files
    _try_import(files)
    write(root, {**files, MANIFEST: manifest(root, files)})


def _try_import(files: Mapping[str, bytes]) -> None:
    """Generated code that cannot be imported, or warns of itself, never reaches the tree."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), files)
        modules = [name for name in files if name.endswith(".py")]
        names = [name.removeprefix(f"{OUT}/").removesuffix(".py").removesuffix("/__init__") for name in modules]
        program = "\n".join("import " + name.replace("/", ".") for name in names)
        environment = {**os.environ, "PYTHONPATH": f"{folder}/{OUT}", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-W", "error", "-c", program]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise SpecError(Where("spec"), "importable", f"the generated code fails: {done.stderr.strip()[-600:]}")
