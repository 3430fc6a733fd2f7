"""Models over HTTP: `HTTPModel` joins any adapter to the transport; the providers are modules beside it."""

from golem_sdk.models.http import HTTPModel
from golem_sdk.transport.auth import ApiKey, Auth, EnvironmentKey, NoAuth, TokenProvider
from golem_sdk.transport.client import AsyncClient, HTTPAnswer

__all__ = [
    "ApiKey",
    "AsyncClient",
    "Auth",
    "EnvironmentKey",
    "HTTPAnswer",
    "HTTPModel",
    "NoAuth",
    "TokenProvider",
]
