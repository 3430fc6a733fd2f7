# Generated from spec/providers/acme by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The wire of Acme."""
