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


def check_destination(url: str, client: object) -> None:
    """Raises RuntimeError, which names the host and the reason, for a request that may not be sent.

    Loopback is always allowed, and so is a client of `httpx2` or `httpx` that answers within the process.
    """
    if _reason and not _is_loopback(host := urlsplit(url).hostname or "") and not _answers_itself(client):
        raise RuntimeError(f"a request to {host!r} was not sent: {_reason}")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _answers_itself(client: object) -> bool:
    # By name: neither library may be loaded from here. Where the private attribute is gone, requests are refused.
    kinds = type(getattr(client, "_transport", None)).__mro__
    return any(kind.__name__ in ("MockTransport", "ASGITransport") for kind in kinds)
