"""Upstream as the types of a vendor's Python package, seen through pydantic in an environment made for it.

Importing a vendor's package runs its code, so it happens in a throwaway environment, in another process
without our variables, from wheels whose hashes are written down. What comes back is data.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from golem_codegen.document import JsonObject, SpecError, Where, as_object, as_string, object_at, parse, string_at
from golem_codegen.schema import REF, rename_refs

__all__ = ["definition_name", "extract", "name_definitions", "read"]

_KEYS = {"kind", "package", "version", "sha256", "requirements", "roots"}
_SCRIPT = Path(__file__).with_name("_extract_python_types.py")
_INSTALL_SECONDS = 900
_EXTRACT_SECONDS = 300


@dataclass(frozen=True)
class _Source:
    package: str
    version: str
    sha256: str
    requirements: str
    roots: Mapping[str, str]


def read(folder: Path, source: JsonObject, where: Where, log: Callable[[str], None]) -> JsonObject:
    """Build the environment that `source.toml` pins, and return the schema of its roots."""
    facts = _facts(source, where)
    lock_where = Where(str(PurePosixPath(where.file).with_name(facts.requirements)))
    lock = _lock(folder / facts.requirements, facts, lock_where)
    with tempfile.TemporaryDirectory(prefix="golem-codegen-") as scratch:
        python = _environment(Path(scratch), lock, lock_where, log)
        log(f"[2/3] types: {facts.package} {facts.version}")
        extracted = extract(python, facts.roots, where, log)
    origin: JsonObject = {"package": facts.package, "version": facts.version, "sha256": facts.sha256}
    return {**name_definitions(extracted, facts.roots, where), "x-source": origin}


def extract(python: Path, roots: Mapping[str, str], where: Where, log: Callable[[str], None]) -> JsonObject:
    """Run the extractor under `python`, which has pydantic and the packages that the roots name."""
    # -I and no variables: nothing of ours gets in. The hash seed stays random on purpose; it must not matter.
    command = [str(python), "-I", "-X", "utf8", str(_SCRIPT), json.dumps(dict(roots))]
    done = _run(command, _EXTRACT_SECONDS, where.at("roots"), environment={})
    for line in done.stderr.splitlines():
        log(line)
    if done.returncode != 0:
        raise SpecError(where.at("roots"), "extractor-runs", f"the extractor failed: {_tail(done.stderr)}")
    result = as_object(parse(done.stdout, where), where)
    if "failed" in result:
        failed = object_at(result, "failed", where)
        root, rule, problem = (string_at(failed, key, where) for key in ("root", "rule", "problem"))
        raise SpecError(where.at("roots", root), rule, problem)
    return result


def definition_name(path: str) -> str:
    """Name a class by its own module alone: "pkg.chat_completion.Choice" -> "ChatCompletionChoice"."""
    module, _, name = path.rpartition(".")
    stem = "".join(part[:1].upper() + part[1:] for part in module.rpartition(".")[2].split("_"))
    # Without case: the class of `response_format_json_object` is ResponseFormatJSONObject.
    return name if name.casefold().startswith(stem.casefold()) else stem + name


def name_definitions(extracted: JsonObject, roots: Mapping[str, str], where: Where) -> JsonObject:
    """Give what the extractor found our names, and make each root one of them."""
    paths = {key: as_string(path, where) for key, path in object_at(extracted, "origins", where).items()}
    schemas, definitions = object_at(extracted, "schemas", where), dict(object_at(extracted, "$defs", where))
    keys: dict[str, str] = {}
    for root, path in sorted(roots.items()):
        schema = object_at(schemas, root, where)
        # A class comes back as a reference to its definition; an alias comes back inline, and becomes one.
        keys[root] = string_at(schema, "$ref", where).removeprefix(REF) if schema.keys() == {"$ref"} else path
        if keys[root] == path:
            paths[path], definitions[path] = path.replace(":", "."), schema
    names = _unique_names({key: paths.get(key, key) for key in definitions}, where)
    return {
        "$defs": {names[key]: rename_refs(as_object(schema, where), names) for key, schema in definitions.items()},
        "x-roots": {root: REF + names[key] for root, key in keys.items()},
    }


def _unique_names(paths: Mapping[str, str], where: Where) -> dict[str, str]:
    for path in paths.values():
        # pydantic numbers what it cannot tell apart, such as classes made inside a function.
        if not re.fullmatch(r"\w+(\.\w+)+", path):
            raise SpecError(where.at("roots"), "nameable", f"{path!r} is no class or alias of a module")
    names = {key: definition_name(path) for key, path in sorted(paths.items())}
    shared = {name for name, count in Counter(names.values()).items() if count > 1}
    names = {key: _param(name, paths[key]) if name in shared else name for key, name in names.items()}
    taken: dict[str, str] = {}
    for key, name in names.items():
        if name in taken:
            both = f"{taken[name]} and {paths[key]} would both be {name!r} by definition_name()"
            raise SpecError(where.at("roots"), "unique-names", both)
        taken[name] = paths[key]
    return names


def _param(name: str, path: str) -> str:
    """The name of a class that has a twin: vendors keep what is sent in packages called `…_params`."""
    *packages, _, _ = path.split(".")
    return f"{name}Param" if any(package.endswith("_params") for package in packages) else name


def _facts(source: JsonObject, where: Where) -> _Source:
    for key in sorted(source.keys() - _KEYS):
        raise SpecError(where.at(key), "known-key", f"is none of: {', '.join(sorted(_KEYS))}")
    texts = {key: string_at(source, key, where) for key in _KEYS - {"kind", "roots"}}
    if not re.fullmatch(r"[0-9a-f]{64}", texts["sha256"]):
        raise SpecError(where.at("sha256"), "wheel-hash", "must be the wheel's sha256, 64 hexadecimal digits")
    if not re.fullmatch(r"\w[\w.-]*", texts["requirements"]):
        raise SpecError(where.at("requirements"), "file-name", "must be a file beside source.toml")
    table = object_at(source, "roots", where)
    roots = {root: string_at(table, root, where.at("roots")) for root in table}
    if not roots:
        raise SpecError(where.at("roots"), "root-named", "names no root")
    for root, path in roots.items():
        if not re.fullmatch(r"\w+(\.\w+)*:\w+", path):
            raise SpecError(where.at("roots", root), "root-path", f"{path!r} is not 'module:attribute'")
    return _Source(**texts, roots=roots)


def _lock(path: Path, facts: _Source, where: Where) -> str:
    """Return the requirements, with the vendor's package reduced to the one wheel of `source.toml`."""
    if not path.is_file():
        raise SpecError(where, "file-exists", "is missing")
    entry = f"{facts.package}=={facts.version}"
    lines = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    pinned = [line for line in lines if line.split()[:1] == [entry]]
    if len(pinned) != 1:
        raise SpecError(where, "package-pinned", f"must pin {entry} once, does {len(pinned)} times")
    hash_ = f"--hash=sha256:{facts.sha256}"
    if hash_ not in pinned[0].split():
        raise SpecError(where, "wheel-hash", f"{entry} lacks {hash_}, the wheel of source.toml")
    return "\n".join(f"{entry} {hash_}" if line == pinned[0] else line for line in lines) + "\n"


