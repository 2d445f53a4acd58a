"""Middleware that pages need, and the API does not: what is asked of that brings a token and gets JSON.

At each move these would take a tenth of the server's time, and under ASGI a thread of their own. So what is asked of
the API goes past all that stands between ``api_leaves`` and ``api_is_back`` in MIDDLEWARE.
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
"""What begins so is no page."""

_loading = local()
"""What answers the API in the handler that is being put together, from the innermost middleware outwards."""


def is_for_api(request: HttpRequest) -> bool:
    """Say whether no page is asked for."""
    return request.path_info.startswith(API)


@sync_and_async_middleware
def api_is_back(get_response: GetResponse) -> GetResponse:
    """Return what answers: from here on, there is one way for all."""
    _loading.api = get_response
    return get_response


@sync_and_async_middleware
def api_leaves(get_response: GetResponse) -> GetResponse:
    """Return the middleware that knows two ways. Raises ImproperlyConfigured where the longer one needs a thread."""
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


class Files(WhiteNoiseMiddleware):  # type: ignore[misc]  # which has no types
    """Serves files, under ASGI in a thread: without that, all that is asked for would take one twice."""

    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        """Return the file or the answer, or what to await for it."""
        return self._later(request) if self.is_async else super().__call__(request)

    async def _later(self, request: HttpRequest) -> Any:
        found = await sync_to_async(super().__call__)(request)
        return await found if isawaitable(found) else found
