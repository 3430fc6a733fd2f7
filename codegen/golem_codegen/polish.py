"""What datamodel-code-generator cannot say by flags, said on its syntax tree.

Arrays are tuples, free JSON is frozen, defaults are values of their type, fields with a default read null as that
default, and a canonical model has a typed `replace`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from golem_codegen.document import JsonObject
from golem_codegen.schema import properties

if TYPE_CHECKING:
    from golem_codegen.models import ModelPlan

__all__ = ["polished"]


def polished(plan: ModelPlan, body: Sequence[ast.stmt]) -> tuple[list[ast.stmt], dict[str, dict[str, str]]]:
    """The statements made exact, imports apart, and the Python name of each property of each class."""
    found: list[ast.stmt] = []
    names: dict[str, dict[str, str]] = {}
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                fields = _fields(plan, node)
                names[name] = {field.key: field.name for field in fields}
                found.append(_class(plan, node, fields))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                call.args[1] = _wrapped(_Types().visit(call.args[1]), plan.wrappers.get(name, ""))
                found.append(node)
            case ast.Expr(value=ast.Constant(value=str(text))):
                found.append(_docstring(text))
            case ast.Import() | ast.ImportFrom():
                pass  # the module has its own
            case _:
                found.append(node)
    return found, names


def _wrapped(node: ast.expr, wrapper: str) -> ast.expr:
    return _expression(f"Annotated[{ast.unparse(node)}, {wrapper}]") if wrapper else node


@dataclass(frozen=True)
class _Field:
    """A field: its name here and on the wire, its plain type, and its statements: itself, perhaps a docstring."""

    name: str
    key: str
    type: str
    default: str
    body: list[ast.stmt]


def _fields(plan: ModelPlan, node: ast.ClassDef) -> list[_Field]:
    members = properties(plan.defs[node.name])
    fields: list[_Field] = []
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                fields.append(_field(name, statement, members, lenient=plan.replace))
            case ast.Expr(value=ast.Constant(value=str(text))) if fields:
                fields[-1].body.append(_docstring(text))
            case _:
                pass  # its own docstring, and the generator's model_config: the base class holds it
    return fields


def _field(name: str, node: ast.AnnAssign, members: JsonObject, *, lenient: bool) -> _Field:
    plain, alias, rest = _unwrap(node.annotation)
    key = alias or name
    schema = members.get(key)
    nullable = _is_nullable(plain)
    text = ast.unparse(plain)
    default = _default(text, node.value)
    extras = [f"Field(alias={alias!r})"] if alias else []
    extras += rest
    if text.startswith("Mapping[") and not nullable:
        extras.append("ReadOnly()")
    if isinstance(schema, dict) and schema.get("x-tolerant"):
        extras.append("Tolerant()")
    if text == "RawArgs" and default is None:
        extras.append("ArgsText()")
    if lenient and default is not None and not nullable and not _is_constant(schema):
        extras.append("Lenient()")
    exact = re.sub(r"^(Mapping\[.*\]) \| None$", r"Annotated[\1, ReadOnly()] | None", text)
    annotation = f"Annotated[{exact}, {', '.join(extras)}]" if extras else exact
    statement = ast.AnnAssign(node.target, _expression(annotation), default, simple=1)
    return _Field(name, key, text, "" if default is None else ast.unparse(default), [statement])


def _is_constant(schema: object) -> bool:
    return isinstance(schema, dict) and "const" in schema


def _is_nullable(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(left=left, right=right):
            return _is_nullable(left) or _is_nullable(right)
        case ast.Constant(value=None):
            return True
        case _:
            return False


def _class(plan: ModelPlan, node: ast.ClassDef, fields: Sequence[_Field]) -> ast.ClassDef:
    schema = plan.defs[node.name]
    doc = schema.get("description")
    body: list[ast.stmt] = [_docstring(doc)] if isinstance(doc, str) else []
    for field in fields:
        body += field.body
    body += _canonical_facts(schema, fields) if plan.replace else _wire_facts(schema)
    body += [*_members(schema, fields), *_replace(fields)] if plan.replace and fields else []
    bases: list[ast.expr] = [ast.Name(plan.bases.get(node.name, plan.base))]
    # The base is frozen; the type checkers want to hear it of each class.
    frozen = [ast.keyword("frozen", ast.Constant(value=True))]
    return ast.ClassDef(node.name, bases, frozen, body or [ast.Pass()], [])


def _wire_facts(schema: JsonObject) -> Iterator[ast.stmt]:
    tags = schema.get("x-known-tags")
    if isinstance(tags, list):
        if schema.get("x-tag") != "type":
            yield from ast.parse(f"tag_name: ClassVar[str] = {schema.get('x-tag')!r}").body
        yield from _names("known_tags", sorted(map(str, tags)))


def _canonical_facts(schema: JsonObject, fields: Sequence[_Field]) -> Iterator[ast.stmt]:
    for fact, keyword in (("required_keys", "required"), ("native_keys", "x-drops-native")):
        wanted = schema.get(keyword)
        if isinstance(wanted, list) and wanted:
            yield from _names(fact, [field.name for field in fields if field.key in wanted])


def _names(fact: str, values: list[str]) -> list[ast.stmt]:
    return ast.parse(f"{fact}: ClassVar[frozenset[str]] = frozenset({values!r})").body


_EMPTY = ("''", "()", "False", "0", "0.0", "b''", "EMPTY")


def _members(schema: JsonObject, fields: Sequence[_Field]) -> list[ast.stmt]:
    """The method that writes the known keys: one statement a key, in the order of the schema."""
    found = {field.key: field for field in fields}
    order = schema.get("x-order")
    lines = [
        line for key in (order if isinstance(order, list) else found) for line in _member(str(key), found.get(str(key)))
    ]
    return ast.parse(
        "def _members(self) -> str:\n    d, s = self.__dict__, ''\n" + "".join(lines) + "    return s\n"
    ).body


def _member(key: str, field: _Field | None) -> Iterator[str]:
    prefix = "," + json.dumps(key, ensure_ascii=False) + ":"
    if field is None:  # a key that Python folds into another field
        yield f"    if v := d['args'].written()[1]: s += {prefix!r} + v\n"
        return
    held, kind = f"d[{field.name!r}]", field.type
    write = "quoted" if kind == "str" or kind.startswith("Literal['") or kind.endswith("] | str") else "written"
    match field.default:
        case "" if "None" not in kind.split(" | "):
            yield f"    s += {prefix!r} + {write}({held})\n"
        case "False":
            yield f"    if {held}: s += {prefix + 'true'!r}\n"
        case "" | "None":
            yield f"    if (v := {held}) is not None: s += {prefix!r} + {write}(v)\n"
        case empty if empty in _EMPTY:
            yield f"    if v := {held}: s += {prefix!r} + {write}(v)\n"
        case _ if kind.startswith("Literal["):
            yield f"    s += {prefix!r} + {write}({held})\n"
        case default:
            yield f"    if (v := {held}) != {default}: s += {prefix!r} + {write}(v)\n"


def _replace(fields: Sequence[_Field]) -> list[ast.stmt]:
    parameters = ", ".join(f"{field.name}: {field.type} | Unset = UNSET" for field in fields)
    changes = ", ".join(f"{field.name!r}: {field.name}" for field in fields)
    return ast.parse(
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


def _unwrap(annotation: ast.expr) -> tuple[ast.expr, str, list[str]]:
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
    return _Types().visit(plain), alias, kept


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
