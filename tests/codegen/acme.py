"""A provider that nobody has: tables and a wire small enough to read, and the modules that are made of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from types import ModuleType
from typing import cast

from pydantic import BaseModel

from golem_codegen.document import JsonObject, JsonValue, Where
from golem_codegen.generate import Provider
from golem_codegen.models import Models, write_models
from golem_codegen.schema import DIALECT
from golem_codegen.tables import Tables
from golem_codegen.wire import prepare

__all__ = ["WIRE", "const", "made", "module", "obj", "provider", "ref", "tables", "union"]

WIRE = Where("spec/providers/acme/wire.schema.json")
_numbers = count()


def ref(name: str) -> JsonObject:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def const(value: str) -> JsonObject:
    """One word."""
    return {"const": value, "type": "string"}


def obj(required: Sequence[str] = (), /, **properties: JsonValue) -> JsonObject:
    """An object."""
    return {"type": "object", "properties": properties, "required": [*required]}


def union(tag: str, **variants: str) -> JsonObject:
    """A union whose variants are told apart by a tag."""
    mapping: JsonObject = {value: f"#/$defs/{name}" for value, name in variants.items()}
    return {
        "oneOf": [ref(name) for name in variants.values()],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


def tables(**changes: object) -> Tables:
    """Tables that say as little as they may."""
    encode = dict.fromkeys(("system", "user", "assistant", "tool_result", "tool", "output", "part"), "Request")
    least: dict[str, object] = {
        "name": "acme",
        "title": "Acme",
        "adapter": "AcmeAdapter",
        "tag": "acme",
        "endpoint": {"base_url": "https://acme.example", "path": "/chat"},
        "auth": {"header": "Authorization", "format": "Bearer {}", "environment": "ACME_API_KEY"},
        "answer": {"request_id": [], "kept": [], "limit": 1000},
        "stream": {"end": "[DONE]", "event_limit": 1000},
        "errors": {"message": [], "code": [], "codes": {}, "statuses": {}},
        "finish_reason": "Answer.reason",
        "finish_reasons": {},
        "usage": {"definition": "Usage", "input": ["read"], "output": ["written"]},
        "encode": {**encode, "choice": "Request.choice"},
        "decode": {},
        "parts": {},
        "result_parts": "inside",
        "native": {"replay": []},
        "coverage": {"mapped": ["*.*"]},
    }
    return Tables.model_validate({**least, **changes})


def provider(defs: JsonObject, **changes: object) -> Provider:
    """The provider whose request, answer and error are the definitions Request, Answer and Error."""
    least: JsonObject = {"Request": obj(), "Answer": obj(), "Error": obj()}
    roots: JsonObject = {"request": "#/$defs/Request", "response": "#/$defs/Answer", "error": "#/$defs/Error"}
    schema: JsonObject = {"$schema": DIALECT, "x-roots": roots, "x-source": {}, "$defs": {**least, **defs}}
    said = tables(**changes)
    return Provider(said, schema, prepare(schema, said, WIRE))


def made(defs: JsonObject, **changes: object) -> Models:
    """The wire module of such a provider."""
    return write_models(provider(defs, **changes).wire.plan, "Acme.")


def module(defs: JsonObject, **changes: object) -> Loaded:
    """The same, imported."""
    # Pydantic looks a class's annotations up in the module that it is in.
    new = ModuleType(f"acme_wire_{next(_numbers)}")
    sys.modules[new.__name__] = new
    exec(compile(made(defs, **changes).source, new.__name__, "exec"), new.__dict__)
    return Loaded(new)


class Loaded:
    """An imported wire module."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def cls(self, name: str) -> type[BaseModel]:
        """One of its classes."""
        return cast("type[BaseModel]", getattr(self._module, name))

    def read(self, text: str, name: str = "Answer") -> BaseModel:
        """What a provider's JSON is read as."""
        return self.cls(name).model_validate_json(text)
