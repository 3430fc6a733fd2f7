"""A place in a JSON document, with its path as providers write it: `messages[0].content`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from golem_wire._runtime import JsonValue

__all__ = ["Node", "path_of"]


@dataclass(frozen=True)
class Node:
    """What stands at a place; what is not there is a node whose value is None."""

    value: JsonValue
    path: str = ""

    def __getitem__(self, key: str) -> Node:
        inner = self.value.get(key) if isinstance(self.value, Mapping) else None
        return Node(inner, f"{self.path}.{key}" if self.path else key)

    def __iter__(self) -> Iterator[Node]:
        """The elements of an array; none of anything else."""
        if isinstance(self.value, list):
            for index, item in enumerate(self.value):
                yield Node(item, f"{self.path}[{index}]")

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, Mapping) and key in self.value

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of an object; none of anything else."""
        return tuple(self.value) if isinstance(self.value, Mapping) else ()

    @property
    def text(self) -> str:
        """The text; empty for anything else."""
        return self.value if isinstance(self.value, str) else ""

    @property
    def number(self) -> float | None:
        """The number; None for anything else."""
        return self.value if isinstance(self.value, int | float) and not isinstance(self.value, bool) else None

    @property
    def length(self) -> int | None:
        """How many elements an array has; None for anything else."""
        return len(self.value) if isinstance(self.value, list) else None


def path_of(steps: Iterator[str | int]) -> str:
    """The steps to a place as one path."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
