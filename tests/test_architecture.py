"""Arrows go one way, the core knows no provider, adapters do no IO, and importing costs nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

import golem_sdk
from tests.architecture import ALLOWED, ORDER, arrows, drawing, imports, modules, room
from tests.conftest import ROOT

PROVIDERS = ("openai", "azure", "anthropic", "gemini", "bedrock", "vertex", "mistral", "groq")
IO_MODULES = {
    "anyio",
    "asyncio",
    "http.client",
    "httpx",
    "httpx2",
    "os",
    "pathlib",
    "random",
    "secrets",
} | {
    "socket",
    "ssl",
    "subprocess",
    "threading",
    "time",
    "urllib.request",
}


def test_arrows_between_rooms_are_the_allowed_ones() -> None:
    wrong = [
        line
        for source, targets in arrows().items()
        for target, lines in targets.items()
        if target not in ALLOWED[source]
        for line in lines
    ]
    assert not wrong, "\n".join([*wrong, "", "The house as it stands:", drawing()])


def test_the_loop_is_ordered_agent_run_batch_tool() -> None:
    ranks = {f"golem_sdk.{name}": rank for rank, name in enumerate(ORDER)}
    wrong = [
        f"{module} imports {target}"
        for module, path in modules()
        if module in ranks
        for target in imports(path)
        if target in ranks and ranks[target] < ranks[module]
    ]
    assert not wrong


def test_the_core_names_no_provider() -> None:
    named = [
        f"{path.relative_to(ROOT)} names {provider}"
        for module, path in modules()
        if room(module) == "core"
        for provider in PROVIDERS
        if provider in path.read_text("utf-8").lower()
    ]
    assert not named


def test_adapters_do_no_io_and_read_no_clock() -> None:
    wrong = [
        f"{module} imports {target}"
        for module, path in modules()
        if room(module) == "adapters"
        for target in imports(path)
        if target in IO_MODULES or target.partition(".")[0] in IO_MODULES
    ]
    assert not wrong
    clocks = [m for m, path in modules() if room(m) == "adapters" and "now(" in path.read_text("utf-8")]
    assert not clocks


def test_the_environment_is_read_in_one_place() -> None:
    readers = [
        module
        for module, path in modules()
        if module.startswith("golem_sdk.") and any(word in path.read_text("utf-8") for word in ("os.environ", "getenv"))
    ]
    assert readers == ["golem_sdk.transport.auth"]


@pytest.mark.parametrize("module", ["golem_sdk", "golem_sdk.testing"])
def test_importing_loads_no_provider_no_codegen_and_nothing_optional(module: str) -> None:
    unwanted = ("httpx2", "httpx", "jinja2", "jsonschema", "typer", "rich", "golem_codegen", "golem_wire.openai_chat")
    program = f"import sys, {module}; print([name for name in {unwanted!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_sorted_documented_and_there() -> None:
    assert golem_sdk.__all__ == sorted(
        golem_sdk.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    for name in golem_sdk.__all__:
        assert getattr(golem_sdk, name) is not None


def test_every_module_says_what_it_is_for() -> None:
    bare = [
        module
        for module, path in modules()
        if path.read_text("utf-8").lstrip("# \n") and not _documented(path.read_text("utf-8"))
    ]
    assert not bare


def _documented(source: str) -> bool:
    code = "\n".join(line for line in source.splitlines() if not line.startswith("#"))
    return code.lstrip().startswith('"""')
