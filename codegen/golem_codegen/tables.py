"""`adapter.toml`: the facts that a person reads once in a provider's documentation, checked for their form."""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from golem_codegen.json import SpecError, Where

__all__ = ["Coverage", "Decoding", "PartRow", "Tables", "load_tables"]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Endpoint(_Table):
    """Where requests go: `path` may hold `{model}`."""

    base_url: str
    path: str
    method: str = "POST"
    headers: dict[str, str] = {}


class Auth(_Table):
    """The header that carries the key, how, and the one environment variable that it may come from."""

    header: str
    format: str
    environment: str


class Answer(_Table):
    """Headers of an answer: `request_id` and `kept`, by name; `limits` bounds what is read, in bytes."""

    request_id: tuple[str, ...]
    kept: tuple[str, ...]
    limit: int


class Errors(_Table):
    """How an error answer is read: pointers tried in order, then the kind by code, else by status."""

    message: tuple[str, ...]
    code: tuple[str, ...]
    codes: dict[str, str]
    statuses: dict[str, str]


class PartRow(_Table):
    """One part kind: the media types it may have, by place and by form; none of them means unsupported."""

    prompt_url: tuple[str, ...] = ()
    prompt_data: tuple[str, ...] = ()
    result_url: tuple[str, ...] = ()
    result_data: tuple[str, ...] = ()
    move: bool = True
    reason: str = ""
    source: str


class Decoding(_Table):
    """A union of the answer: which wire definition, and what each of its variants becomes in Python."""

    union: str
    returns: str
    default_tag: str = ""


class Usage(_Table):
    """Where each counter stands: paths below the usage object, the first that is there counts."""

    definition: str
    input: tuple[str, ...]
    output: tuple[str, ...]
    cache_read: tuple[str, ...] = ()
    cache_write: tuple[str, ...] = ()
    reasoning: tuple[str, ...] = ()


class Native(_Table):
    """Which keys of an answered message go back as they came, beside those that the neutral keys give."""

    replay: tuple[str, ...]


class Ignored(_Table):
    """Fields that are not read or not sent, and why."""

    reason: str
    fields: tuple[str, ...]


class Coverage(_Table):
    """What happens to each wire field; a name without a property stands for the whole definition."""

    mapped: tuple[str, ...]
    pass_through: tuple[str, ...] = ()
    ignored: tuple[Ignored, ...] = ()

    def state(self, name: str) -> str:
        """`mapped`, `pass_through`, `ignored` or `unreviewed`, for `Definition` or `Definition.property`."""
        rows = {
            "mapped": self.mapped,
            "pass_through": self.pass_through,
            "ignored": tuple(self.ignored_fields()),
        }
        for state, patterns in rows.items():
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
                return state
        return "unreviewed"

    def ignored_fields(self) -> Iterator[str]:
        """All patterns of ignored fields."""
        for row in self.ignored:
            yield from row.fields


class Tables(_Table):
    """A provider's `adapter.toml`."""

    name: str
    title: str
    adapter: str
    tag: str
    endpoint: Endpoint
    auth: Auth
    answer: Answer
    errors: Errors
    finish_reasons: dict[str, str]
    usage: Usage
    encode: dict[str, str]
    decode: dict[str, Decoding]
    parts: dict[str, PartRow]
    result_parts: Literal["inside", "framed"]
    native: Native
    keep: tuple[str, ...] = ()
    dialect: Annotated[dict[str, tuple[str, ...] | int], Field(default_factory=dict)]
    coverage: Coverage


def load_tables(path: Path, where: Where) -> Tables:
    """The tables of one provider. Raises SpecError that names the key and the rule."""
    try:
        return Tables.model_validate(tomllib.loads(path.read_text("utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(where, "toml", f"is not TOML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise SpecError(where.at(*map(str, first["loc"])), first["type"], first["msg"]) from error
