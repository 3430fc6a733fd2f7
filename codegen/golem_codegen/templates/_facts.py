"""An adapter's tables as data, and what goes between an adapter and its transport."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

__all__ = ["AdapterFacts", "Form", "PartCells", "Place", "SchemaDialect", "UnsupportedPart", "WireRequest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WireRequest:
    """A request as bytes: where it goes below the base URL, and what it holds. Nothing in it is a secret."""

    method: str
    path: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartCells:
    """The media types that one part kind may have, by place and form; an empty cell is unsupported."""

    prompt_url: tuple[str, ...] = ()
    prompt_data: tuple[str, ...] = ()
    result_url: tuple[str, ...] = ()
    result_data: tuple[str, ...] = ()

    def cell(self, place: Place, form: Form) -> tuple[str, ...]:
        """The media types of one cell."""
        prompt, result = (self.prompt_url, self.result_url) if form == "url" else (self.prompt_data, self.result_data)
        return prompt if place == "prompt" else result


Place: TypeAlias = Literal["prompt", "result"]
Form: TypeAlias = Literal["url", "data"]
_FORMS: Final[tuple[Form, ...]] = ("url", "data")


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaDialect:
    """The JSON Schemas that a provider enforces to the letter."""

    keywords: frozenset[str]
    dropped: frozenset[str]
    formats: frozenset[str]
    max_depth: int
    max_properties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterFacts:
    """An adapter's tables, as data."""

    name: str
    tag: str
    base_url: str
    method: str
    path: str
    versioned_path: str
    headers: Mapping[str, str]
    auth_header: str
    auth_format: str
    environment: str
    request_id_headers: tuple[str, ...]
    kept_headers: frozenset[str]
    data: tuple[str, ...]
    body_limit: int
    stream_end: str
    event_limit: int
    error_message: tuple[str, ...]
    error_code: tuple[str, ...]
    error_codes: Mapping[str, str]
    error_statuses: Mapping[str, str]
    replay: frozenset[str]
    parts: Mapping[str, PartCells]
    dialect: SchemaDialect | None

    def carries(self, kind: str, place: Place, form: Form, media_type: str) -> bool:
        """Whether the wire has room for such a part. A URL may come without its media type."""
        allowed = self.parts.get(kind, PartCells()).cell(place, form)
        family = media_type.partition("/")[0] + "/*"
        return media_type in allowed or family in allowed or (form == "url" and not media_type and bool(allowed))

    def carried(self, place: Place) -> str:
        """What the wire carries in this place, for people."""
        cells = [
            f"{kind} by {form} ({', '.join(types)})"
            for kind, row in self.parts.items()
            for form in _FORMS
            if (types := row.cell(place, form))
        ]
        return "; ".join(cells) or "text only"


class UnsupportedPart(Exception):  # a fact about a part; the runtime makes an error of it
    """A part that the wire cannot carry; `carried` says what it does carry there."""

    def __init__(self, kind: str, media_type: str, form: str, place: str, carried: str) -> None:
        super().__init__(kind, media_type, form, place, carried)
        self.kind, self.media_type, self.form, self.place, self.carried = (
            kind,
            media_type,
            form,
            place,
            carried,
        )

    def __str__(self) -> str:
        of = f" of type {self.media_type}" if self.media_type else ""
        where = "a tool result" if self.place == "result" else "a prompt"
        return f"{self.kind}{of} by {self.form} does not go in {where} here; what does: {self.carried}"
