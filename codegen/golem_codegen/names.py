"""Names in Python for names on the wire: of classes, of methods, and what no definition may be called."""

import keyword
import re
from collections.abc import Iterable

from golem_codegen.document import SpecError, Where

__all__ = ["camel", "check_class_name", "methods", "snake"]


def camel(text: str) -> str:
    """`tool_choice` as `ToolChoice`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^0-9A-Za-z]+", text))


def snake(text: str) -> str:
    """`toolChoice` and `tool.choice` as `tool_choice`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", text)
    return re.sub(r"\W+", "_", words).lower()


def check_class_name(name: str, taken: Iterable[str], where: Where) -> None:
    """Refuse a definition whose name is no class name, or hides a name that every generated module uses."""
    if not re.fullmatch(r"[A-Z][0-9A-Za-z]*", name) or keyword.iskeyword(name):
        raise SpecError(where, "class-name", f"{name!r} is no class name: a capital letter, then letters and digits")
    if name in taken:
        raise SpecError(where, "class-name", f"{name!r} means something else in the generated module")


def methods(tags: Iterable[str], where: Where) -> dict[str, str]:
    """The last part of a method's name for each of these tags; two that become one are an error."""
    found: dict[str, str] = {}
    for tag in tags:
        name = snake(tag)
        if not name or name in found:
            problem = f"also {found[name]!r} has this name" if name else "there is nothing to name it by"
            raise SpecError(where, "unique-names", f"a method for {tag!r} would be called {name!r}: {problem}")
        found[name] = tag
    return {tag: name for name, tag in found.items()}
