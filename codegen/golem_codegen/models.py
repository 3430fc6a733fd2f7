"""Models from schemas: datamodel-code-generator writes them, `polish` makes them immutable and exact.

What the generator cannot say by flags is said on its syntax tree: arrays are tuples, free JSON is frozen,
defaults are values of their type, fields with a default read null as that default, and a canonical model
has a typed `replace`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from golem_codegen.json import JsonObject, JsonValue

RUNTIME = "golem_wire._runtime"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class ModelPlan:
    """What one module of models is made from.

    `defs` are prepared definitions; `base` is the class of `_runtime` that they stand on; `replace` asks
    for the typed method; `bases` and `aliases` (name to wrapper expression) override single definitions.
    """

    defs: Mapping[str, JsonValue]
    base: str
    replace: bool = False
    bases: Mapping[str, str] = field(default_factory=dict[str, str])
    wrappers: Mapping[str, str] = field(default_factory=dict[str, str])


def write_models(plan: ModelPlan, doc: str) -> str:
    """The module's source, unformatted, without a header. `doc` is its docstring."""
    tree = ast.parse(_generate(plan))
    body = list(_Polish(plan).run(tree.body))
    names = sorted(_exports(body))
    head = ast.parse(
        f'"""{doc}"""\nfrom __future__ import annotations\n'
        "from collections.abc import Mapping\n"
        "from typing import Annotated, ClassVar, Final, Literal, Union\n"
        "from pydantic import Field\n"
        "from typing_extensions import Self, TypeAliasType\n"
        f"from {RUNTIME} import (UNSET, Base64, CallModel, DefaultTag, EMPTY, Frozen, FrozenJson, FrozenObject,"
        " FrozenStrings, JsonText, KeptModel, Lenient, RawArgs, ReadOnly, UnknownVariant, Unset, WireModel)\n"
        f"__all__ = {names!r}\n"
    ).body
    return ast.unparse(ast.Module(body=[*head, *body], type_ignores=[]))


def _generate(plan: ModelPlan) -> str:
    # Imported here: a run that finds nothing to do should not pay for it.
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.config import GenerateConfig
    from datamodel_code_generator.enums import DataModelType

    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        base_class=f"{RUNTIME}.{plan.base}",
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


def _exports(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case _:
                pass


class _Polish:
    def __init__(self, plan: ModelPlan) -> None:
        self.plan = plan

    def run(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        for node in body:
            match node:
                case ast.ClassDef():
                    yield _Class(self.plan, node).polished()
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                    yield self._alias(name, node, call)
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield _docstring(text)
                case ast.Import() | ast.ImportFrom():
                    pass
                case _:
                    yield node

    def _alias(self, name: str, node: ast.Assign, call: ast.Call) -> ast.stmt:
        call.args[1] = _Types().visit(call.args[1])
        if wrapper := self.plan.wrappers.get(name):
            call.args[1] = _expression(f"Annotated[{ast.unparse(call.args[1])}, {wrapper}]")
        return node


class _Class:
    """One class: its base, its fields, and what is added to it."""

    def __init__(self, plan: ModelPlan, node: ast.ClassDef) -> None:
        self.plan, self.node = plan, node
        schema = plan.defs.get(node.name)
        self.schema = schema if isinstance(schema, dict) else {}
        self.properties = cast("JsonObject", self.schema.get("properties", {}))

    def polished(self) -> ast.ClassDef:
        fields: dict[str, str] = {}
        body: list[ast.stmt] = []
        for node in self.node.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name)):
                    fields[name] = self._field(node)
                    body.append(node)
                case ast.Expr(value=ast.Constant(value=str(text))):
                    body.append(_docstring(text))
                case _:
                    pass  # the generator's model_config: the base class holds it
        self.node.body = [*body, *self._facts(fields), *self._replace(fields)] or [ast.Pass()]
        if base := self.plan.bases.get(self.node.name):
            self.node.bases = [ast.Name(id=base)]
        return self.node

    def _field(self, node: ast.AnnAssign) -> str:
        """Makes the field exact in place; returns its plain type."""
        plain, alias, rest = _unwrap(node.annotation)
        schema = self.properties.get(alias or cast("ast.Name", node.target).id)
        facts = schema if isinstance(schema, dict) else {}
        python_type = facts.get("x-python-type")
        if isinstance(python_type, str):
            plain = python_type.rpartition(".")[2] + (" | None" if plain.endswith("None") else "")
        extras = [f"Field(alias={alias!r})"] if alias else []
        extras += rest
        if plain.startswith("Mapping[") and node.value is not None:
            extras.append("ReadOnly()")
        node.value = _default(plain, node.value)
        if self.plan.replace and node.value is not None and not plain.endswith("None") and "Literal" not in plain:
            extras.append("Lenient()")
        node.annotation = _expression(f"Annotated[{plain}, {', '.join(extras)}]" if extras else plain)
        return plain

    def _facts(self, fields: Mapping[str, str]) -> Iterator[ast.stmt]:
        if not self.plan.replace:
            tags = self.schema.get("x-known-tags")
            if isinstance(tags, list):
                yield from ast.parse(
                    f"known_tags: ClassVar[frozenset[str]] = frozenset({sorted(map(str, tags))!r})"
                ).body
            return
        for fact, key in (("required_keys", "required"), ("native_keys", "x-drops-native")):
            wanted = self.schema.get(key)
            if isinstance(wanted, list) and wanted:
                names = [name for name in fields if self._key(name) in wanted]
                yield from ast.parse(f"{fact}: ClassVar[frozenset[str]] = frozenset({names!r})").body

    def _key(self, name: str) -> str:
        for node in self.node.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
                return _unwrap(node.annotation)[1] or name
        return name

    def _replace(self, fields: Mapping[str, str]) -> Iterator[ast.stmt]:
        if not self.plan.replace or not fields:
            return
        parameters = ", ".join(f"{name}: {plain} | Unset = UNSET" for name, plain in fields.items())
        changes = ", ".join(f"{name!r}: {name}" for name in fields)
        yield from ast.parse(
            f"def replace(self, *, {parameters}) -> Self:\n"
            '    """A copy with these fields changed; what is not given stays as it is."""\n'
            f"    return self._replaced({{{changes}}})\n"
        ).body


