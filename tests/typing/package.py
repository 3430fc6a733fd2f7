"""The one place that says what is checked: the wheel, in an environment outside the tree."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

from tests.conftest import ROOT

__all__ = ["bare", "installed"]


def installed(folder: Path) -> Path:
    """The interpreter of a new environment with the wheel, built for it, and what the wheel depends on."""
    python = bare(folder / "env")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    # What `pip install --no-deps` does with a wheel that is pure Python, without the seconds that pip takes.
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(_paths(folder / "env")["purelib"])
    return python


def bare(folder: Path) -> Path:
    """The interpreter of a new environment with our dependencies, and without us.

    A .pth file borrows the packages of this environment, so that no registry is asked. The .pth file of our
    editable tree lies there, not here, and no interpreter or checker follows it from here.
    """
    venv.create(folder, symlinks=os.name != "nt")
    paths = _paths(folder)
    Path(paths["purelib"], "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return Path(paths["scripts"], "python.exe" if os.name == "nt" else "python")


def _paths(folder: Path) -> dict[str, str]:
    return sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
