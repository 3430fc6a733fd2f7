"""A call's arguments on the wire: always a JSON object, whatever the model wrote."""

from __future__ import annotations

from golem_wire._runtime import RawArgs, compact

__all__ = ["wire_arguments"]


def wire_arguments(args: RawArgs) -> str:
    """The text as it is when it is a JSON object; blank or null as `{}`; anything else wrapped verbatim."""
    text = args.text.strip()
    if text in ("", "null"):
        return "{}"
    try:
        is_object = isinstance(args.value(), dict)
    except ValueError:
        is_object = False
    return args.text if is_object else compact({"truncated_args": args.text})
