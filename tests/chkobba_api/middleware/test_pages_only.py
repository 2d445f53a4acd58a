"""API requests skip the middleware for pages, under WSGI and ASGI."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.wsgi import WSGIHandler
from django.test import AsyncClient, Client, override_settings

SEEN: list[str] = []


def only_for_pages(get_response):
    """Record requests; as a plain function it does not support asyncio."""

    def note(request):
        SEEN.append(request.path)
        return get_response(request)

    return note


@pytest.fixture
def noting():
    """Return the middleware with one added among those for pages, which Django must adapt."""
    SEEN.clear()
    place = settings.MIDDLEWARE.index("chkobba_api.middleware.pages_only.api_is_back")
    return [*settings.MIDDLEWARE[:place], f"{__name__}.only_for_pages", *settings.MIDDLEWARE[place:]]


def test_the_api_is_not_seen_by_middleware_of_pages(db, noting):
    """Middleware for pages sees pages, but no API request."""
    with override_settings(MIDDLEWARE=noting):
        statuses = [Client().get(path).status_code for path in ("/api/v1/games", "/")]

    assert statuses == [200, 200]
    assert SEEN == ["/"]


def test_middleware_of_pages_must_know_asyncio(noting):
    """Middleware for pages without asyncio is refused: under ASGI it would put API requests into threads, unnoticed."""
    with override_settings(MIDDLEWARE=noting):
        WSGIHandler()
        with pytest.raises(ImproperlyConfigured, match="api_is_back"):
            ASGIHandler()


@pytest.mark.parametrize("path", ["/api/v1/games", "/"])
def test_both_kinds_of_servers_give_the_same_headers(db, path):
    """WSGI and ASGI give the same headers for the API and for pages, except those that change with each request."""
    changing = {"X-Request-ID", "RateLimit-Reset", "RateLimit-Remaining", "Content-Security-Policy"}
    plain = Client().get(path)

    async def ask():
        return await AsyncClient().get(path)

    held = async_to_sync(ask)()

    assert held.status_code == plain.status_code == 200
    assert held.headers.keys() == plain.headers.keys()
    assert {name: value for name, value in held.headers.items() if name not in changing} == {
        name: value for name, value in plain.headers.items() if name not in changing
    }