_FOLDED = ("alias", "validate_default", "json_schema_extra")
"""What `Field` holds and this module says otherwise, or not at all."""


class _Types(ast.NodeTransformer):
    """Arrays are tuples, objects are read-only mappings, anything is frozen JSON."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(id="FrozenJson") if node.id == "Any" else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node.value:
            case ast.Name(id="list"):
                return _expression(f"tuple[{ast.unparse(self.visit(node.slice))}, ...]")
            case ast.Name(id="dict") if ast.unparse(node.slice) == "(str, Any)":
                return ast.Name(id="FrozenObject")
            case ast.Name(id="dict"):
                return _expression(f"Mapping[{ast.unparse(self.visit(node.slice)).strip('()')}]")
            case _:
                return cast("ast.expr", self.generic_visit(node))


def _unwrap(annotation: ast.expr) -> tuple[str, str, list[str]]:
    """The plain type, the alias if there is one, and what else `Annotated` holds."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[plain, *rest])):
            pass
        case plain:
            rest = []
    alias, kept = "", list[str]()
    for item in rest:
        match item:
            case ast.Call(func=ast.Name(id="Field"), keywords=keywords):
                alias = next((_text(k.value) for k in keywords if k.arg == "alias"), alias)
                others = [k for k in keywords if k.arg not in _FOLDED]
                kept += [ast.unparse(ast.Call(ast.Name("Field"), [], others))] if others else []
            case _:
                kept.append(ast.unparse(item))
    return ast.unparse(_Types().visit(plain)), alias, [text for text in kept if text != "Lenient()"]


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _default(plain: str, value: ast.expr | None) -> ast.expr | None:
    """The generator's default as a value of the field's own type."""
    if value is None:
        return None
    match ast.unparse(value), plain:
        case "[]", _:
            return _expression("()")
        case "{}", "FrozenObject" | "FrozenStrings":
            return ast.Name(id="EMPTY")
        case "{}", _ if plain.startswith("Mapping["):
            return ast.Name(id="EMPTY")
        case "{}", _:
            return _expression(f"{plain}()")
        case "''", "Base64":
            return ast.Constant(value=b"")
        case "''", "RawArgs":
            return _expression("RawArgs()")
        case _:
            return value


def _expression(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def _docstring(text: str) -> ast.stmt:
    return ast.Expr(value=ast.Constant(value=" ".join(text.split())))
