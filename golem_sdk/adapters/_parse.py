"""Bytes of a provider as a wire model, or the reason why they are none."""

from __future__ import annotations

import json
from typing import TypeVar, cast

from pydantic import ValidationError

from golem_wire._runtime import WireModel, clean_text

__all__ = ["document", "parse", "why"]

W = TypeVar("W", bound=WireModel)

# What pydantic's own parser takes. Python's takes more, and then a value might be too deep to be written again.
_DEEPEST = 200
_LISTED = 1_000


def parse(shape: type[W], body: bytes) -> W:
    """The body as `shape`. Raises ValueError or RecursionError; `why` says in words what is wrong.

    A body that pydantic refuses for a lone surrogate, or for bytes that are not UTF-8, is read the slow way.
    """
    return _fast(shape, body) or shape.model_validate(document(body))


def _fast(shape: type[W], body: bytes) -> W | None:
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        if _first(error)[1] != "json_invalid":
            raise
    return None


def document(body: bytes) -> object:
    """The body as JSON that can be written again. Raises ValueError or RecursionError."""
    if not body.strip():
        raise ValueError("it is empty")
    return _clean(json.loads(body.decode("utf-8-sig", "replace")), _DEEPEST)


def why(error: ValueError | RecursionError) -> str:
    """What is wrong with an answer, in a line that holds nothing of its values."""
    match error:
        case ValidationError():
            place, _, text = _first(error)
            return f"{place or 'the body'}: {text}"
        case json.JSONDecodeError():
            return f"it is not JSON: {error}"
        case RecursionError():
            return "it is nested too deeply"
        case _:
            return str(error)


def _first(error: ValidationError) -> tuple[str, str, str]:
    # pydantic lists all mistakes or none, and a hostile body can hold a million.
    if (mistakes := error.error_count()) > _LISTED:
        return "", "", f"it has {mistakes} mistakes"
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    # What stands beside the keys are pydantic's own names for the branches it tried; and it quotes a wrong tag.
    keys = [str(step) for step in first["loc"] if isinstance(step, int) or step.isidentifier()]
    told = "Input tag is none of the expected ones" if first["type"] == "union_tag_invalid" else first["msg"]
    return ".".join(keys), first["type"], told


def _clean(value: object, depth: int) -> object:
    if depth < 0:
        raise ValueError("it is nested too deeply")
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_text(k): _clean(v, depth - 1) for k, v in cast("dict[str, object]", value).items()}
        case list():
            return [_clean(item, depth - 1) for item in cast("list[object]", value)]
        case _:
            return value
