# Generated from spec/providers/azure_openai by `golem-codegen generate`. Do not edit: `make generate` writes it anew,
# and `make check` refuses what was changed by hand.
"""The facts of Azure OpenAI; its wire is that of `openai_chat`."""
