"""Azure OpenAI's deployments, on the v1 route or on the dated one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from golem_sdk.adapters.azure_openai import azure_openai
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.models.http import HTTPModel
from golem_sdk.transport.auth import ApiKey, Auth, TokenProvider
from golem_sdk.transport.client import AsyncClient
from golem_sdk.transport.redact import redact
from golem_wire._runtime import AdapterFacts

__all__ = ["AzureOpenAIChat"]

# What people paste: a resource, its v1 base, or the whole address of a deployment.
_PATH = re.compile(
    r"(?P<prefix>.*?)(?:/openai(?:(?P<v1>/v1)|/deployments/(?P<deployment>[^/]+))?(?:/chat/completions)?)?/*"
)
_VERSION = "api-version"


class AzureOpenAIChat(HTTPModel):
    """A model deployed on Azure OpenAI; `deployment` is the name that you gave it there.

    With `api_version`, such as "2024-10-21", requests take the deployment's own route of the resource `endpoint`,
    "https://NAME.openai.azure.com". Without one they take the v1 route, whose endpoint ends in "/openai/v1".
    A version may stand in the endpoint's query too.

    The credential is `api_key`, or a token of `token_provider`, which is asked again when Azure refuses the last
    one, or the environment variable AZURE_OPENAI_API_KEY, read at the first request. What Azure's content filters
    say is `provider_data` of the response, and of the details of a `ContentFiltered` error.

    Raises ValueError for an endpoint that is none, for a version that is missing or too many, and for a key beside
    a token provider.
    """

    def __init__(
        self,
        deployment: str,
        *,
        endpoint: str,
        api_version: str | None = None,
        api_key: str | None = None,
        token_provider: Callable[[], str | Awaitable[str]] | None = None,
        headers: Mapping[str, str] | None = None,
        client: AsyncClient | None = None,
    ) -> None:
        if api_key is not None and token_provider is not None:
            raise ValueError("give api_key or token_provider, not both")
        base_url, version = _place(deployment, endpoint, api_version)
        facts = _facts(azure_openai().facts, version, token=token_provider is not None)
        super().__init__(
            azure_openai(deployment, facts=facts),
            base_url=base_url,
            auth=_auth(api_key, token_provider),
            headers=headers,
            client=client,
        )


def _auth(api_key: str | None, token_provider: Callable[[], str | Awaitable[str]] | None) -> Auth | None:
    if token_provider is not None:
        return TokenProvider(token_provider)
    return None if api_key is None else ApiKey(api_key)


def _facts(facts: AdapterFacts, version: str | None, *, token: bool) -> AdapterFacts:
    if token:  # a token goes as it does to OpenAI
        openai = OpenAIChatAdapter().facts
        facts = replace(facts, auth_header=openai.auth_header, auth_format=openai.auth_format)
    if version is None:
        return facts
    return replace(facts, path=facts.versioned_path.format(model="{model}", version=quote(version, safe="")))


def _place(deployment: str, endpoint: str, api_version: str | None) -> tuple[str, str | None]:
    """The resource's address, and the version where the route has one."""
    url = urlsplit(endpoint.strip())
    path = _PATH.fullmatch(url.path)
    if url.scheme not in ("http", "https") or not url.hostname or path is None:
        raise ValueError(f"endpoint {redact(endpoint)!r} is no address: it is as https://NAME.openai.azure.com")
    named = unquote(path["deployment"] or deployment)
    if not deployment or named != deployment:
        raise ValueError(f"deployment is {deployment!r}" + (f", and the endpoint names {named!r}" if named else ""))
    version = _version(dict(parse_qsl(url.query, keep_blank_values=True)), api_version)
    if path["v1"] and version is not None:
        raise ValueError(f"the v1 route takes no api_version, and {version!r} was given: drop it, or /openai/v1")
    if not path["v1"] and version is None:
        raise ValueError("no api_version: give one, such as '2024-10-21', or an endpoint that ends in /openai/v1")
    return f"{url.scheme}://{url.netloc}{path['prefix']}", version


def _version(query: Mapping[str, str], api_version: str | None) -> str | None:
    """The version, wherever it was given."""
    if others := sorted(query.keys() - {_VERSION}):
        raise ValueError(f"the endpoint's query holds {others[0]!r}; only {_VERSION} may stand there")
    given = {version.strip() for version in (query.get(_VERSION), api_version) if version is not None}
    if len(given) > 1 or "" in given:
        raise ValueError(f"api_version is empty or given twice: {', '.join(map(repr, sorted(given)))}")
    return next(iter(given), None)
