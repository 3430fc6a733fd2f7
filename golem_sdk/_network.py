"""Whether requests may leave this machine: the transport asks here, and the pytest plugin says no."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

__all__ = ["check_destination", "refusing"]

# Not a context variable: a request from a thread that a test started is that test's request too.
_reason = ""


@contextmanager
def refusing(reason: str) -> Generator[None]:
    """Inside the block, requests to other machines are refused for this reason; an empty one allows them."""
    global _reason
    before, _reason = _reason, reason
    try:
        yield
    finally:
        _reason = before


def check_destination(url: str) -> None:
    """Raises RuntimeError, which names the host and the reason, for a request that may not be sent."""
    if _reason and not _is_loopback(host := urlsplit(url).hostname or ""):
        raise RuntimeError(f"a request to {host!r} was not sent: {_reason}")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
