"""The command `golem-codegen`: it works on the tree that it is started in."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from golem_codegen.document import JsonObject, SpecError

__all__ = ["main"]

_EXTRA = {"datamodel_code_generator", "datamodel-code-generator", "jinja2", "jsonschema", "pydantic", "ruff"}
"""What the extra `codegen` brings, by module and by distribution."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code: 0 done, 1 something is wrong with the tree, 2 it cannot work here."""
    options = _parser().parse_args(arguments)
    root = _root(Path.cwd())
    if root is None:
        _say(f"error: no spec/golem in {Path.cwd()} or above it: start golem-codegen inside the project")
        return 2
    try:
        return _run(options.command, root, getattr(options, "name", ""))
    except SpecError as error:
        _say(f"error: {error}")
        return 1
    except OSError as error:
        _say(f"error: {error}")
        return 1
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        _say(f"error: {error.name} is not installed. It comes with the extra `codegen`: golem-sdk[codegen]")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="golem-codegen", description="Types from spec/, written to generated/.")
    commands = parser.add_subparsers(dest="command", required=True)
    sync = commands.add_parser("sync", help="write a provider's wire.schema.json from its pinned package")
    sync.add_argument("name", help="a folder of spec/providers")
    commands.add_parser("generate", help="write generated/ anew")
    commands.add_parser("check", help="list what is stale, edited, unreviewed or incomplete; exit 1 if anything is")
    commands.add_parser("list", help="the providers, with their sources and coverage")
    return parser


def _root(start: Path) -> Path | None:
    return next((folder for folder in (start, *start.parents) if (folder / "spec/golem").is_dir()), None)


def _run(command: str, root: Path, name: str) -> int:
    match command:
        case "sync":
            from golem_codegen.sync import sync

            _say(f"wrote {sync(root, name, _say).relative_to(root)}")
            return 0
        case "generate":
            return _generate(root)
        case "check":
            return _check(root)
        case _:
            return _list(root)


def _generate(root: Path) -> int:
    from golem_codegen.tree import is_current

    start = time.monotonic()
    if is_current(root):
        done = "up to date"
    else:
        # Imported here: a run that finds nothing to do should not pay for it.
        from golem_codegen.generate import generate

        generate(root, _say)
        done = "written"
    _say(f"generated/ is {done} ({time.monotonic() - start:.2f} s)")
    return 0


def _check(root: Path) -> int:
    from golem_codegen.check import findings

    found = findings(root, _say)
    for line in found:
        print(line)  # noqa: T201  # what the command is for
    _say(f"findings: {len(found)}" if found else "generated/ is what spec/ says")
    return 1 if found else 0


def _list(root: Path) -> int:
    from golem_codegen.generate import load_provider, provider_names

    for name in provider_names(root):
        provider = load_provider(root, name)
        states = list(provider.wire.coverage.values())
        counts = ", ".join(f"{states.count(state)} {state}" for state in sorted(set(states)))
        source = (f"extends {provider.base}, " if provider.base else "") + _source(provider.schema)
        print(f"{name}: {source}: {counts}")  # noqa: T201  # what the command is for
    return 0


def _source(schema: JsonObject) -> str:
    source = schema.get("x-source")
    return f"{source.get('package')} {source.get('version')}" if isinstance(source, dict) else "no source"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201  # progress, apart from what can be piped


if __name__ == "__main__":
    sys.exit(main())
