"""Middleware for pages only. The API does not need it: its requests have a token and get JSON.

For each move it would take a tenth of the server's time. So requests of the API skip all middleware between
``api_leaves`` and ``api_is_back`` in MIDDLEWARE.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Any, Final

from django.http import HttpRequest

GetResponse = Callable[[HttpRequest], Any]

API: Final = "/api/v1/"
"""The start of the paths of the API; all other paths are pages."""

_loading = local()
"""The handler of the API while Django builds the middleware chain, from the innermost outwards."""


def api_is_back(get_response: GetResponse) -> GetResponse:
    """Return the next handler, which pages and the API share from here on."""
    _loading.api = get_response
    return get_response


def api_leaves(get_response: GetResponse) -> GetResponse:
    """Return the middleware that lets the API skip some."""
    api = _loading.api

    def choose(request: HttpRequest) -> Any:
        return (api if request.path_info.startswith(API) else get_response)(request)

    return choose
