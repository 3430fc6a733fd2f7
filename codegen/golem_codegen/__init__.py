"""From `spec/` to `generated/`: the generator. The runtime never imports it."""
