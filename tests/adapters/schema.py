"""The schema of requests that the wheel ships, as a check of what is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Protocol, cast

from jsonschema import Draft202012Validator

__all__ = ["mistake"]


class _Mistake(Protocol):
    json_path: str
    message: str


class _Validator(Protocol):
    """What is used of jsonschema, whose stubs leave its types half open."""

    def iter_errors(self, instance: object) -> Iterator[_Mistake]: ...


@cache
def _validator() -> _Validator:
    text = files("golem_wire").joinpath("schema", "openai_chat.request.schema.json").read_text("utf-8")
    schema = cast("dict[str, object]", json.loads(text))
    Draft202012Validator.check_schema(schema)
    return cast("_Validator", Draft202012Validator(schema))


def mistake(body: bytes) -> str:
    """What is wrong with a request's body; empty when nothing is."""
    return "; ".join(
        f"{error.json_path}: {error.message[:300]}" for error in _validator().iter_errors(json.loads(body))
    )
