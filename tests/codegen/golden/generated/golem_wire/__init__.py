# Generated from spec/ by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The generated half of the SDK: canonical models, and each provider's wire and skeleton."""

from golem_wire._runtime import API

__all__ = ["API"]
