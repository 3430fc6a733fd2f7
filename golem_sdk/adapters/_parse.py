"""Bytes of a provider as a wire model, or the reason why they are none."""

from __future__ import annotations

import json
from typing import TypeVar, cast

from pydantic import ValidationError

from golem_wire._runtime import WireModel, clean_text

__all__ = ["parse"]

W = TypeVar("W", bound=WireModel)


def parse(shape: type[W], body: bytes) -> W:
    """The body as `shape`. Raises ValueError, which says what is wrong and where.

    A body that pydantic refuses for a lone surrogate, or for bytes that are not UTF-8, is read the slow way.
    """
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] != "json_invalid":
            raise ValueError(_told(error)) from error
    try:
        document: object = json.loads(body.decode("utf-8-sig", "replace"))
        return shape.model_validate(_clean(document))
    except ValidationError as error:
        raise ValueError(_told(error)) from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not JSON: {error}" if body.strip() else "it is empty") from error


def _told(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the body'}: {first['msg']}"


def _clean(value: object) -> object:
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_text(k): _clean(v) for k, v in cast("dict[str, object]", value).items()}
        case list():
            return [_clean(item) for item in cast("list[object]", value)]
        case _:
            return value
