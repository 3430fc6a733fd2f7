"""Adapters: one pure file a provider. Import the one you need; this package loads none of them."""
