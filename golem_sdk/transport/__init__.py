"""All IO with providers: clients, keys, and what must not be said about them."""
