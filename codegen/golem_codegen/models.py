"""Models from schemas: datamodel-code-generator writes them, `polish` makes them immutable and exact."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from golem_codegen import runtime
from golem_codegen.document import JsonObject, SpecError, Where
from golem_codegen.names import check_class_name, snake
from golem_codegen.polish import polished
from golem_codegen.schema import DIALECT, Step, map_schemas, properties

__all__ = ["ModelPlan", "Models", "check_class", "check_members", "write_models"]

_IMPORTS = {
    "collections.abc": ("Mapping",),
    "typing": ("Annotated", "ClassVar", "Literal", "Union"),
    "pydantic": ("Field",),
    "typing_extensions": ("Self", "TypeAliasType"),
    runtime.MODULE: runtime.names(),
}
"""What a generated module may use; what it does not use is taken out again."""


@dataclass(frozen=True)
class ModelPlan:
    """What one module of models is made from.

    `defs` are prepared definitions; `base` is the class of `_runtime` that they stand on; `replace` asks for the
    typed method; `bases`, and `wrappers` (what is added to an alias), are for single definitions.
    """

    defs: Mapping[str, JsonObject]
    base: str
    replace: bool = False
    bases: Mapping[str, str] = field(default_factory=dict[str, str])
    wrappers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Models:
    """A module of models: its source, and what Python calls each property of each class."""

    source: str
    names: Mapping[str, Mapping[str, str]]


def check_class(name: str, where: Where) -> None:
    """Refuse a definition that cannot be a class of its name; `where` is the place of the name."""
    check_class_name(name, {imported for names in _IMPORTS.values() for imported in names}, where)


def check_members(plan: ModelPlan, places: Mapping[str, Where]) -> None:
    """Refuse what a definition says of Python and is not so, and properties that get no name of their own there."""
    for name, schema in plan.defs.items():
        reserved = runtime.members(plan.bases.get(name, plan.base))
        if plan.replace:
            reserved |= {"replace"}
        _check_properties(schema, reserved, places[name].at("properties"))
        _check_schema(schema, places[name])


def _check_properties(schema: JsonObject, reserved: frozenset[str], where: Where) -> None:
    found: dict[str, str] = {}
    for key in properties(schema):
        name = snake(key)
        if name in found:
            raise SpecError(where.at(key), "unique-names", f"{found[name]!r} is called {name!r} in Python too")
        if name in reserved:
            raise SpecError(where.at(key), "unique-names", f"{name!r} is a method of every model")
        found[name] = key


def _check_schema(schema: JsonObject, where: Where) -> None:
    for key in ("x-python-type", "x-python-base"):
        if key in schema and _bare(str(schema[key])) not in runtime.names():
            raise SpecError(where.at(key), "known-type", f"{schema[key]!r} is not in {runtime.MODULE}")

    def visit(below: JsonObject, step: Step) -> JsonObject:
        place = where.at(*(key for key in step if key is not None))
        if "properties" in below:
            raise SpecError(place, "named-object", "is an object inside another: give it a name in $defs")
        _check_schema(below, place)
        return below

    map_schemas(schema, visit)


def write_models(plan: ModelPlan, doc: str) -> Models:
    """The module, unformatted, without a header. `doc` is its docstring."""
    plan = replace(plan, defs={name: _bare_types(schema) for name, schema in plan.defs.items()})
    body, names = polished(plan, ast.parse(_generate(plan)).body)
    exports = sorted(_exports(body))
    if exports != sorted(plan.defs) or any(map(_is_numbered, names.values())):
        raise TypeError(f"datamodel-code-generator named things anew: {sorted({*exports} ^ {*plan.defs})}, {names}")
    imports = "\n".join(f"from {module} import {', '.join(words)}" for module, words in _IMPORTS.items())
    head = ast.parse(f"from __future__ import annotations\n{imports}\n__all__ = {exports!r}\n").body
    module = ast.Module(body=[ast.Expr(ast.Constant(doc)), *head, *body], type_ignores=[])
    return Models(ast.unparse(module), names)


def _generate(plan: ModelPlan) -> str:
    # Imported here: a run that finds nothing to do should not pay for it.
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.config import GenerateConfig
    from datamodel_code_generator.enums import DataModelType

    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        base_class=f"{runtime.MODULE}.{plan.base}",
        target_python_version=PythonVersion.PY_311,
        use_annotated=True,
        field_constraints=True,
        snake_case_field=True,
        strict_nullable=True,
        enum_field_as_literal=LiteralType.All,
        use_type_alias=True,
        skip_root_model=True,
        use_schema_description=True,
        use_field_description=True,
        use_attribute_docstrings=True,
        use_double_quotes=True,
        use_one_literal_as_default=True,
        treat_dot_as_module=False,
        disable_timestamp=True,
        strict_refs=True,
        allow_remote_refs=False,
        formatters=[],
    )
    source = generate({"$schema": DIALECT, "$defs": dict(plan.defs)}, config=config)
    if not isinstance(source, str):
        raise TypeError("datamodel-code-generator wrote several modules where one was asked for")
    return source


def _bare_types(schema: JsonObject) -> JsonObject:
    """The schema with Python types as the generator heeds them: without a module, and where there is a `type`."""
    rebuilt = map_schemas(schema, lambda below, _: _bare_types(below))
    word = rebuilt.get("x-python-type")
    return {"type": "string", **rebuilt, "x-python-type": _bare(word)} if isinstance(word, str) else rebuilt


def _bare(path: str) -> str:
    return re.sub(r".*\.", "", path)


def _is_numbered(names: Mapping[str, str]) -> bool:
    """Whether a property got a number to be told from another; the checks above should have refused it."""
    return any(re.search(r"_\d+$", name) and not key[-1:].isdigit() for key, name in names.items())


def _exports(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case _:
                pass
