"""From the model's text to the value that the application asked for: validated, or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from typing_extensions import TypeForm

from golem_sdk.outcome import ModelRetry, outcome_of
from golem_sdk.tool import describe
from golem_wire._runtime import JsonValue
from golem_wire.canonical import OutputSpec

__all__ = ["Decoder", "decoder_for", "rejection"]

OutT = TypeVar("OutT", covariant=True)
O = TypeVar("O")  # noqa: E741  # the reference name of an output

_WRAPPED = "value"


@dataclass(frozen=True)
class Decoder(Generic[OutT]):
    """How an answer becomes a value, and the shape that the provider is asked for, if any."""

    decode: Callable[[str], OutT]
    spec: OutputSpec | None = None


def decoder_for(output: TypeForm[O]) -> Decoder[O]:
    """The decoder of a type: text as it is for `str`, anything else from JSON of the type's own schema."""
    if output is str:
        return Decoder(cast("Callable[[str], O]", str))
    adapter = TypeAdapter(output)
    schema = _at_root(adapter.json_schema())
    if schema.get("type") == "object":
        return Decoder(adapter.validate_json, _spec(output, schema))
    return Decoder(_unwrapping(adapter), _spec(output, _wrapped(schema)))


def _spec(output: object, schema: Mapping[str, JsonValue]) -> OutputSpec:
    name = getattr(output, "__name__", "") or "answer"
    return OutputSpec(name=name if name.isidentifier() else "answer", schema_=schema)


def _at_root(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A schema that is nothing but a reference, resolved: providers want an object at the root."""
    defs = schema.get("$defs")
    if "$ref" not in schema or not isinstance(defs, Mapping):
        return schema
    target = defs[str(schema["$ref"]).rpartition("/")[2]]
    return {**cast("dict[str, JsonValue]", target), "$defs": defs}


def _wrapped(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Lists, unions and scalars stand in an object, because a provider's answer must be one."""
    inner = {key: value for key, value in schema.items() if key != "$defs"}
    outer: dict[str, JsonValue] = {
        "type": "object",
        "properties": {_WRAPPED: inner},
        "required": [_WRAPPED],
        "additionalProperties": False,
    }
    return outer | ({"$defs": schema["$defs"]} if "$defs" in schema else {})


def _unwrapping(adapter: TypeAdapter[O]) -> Callable[[str], O]:
    envelope = TypeAdapter(dict[str, object])

    def decode(text: str) -> O:
        value = envelope.validate_json(text)
        if _WRAPPED not in value:
            raise ModelRetry(f"The answer must be a JSON object with the one key {_WRAPPED!r}.")
        return adapter.validate_json(to_json(value[_WRAPPED]))

    return decode


def rejection(error: Exception) -> str | None:
    """Why an answer is refused, when the model can correct it; None for a decoder's own failure."""
    if isinstance(error, ValidationError):
        return describe(error)
    outcome = outcome_of(error)
    return outcome.reason if isinstance(outcome, ModelRetry) else None
