"""Middleware for pages only. The API does not need it: its requests have a token and get JSON.

For each move it would take a tenth of the server's time, and under ASGI a thread of its own. So requests of the API
skip all middleware between ``api_leaves`` and ``api_is_back`` in MIDDLEWARE.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import isawaitable
from threading import local
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware

GetResponse = Callable[[HttpRequest], Any]

API: Final = "/api/v1/"
"""The start of the paths of the API; all other paths are pages."""

_loading = local()
"""The handler of the API while Django builds the middleware chain, from the innermost outwards."""


def is_for_api(request: HttpRequest) -> bool:
    """Return whether a request is for the API."""
    return request.path_info.startswith(API)


@sync_and_async_middleware
def api_is_back(get_response: GetResponse) -> GetResponse:
    """Return the next handler, which pages and the API share from here on."""
    _loading.api = get_response
    return get_response


@sync_and_async_middleware
def api_leaves(get_response: GetResponse) -> GetResponse:
    """Return the middleware that lets the API skip some. Raises ImproperlyConfigured if that would need a thread."""
    api = _loading.api
    if iscoroutinefunction(api) != iscoroutinefunction(get_response):
        raise ImproperlyConfigured("A middleware between api_leaves and api_is_back does not know asyncio.")
    if iscoroutinefunction(api):

        async def choose_later(request: HttpRequest) -> Any:
            return await (api if is_for_api(request) else get_response)(request)

        return choose_later

    def choose(request: HttpRequest) -> Any:
        return (api if is_for_api(request) else get_response)(request)

    return choose


class Files(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """WhiteNoise, which under ASGI serves files in a thread. Otherwise each request would use a thread twice."""

    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        """Return the file or the answer; under ASGI, an awaitable of it."""
        return self._later(request) if self.is_async else super().__call__(request)

    async def _later(self, request: HttpRequest) -> Any:
        found = await sync_to_async(super().__call__)(request)
        return await found if isawaitable(found) else found
