"""B4: no `Any` in a public signature, and every public type is known to a checker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, overload

import pytest
from typing_extensions import TypeAliasType

from tests.typing.checkers import Symbol, exported
from tests.typing.promises import ratchet
from tests.typing.surface import leaks, public

GAPS = {check: {gap.name for gap in ratchet()[1] if gap.check == check} for check in ("any", "unknown")}


def test_b4_no_any_in_a_public_signature() -> None:
    found = leaks(public())
    assert found - GAPS["any"] == set()
    assert GAPS["any"] - found == set(), "take these out of ratchet.toml"


@pytest.fixture(scope="module")
def symbols(tmp_path_factory: pytest.TempPathFactory, python: Path) -> Sequence[Symbol]:
    return exported("golem_sdk", tmp_path_factory.mktemp("verifytypes"), python)


def test_b4_every_public_type_is_known(symbols: Sequence[Symbol]) -> None:
    assert len(symbols) > 500
    unknown = {symbol["name"]: symbol["diagnostics"] for symbol in symbols if not symbol["isTypeKnown"]}
    assert {name: told for name, told in unknown.items() if name not in GAPS["unknown"]} == {}
    assert GAPS["unknown"] - set(unknown) == set(), "take these out of ratchet.toml"


T = TypeVar("T")
Loose = TypeAliasType("Loose", Mapping[str, Any])
Nested = TypeAliasType("Nested", "Sequence[Nested] | int")


@dataclass
class Leaky(Generic[T]):
    fine: Annotated[Literal["Any"], Any]
    field: dict[str, Sequence[Any]]
    nested: Nested

    def by_callable(self, function: Callable[[Any], None]) -> None: ...

    def by_alias(self, value: Loose | None) -> None: ...

    def tight(self, value: object) -> T | None: ...

    @property
    def by_property(self) -> Iterator[Any]:
        yield None

    @staticmethod
    def by_static() -> type[Any]:
        return int

    @overload
    def by_overload(self, value: int) -> int: ...
    @overload
    def by_overload(self, value: str) -> Any: ...
    def by_overload(self, value: Any) -> Any: ...

    @overload
    def implemented(self, value: int) -> int: ...
    @overload
    def implemented(self, value: str) -> str: ...
    def implemented(self, value: Any) -> Any: ...


Text: TypeAlias = "int | str"


def uses(value: Leaky[int]) -> None: ...


def unreadable(value: bytes | Text) -> None: ...


def test_any_is_found_wherever_it_hides() -> None:
    place = f"{__name__}.Leaky"
    names = ("field", "by_callable", "by_alias", "by_property", "by_static", "by_overload")
    assert leaks([uses]) == {f"{place}.{name}" for name in ("__init__", *names)}
    assert leaks([unreadable]) == {f"{__name__}.unreadable"}