def _environment(scratch: Path, lock: str, where: Where, log: Callable[[str], None]) -> Path:
    """Install the locked wheels, and nothing else, below `scratch`; return the interpreter."""
    requirements = scratch / "requirements.txt"
    requirements.write_text(lock, encoding="utf-8")
    beside = Path(sys.executable).with_name("uv")
    uv = shutil.which("uv") or (str(beside) if beside.is_file() else None)
    log(f"[1/3] throwaway environment ({'uv' if uv else 'venv and pip'})")
    for command in _install_commands(uv, scratch / "env", requirements):
        done = _run(command, _INSTALL_SECONDS, where)
        if done.returncode != 0:
            # A file that is not the pinned one is another trouble than a registry that does not answer.
            rule = "hashes-match" if "hash" in done.stderr.casefold() else "packages-install"
            raise SpecError(where, rule, f"the throwaway environment cannot be built: {_tail(done.stderr)}")
    return scratch / "env" / "bin" / "python"


def _install_commands(uv: str | None, environment: Path, requirements: Path) -> list[list[str]]:
    python = str(environment / "bin" / "python")
    wheels = ["--quiet", "--require-hashes", "--only-binary", ":all:", "-r", str(requirements)]
    if uv:
        create = [uv, "venv", "--quiet", "--no-project", "--python", sys.executable, str(environment)]
        return [create, [uv, "pip", "install", "--python", python, *wheels]]
    create = [sys.executable, "-m", "venv", str(environment)]
    # Without -I, what PYTHONPATH names counts as installed.
    return [create, [python, "-I", "-m", "pip", "install", "--disable-pip-version-check", *wheels]]


def _run(
    command: Sequence[str], seconds: float, where: Where, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 - fixed commands; what varies are paths and "module:attribute" names
            command, env=environment, timeout=seconds, check=False, capture_output=True, encoding="utf-8"
        )
    except subprocess.TimeoutExpired as error:
        raise SpecError(where, "in-time", f"{Path(command[0]).name} took more than {seconds:.0f} s") from error


def _tail(text: str) -> str:
    return " | ".join([line.strip() for line in text.splitlines() if line.strip()][-6:])
