"""What a run gives back: the answer as a value, and the evidence of how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from typing_extensions import TypeVar

from golem_wire.canonical import Evidence, Message, Usage

__all__ = ["RunResult"]

OutT = TypeVar("OutT", covariant=True, default=str)


@dataclass(frozen=True)
class RunResult(Generic[OutT]):
    """`output` has been validated; `evidence` has the shape that failures carry too."""

    output: OutT
    evidence: Evidence

    @property
    def messages(self) -> tuple[Message, ...]:
        """The whole conversation, the system message at index 0: the next run's history."""
        return self.evidence.messages

    @property
    def new_messages(self) -> tuple[Message, ...]:
        """This run's own messages, without the system message."""
        return self.evidence.new_messages

    @property
    def usage(self) -> Usage:
        """Tokens of this run."""
        return self.evidence.usage

    @property
    def finish_reason(self) -> str | None:
        """Why the last turn ended."""
        return self.evidence.finish_reason

    @property
    def requests(self) -> int:
        """Model requests of this run."""
        return self.evidence.requests

    @property
    def tool_calls(self) -> int:
        """Tool executions of this run."""
        return self.evidence.tool_calls

    @property
    def run_id(self) -> str:
        """The run."""
        return self.evidence.run_id

    @property
    def conversation_id(self) -> str:
        """Its conversation."""
        return self.evidence.conversation_id
