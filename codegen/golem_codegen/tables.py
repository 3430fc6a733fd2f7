"""`adapter.toml`: the facts that a person reads once in a provider's documentation, checked for their form."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from golem_codegen.document import SpecError, Where
from golem_codegen.extension import merged

__all__ = ["Coverage", "Decoding", "Encoding", "PartRow", "Row", "Tables", "load_tables"]

_Module: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
_Class: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z][0-9A-Za-z]*$")]
_Property: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z][0-9A-Za-z]*\.[^.]+$")]
_Status: TypeAlias = Annotated[str, Field(pattern=r"^([1-5][0-9][0-9]|[1-5]xx)$")]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Endpoint(_Table):
    """Where requests go: `path` may hold `{model}`; `versioned_path`, for hosts that have both, `{version}` too."""

    base_url: str
    path: str
    versioned_path: str = ""
    method: str = "POST"
    headers: dict[str, str] = {}


class Auth(_Table):
    """The header that carries the key, how, and the one environment variable that it may come from."""

    header: str
    format: Annotated[str, Field(pattern=r"\{\}")]
    environment: str


class Answer(_Table):
    """Headers of an answer: `request_id` and `kept`, by name; `limit` bounds what is read, in bytes.

    `data` are pointers into an answer or an error: what stands there is kept as data, under the last step's name.
    """

    request_id: tuple[str, ...]
    kept: tuple[str, ...]
    data: tuple[str, ...] = ()
    limit: int


class Stream(_Table):
    """How a streamed answer ends, and the bound on one of its events, in bytes."""

    end: str
    event_limit: int


class Errors(_Table):
    """How an error answer is read: pointers tried in order, then the kind by code, else by status."""

    message: tuple[str, ...]
    code: tuple[str, ...]
    codes: dict[str, str]
    statuses: dict[_Status, str]


class PartRow(_Table):
    """One part kind: the media types it may have, by place and by form; none of them means unsupported."""

    prompt_url: tuple[str, ...] = ()
    prompt_data: tuple[str, ...] = ()
    result_url: tuple[str, ...] = ()
    result_data: tuple[str, ...] = ()
    move: bool = True
    reason: str = ""
    source: str

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if not self.move and (not self.reason or self.cells()):
            raise ValueError("`move = false` needs a reason, and has no cells")
        return self

    def cells(self) -> tuple[str, ...]:
        """The media types of all four cells."""
        return self.prompt_url + self.prompt_data + self.result_url + self.result_data


class Encoding(_Table):
    """What each move makes, by the name of its wire definition; `choice` is a property with a union."""

    system: _Class
    user: _Class
    assistant: _Class
    tool_result: _Class
    tool: _Class
    output: _Class
    part: _Class
    choice: _Property


class Decoding(_Table):
    """A union of the answer: which wire definition, and what each of its variants becomes in Python."""

    union: _Class
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


class Dialect(_Table):
    """The JSON Schemas that a provider enforces to the letter."""

    keywords: tuple[str, ...]
    dropped: tuple[str, ...]
    formats: tuple[str, ...]
    max_depth: int
    max_properties: int


class Ignored(_Table):
    """Fields that are not read or not sent, and why."""

    reason: Annotated[str, Field(min_length=1)]
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A row of the coverage: the state that it gives, and the pattern of the names that it gives it to."""

    state: str
    pattern: str

    def covers(self, name: str) -> bool:
        """Whether it is about this `Definition` or `Definition.property`."""
        return bool(_compiled(self.pattern).match(name))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # `fnmatch` keeps fewer patterns than a provider has, and would compile each anew for each name.
    return re.compile(fnmatch.translate(pattern))


class Coverage(_Table):
    """What happens to each wire field; a name without a property stands for the whole definition."""

    mapped: tuple[str, ...]
    pass_through: tuple[str, ...] = ()
    ignored: tuple[Ignored, ...] = ()

    def rows(self) -> Iterator[Row]:
        """All rows; the first that matches a name decides."""
        yield from (Row("mapped", pattern) for pattern in self.mapped)
        yield from (Row("pass_through", pattern) for pattern in self.pass_through)
        yield from (Row("ignored", pattern) for table in self.ignored for pattern in table.fields)

    def row(self, name: str) -> Row | None:
        """The row that decides on `Definition` or `Definition.property`."""
        return next((row for row in self.rows() if row.covers(name)), None)

    def state(self, name: str) -> str:
        """`mapped`, `pass_through`, `ignored` or `unreviewed`."""
        row = self.row(name)
        return row.state if row else "unreviewed"


class Tables(_Table):
    """A provider's `adapter.toml`; where it extends another, with that one's rows beneath its own."""

    name: _Module
    extends: str = ""
    title: str
    adapter: _Class
    tag: str
    endpoint: Endpoint
    auth: Auth
    answer: Answer
    stream: Stream
    errors: Errors
    finish_reason: _Property
    finish_reasons: dict[str, str]
    usage: Usage
    encode: Encoding
    decode: dict[_Module, Decoding]
    parts: dict[str, PartRow]
    result_parts: Literal["inside", "framed"]
    native: Native
    keep: tuple[str, ...] = ()
    dialect: Dialect | None = None
    coverage: Coverage


def load_tables(root: Path, where: Where) -> Tables:
    """The tables of one provider. Raises SpecError that names the key and the rule."""
    folder = Path(where.file).parent.name
    document = merged(root, folder)
    try:
        tables = Tables.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise SpecError(where.at(*first["loc"]), first["type"], first["msg"]) from error
    if tables.name != folder:
        raise SpecError(where.at("name"), "provider-name", f"{tables.name!r} is not the name of its folder")
    return tables
