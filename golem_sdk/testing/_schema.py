"""The request schemas that the wheel ships, and what `jsonschema` says of a body. The extra `testing`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, cast

from golem_sdk.testing._node import path_of
from golem_wire._runtime import JsonValue

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

__all__ = ["known_arguments", "needs_jsonschema", "schema_problem", "specification"]


class _Validator(Protocol):
    """The one method that is used; the stubs of jsonschema leave its types half open."""

    def iter_errors(self, instance: JsonValue) -> Iterator[ValidationError]: ...


def needs_jsonschema() -> type[Draft202012Validator]:
    """The validator of JSON Schema 2020-12. Raises ImportError, which names the extra, where it is missing."""
    try:
        from jsonschema import Draft202012Validator
    except ImportError as error:
        raise ImportError("golem_sdk.testing needs jsonschema here: pip install 'golem-sdk[testing]'") from error
    return Draft202012Validator


def specification() -> _Validator:
    """Validates schemas against JSON Schema 2020-12 itself, patterns included."""
    draft = needs_jsonschema()
    return cast("_Validator", draft(draft.META_SCHEMA, format_checker=draft.FORMAT_CHECKER))


@cache
def _schema(adapter: str) -> Mapping[str, JsonValue]:
    text = files("golem_wire").joinpath(f"schema/{adapter}.request.schema.json").read_text("utf-8")
    return cast("Mapping[str, JsonValue]", json.loads(text))


@cache
def _validator(adapter: str) -> _Validator:
    return cast("_Validator", needs_jsonschema()(_schema(adapter)))


@cache
def known_arguments(adapter: str) -> frozenset[str]:
    """The names that a request may have at its top."""
    schema = _schema(adapter)
    for step in cast("str", schema["$ref"]).split("/")[1:]:
        schema = cast("Mapping[str, JsonValue]", schema[step])
    return frozenset(cast("Mapping[str, JsonValue]", schema["properties"]))


def schema_problem(adapter: str, body: JsonValue) -> tuple[str, str] | None:
    """Where and why a request does not fit its wire's schema; None when it fits."""
    errors = sorted(_validator(adapter).iter_errors(body), key=lambda error: len(error.absolute_path))
    if not errors:
        return None
    error = _meant(errors[0])
    return path_of(iter(error.absolute_path)), error.message


def _meant(error: ValidationError) -> ValidationError:
    """Of a union's branches the one that was meant: it agrees with the value's tag and type, or comes closest."""
    while error.context:
        branches: dict[str | int, list[ValidationError]] = defaultdict(list)
        for inner in error.context:
            branches[inner.relative_schema_path[0]].append(inner)
        error = min(branches.values(), key=_distance)[0]
    return error


def _distance(errors: list[ValidationError]) -> tuple[bool, bool, int]:
    another_type = any(error.validator == "type" and not error.relative_path for error in errors)
    return another_type, any(error.validator == "const" for error in errors), len(errors)
