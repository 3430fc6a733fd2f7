"""Keys: where they come from, when they are read, and how they are kept out of sight."""

from __future__ import annotations

import inspect
import os
from collections.abc import Awaitable, Callable
from typing import Protocol

from pydantic import SecretStr

from golem_sdk.model import ApiError
from golem_wire.canonical import ProviderDetails

__all__ = ["ApiKey", "Auth", "EnvironmentKey", "NoAuth", "TokenProvider"]


class Auth(Protocol):
    """Gives the secret of a request. `refresh` asks for a new one, after the provider refused the last."""

    @property
    def refreshable(self) -> bool:
        """Whether asking again can give another secret."""
        ...

    async def secret(self, *, refresh: bool) -> SecretStr | None:
        """The secret; None sends no credential. Raises ApiError of kind `auth_failed` where there is none."""
        ...


class ApiKey:
    """A key that the application holds; white space around it goes. Raises ValueError for a blank one."""

    refreshable = False

    def __init__(self, key: str) -> None:
        self._key = SecretStr(key.strip())
        if not self._key:
            raise ValueError("the API key is empty; to read it from the environment, pass none")

    def __repr__(self) -> str:
        return "ApiKey(…)"

    async def secret(self, *, refresh: bool) -> SecretStr:
        """The key."""
        return self._key


class EnvironmentKey:
    """A key in one environment variable, read when a request needs it and never before."""

    refreshable = False

    def __init__(self, variable: str) -> None:
        self._variable = variable

    def __repr__(self) -> str:
        return f"EnvironmentKey({self._variable!r})"

    async def secret(self, *, refresh: bool) -> SecretStr:
        """The variable's value. Raises ApiError when it is not set."""
        value = _environment(self._variable)
        if not value:
            text = f"no key: pass api_key=, or set the environment variable {self._variable}"
            raise ApiError(text, ProviderDetails(kind="auth_failed"))
        return SecretStr(value)


class TokenProvider:
    """A token that a function gives, sync or async; it is kept until the provider refuses it."""

    refreshable = True

    def __init__(self, provider: Callable[[], str | Awaitable[str]]) -> None:
        self._provider = provider
        self._token: SecretStr | None = None

    def __repr__(self) -> str:
        return "TokenProvider(…)"

    async def secret(self, *, refresh: bool) -> SecretStr:
        """The token."""
        if self._token is None or refresh:
            given = self._provider()
            self._token = SecretStr(await given if inspect.isawaitable(given) else given)
        return self._token


class NoAuth:
    """No credential: local servers."""

    refreshable = False

    async def secret(self, *, refresh: bool) -> None:
        """None."""
        return


def _environment(variable: str) -> str:
    # The one place where this library reads the environment.
    return os.environ.get(variable, "").strip()
