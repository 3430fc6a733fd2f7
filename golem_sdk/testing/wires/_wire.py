"""What a wire is to the fake provider: where it listens, which rules it has, and how it words its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from golem_sdk.testing._node import Node
from golem_sdk.testing.exchange import Reply, SentRequest
from golem_sdk.testing.script import Failure
from golem_wire.canonical import Response

__all__ = ["Breach", "Rule", "Wire"]


@dataclass(frozen=True)
class Breach:
    """What a request did wrong, in the provider's words: `param` is the place, `code` its code for it."""

    message: str
    param: str = ""
    code: str = ""
    status: int = 400


Rule: TypeAlias = Callable[[Node], Iterable[Breach]]
"""A rule that the provider enforces and its schema does not say; the function's name is the rule's name."""


class Wire(Protocol):
    """One provider's wire: a module of this package with these names, in this order."""

    @property
    def NAME(self) -> str:  # noqa: N802  # modules implement this; their constants are upper case
        """The adapter that it is for; names the request schema too."""
        ...

    @property
    def PREFIX(self) -> str:  # noqa: N802
        """What a base URL ends with."""
        ...

    @property
    def RULES(self) -> Sequence[Rule]:  # noqa: N802
        """The unwritten rules, in the order in which they are checked."""
        ...

    def admit(self, request: SentRequest) -> Breach | None:
        """Whether method, path and credential are right."""
        ...

    def answer(self, response: Response, request: Node, number: int) -> Reply:
        """A scripted answer as the provider sends it. Raises ValueError for what the wire cannot say."""
        ...

    def failure(self, failure: Failure, number: int) -> Reply:
        """A scripted failure as the provider sends it. Raises ValueError for what the wire cannot say."""
        ...

    def refuse(self, breach: Breach, number: int) -> Reply:
        """The provider's own error for a request that breaks a rule."""
        ...
