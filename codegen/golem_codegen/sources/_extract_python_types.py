"""Print the JSON Schema of Python types. Runs as a script in the throwaway environment.

Only pydantic, the vendor's package and the standard library are there. The one argument is a JSON object,
root name -> "module:attribute". Standard output is one JSON object, either

    {"schemas": {root: schema}, "$defs": {key: schema}, "origins": {key: "module.Class"}}   or
    {"failed": {"root": root, "rule": rule, "problem": text}}
"""

import contextlib
import importlib
import json
import sys

from pydantic import TypeAdapter
from pydantic.json_schema import CoreModeRef, DefsRef, GenerateJsonSchema, JsonSchemaMode

_MODE: JsonSchemaMode = "validation"


class _RootError(Exception):
    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(problem)
        self.rule = rule


class _QualifiedNames(GenerateJsonSchema):
    """Key every definition by module and class, so that one root more never renames what is there already.

    pydantic shortens a key to the class name where that is unique in the set; without dots there is nothing
    to shorten. Which class a key stands for is kept beside it, because the mangling cannot be undone.
    """

    def __init__(self, by_alias: bool = True, ref_template: str = "#/$defs/{model}") -> None:
        super().__init__(by_alias=by_alias, ref_template=ref_template)
        self.origins: dict[str, str] = {}

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        core_ref, mode = core_mode_ref
        qualified = type(core_ref)(core_ref.replace(".", "__"))
        self.origins[self.normalize_name(qualified.rpartition(":")[0])] = core_ref.rpartition(":")[0]
        return super().get_defs_ref((qualified, mode))


def _load(path: str) -> TypeAdapter[object]:
    module_name, _, attribute = path.partition(":")
    # A vendor's code may fail in any way; each of them is a fact about this root.
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        problem = f"module {module_name!r} cannot be imported: {type(error).__name__}: {error}"
        raise _RootError("root-imports", problem) from error
    if not hasattr(module, attribute):
        raise _RootError("root-exists", f"module {module_name!r} has no {attribute!r}")
    try:
        adapter: TypeAdapter[object] = TypeAdapter(getattr(module, attribute))
        # Vendors put off building their models; a schema needs them built.
        adapter.rebuild()
        _QualifiedNames().generate(adapter.core_schema, _MODE)
    except Exception as error:
        problem = f"pydantic cannot describe {path!r}: {type(error).__name__}: {error}"
        raise _RootError("root-describes", problem) from error
    return adapter


def _extract(roots: dict[str, str]) -> dict[str, object]:
    adapters: dict[str, TypeAdapter[object]] = {}
    for root, path in sorted(roots.items()):
        sys.stderr.write(f"      {root}: {path}\n")
        try:
            adapters[root] = _load(path)
        except _RootError as error:
            return {"failed": {"root": root, "rule": error.rule, "problem": str(error)}}
    generator = _QualifiedNames()
    schemas, definitions = generator.generate_definitions(
        [(root, _MODE, adapter.core_schema) for root, adapter in adapters.items()]
    )
    return {
        "schemas": {root: schema for (root, _), schema in schemas.items()},
        "$defs": definitions,
        "origins": {key: origin for key, origin in generator.origins.items() if key in definitions},
    }


def _main() -> None:
    # What a vendor's module prints on import must not get into our JSON.
    with contextlib.redirect_stdout(sys.stderr):
        result = _extract(json.loads(sys.argv[1]))
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    _main()
