"""`golem-codegen sync`: what it refuses, and that it reproduces what is committed."""

import shutil
import sys
from pathlib import Path

import pytest

from golem_codegen.document import SpecError, Where
from golem_codegen.sources.python_types import extract
from golem_codegen.sync import sync

ROOT = Path(__file__).parents[2]
SOURCE_WHERE = Where("spec/providers/acme/source.toml")
PINNED = "a" * 64
SOURCE = f"""
kind = "python_types"
package = "acme"
version = "1.2.3"
sha256 = "{PINNED}"
requirements = "source.txt"

[roots]
request = "acme.types:Request"
"""
LOCK = """# how to rebuild this
acme==1.2.3 \\
    --hash=sha256:{sha256} \\
    --hash=sha256:{other}
"""


def quiet(line: str) -> None:
    """Take a line of progress."""


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    """Return the folder of a provider that was synced before."""
    folder = tmp_path / "spec" / "providers" / "acme"
    folder.mkdir(parents=True)
    (folder / "source.toml").write_text(SOURCE)
    (folder / "source.txt").write_text(LOCK.format(sha256=PINNED, other="b" * 64))
    (folder / "wire.schema.json").write_text("as it was")
    return folder


def refused(acme: Path) -> SpecError:
    """Sync, expect a refusal, and see that nothing was touched on the way."""
    before = sorted(path.name for path in acme.iterdir())
    with pytest.raises(SpecError) as caught:
        sync(acme.parents[2], "acme", quiet)
    assert sorted(path.name for path in acme.iterdir()) == before
    assert (acme / "wire.schema.json").read_text() == "as it was"
    return caught.value


def test_a_wheel_whose_hash_is_not_in_the_lock_is_refused(acme: Path) -> None:
    (acme / "source.txt").write_text(LOCK.format(sha256="c" * 64, other="b" * 64))
    error = refused(acme)
    assert (error.where.file, error.rule) == ("spec/providers/acme/source.txt", "wheel-hash")
    assert PINNED in str(error)


def test_another_version_in_the_lock_is_refused(acme: Path) -> None:
    (acme / "source.txt").write_text(LOCK.format(sha256=PINNED, other="b" * 64).replace("1.2.3", "1.2.30"))
    error = refused(acme)
    assert (error.where.file, error.rule) == ("spec/providers/acme/source.txt", "package-pinned")


@pytest.mark.parametrize(
    ("old", "new", "pointer", "rule"),
    [
        ('request = "acme.types:Request"', "", "/roots", "root-named"),
        ("[roots]", "[root]", "/root", "known-key"),
        ("acme.types:Request", "acme.types.Request", "/roots/request", "root-path"),
        ("acme.types:Request", "../acme:Request", "/roots/request", "root-path"),
        (PINNED, "abc", "/sha256", "wheel-hash"),
        ("source.txt", "../other.txt", "/requirements", "file-name"),
        ('version = "1.2.3"', "", "/version", "required"),
        ('version = "1.2.3"', "version = 1.2", "/version", "type"),
        ("python_types", "swagger", "/kind", "known-kind"),
        ('kind = "python_types"', "kind", "", "toml"),
    ],
)
def test_a_mistake_in_source_toml_is_named_by_file_key_and_rule(
    acme: Path, old: str, new: str, pointer: str, rule: str
) -> None:
    (acme / "source.toml").write_text(SOURCE.replace(old, new))
    error = refused(acme)
    assert (error.where, error.rule) == (Where(SOURCE_WHERE.file, pointer), rule)
    assert str(error).startswith(f"{error.where}: ")


@pytest.mark.parametrize("name", ["other", "../acme", ""])
def test_a_provider_without_a_folder_is_refused(acme: Path, name: str) -> None:
    with pytest.raises(SpecError):
        sync(acme.parents[2], name, quiet)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("no_such_vendor.types:Request", "root-imports"),
        ("fractions:Request", "root-exists"),
        ("asyncio:Event", "root-describes"),
    ],
)
def test_a_root_that_is_missing_from_the_package_is_refused(path: str, rule: str) -> None:
    """Here the extractor runs under our interpreter, and the standard library is the vendor's package."""
    with pytest.raises(SpecError) as caught:
        extract(Path(sys.executable), {"request": path}, SOURCE_WHERE, quiet)
    assert (caught.value.where, caught.value.rule) == (SOURCE_WHERE.at("roots", "request"), rule)


# Installs the pinned packages, so it needs a package registry; it is skipped where none answers.
@pytest.mark.network
@pytest.mark.timeout(600)
def test_syncing_openai_chat_gives_the_committed_bytes(tmp_path: Path) -> None:
    place = Path("spec") / "providers" / "openai_chat"
    (tmp_path / place).mkdir(parents=True)
    for name in ("source.toml", "source.txt"):
        shutil.copy(ROOT / place / name, tmp_path / place / name)
    try:
        written = sync(tmp_path, "openai_chat", quiet)
    except SpecError as error:
        if error.rule == "packages-install":
            pytest.skip(str(error))
        raise
    assert written.read_bytes() == (ROOT / place / "wire.schema.json").read_bytes()
