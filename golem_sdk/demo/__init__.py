"""What `golem demo` shows: the README's example over real HTTP, and the mistake that type checking catches."""
