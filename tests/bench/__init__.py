"""What the SDK costs, as ratios to raw `httpx2` and `json` on the same bytes: `python -m tests.bench`."""
