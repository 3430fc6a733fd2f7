"""What is shipped is what works: the wheel, installed where nothing else is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROGRAM = """
import asyncio

from golem_sdk.demo.example import Roster, agent, get_player_name
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import FakeProvider, Script


async def main() -> None:
    script = Script().call(get_player_name).text("Anne wins.")
    async with FakeProvider("openai_chat", script) as server:
        async with OpenAIChat("gpt-5.2", api_key="none", base_url=server.base_url) as model:
            result = await agent.run("Who wins?", deps=Roster("Anne"), model=model)
    output: str = result.output
    print(output, result.tool_calls)


asyncio.run(main())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_three_packages_and_their_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {
        "golem_sdk",
        "golem_wire",
        "golem_codegen",
    }
    for name in (
        "golem_sdk/py.typed",
        "golem_wire/py.typed",
        "golem_wire/schema/golem.schema.json",
        "golem_wire/schema/openai_chat.request.schema.json",
        "golem_codegen/templates/skeleton.py.jinja",
        "golem_codegen/templates/_runtime.py",
    ):
        assert name in names


@pytest.mark.network
@pytest.mark.timeout(600)
def test_the_wheel_runs_and_type_checks_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    python = _environment(tmp_path / "env", [f"golem-sdk[testing] @ {wheel.as_uri()}", "mypy"])
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    assert _run([str(python), str(program)], cwd=tmp_path) == "Anne wins. 1\n"
    assert "Success" in _run([str(python), "-m", "mypy", "--strict", str(program)], cwd=tmp_path)
    missing = subprocess.run([str(python.with_name("golem"))], capture_output=True, text=True, check=False)
    assert "pip install 'golem-sdk[cli]'" in missing.stderr


def _environment(folder: Path, packages: Sequence[str]) -> Path:
    """An environment with these packages and nothing of ours; the test is skipped where no registry answers."""
    venv.create(folder, with_pip=shutil.which("uv") is None)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    installer = (
        ["uv", "pip", "install", "--python", str(python)]
        if shutil.which("uv")
        else [str(python), "-m", "pip", "install"]
    )
    done = subprocess.run([*installer, "--quiet", *packages], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"needs a package registry: {done.stderr.strip()[-300:]}")
    return python


def _run(command: Sequence[str], cwd: Path) -> str:
    # Without the tree on the path: what is imported is what was installed.
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
