"""API requests skip the middleware for pages, under WSGI and ASGI."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, override_settings

from tests.helpers.asgi import answer_of

SEEN: list[str] = []


def only_for_pages(get_response):
    """Record the requests that pages get."""

    def note(request):
        SEEN.append(request.path)
        return get_response(request)

    return note


@pytest.fixture
def noting():
    """Return the middleware with one added among those for pages."""
    SEEN.clear()
    place = settings.MIDDLEWARE.index("chkobba_api.middleware.pages_only.api_is_back")
    return [*settings.MIDDLEWARE[:place], f"{__name__}.only_for_pages", *settings.MIDDLEWARE[place:]]


def test_the_api_is_not_seen_by_middleware_of_pages(db, noting):
    """Middleware for pages sees pages, but no API request."""
    with override_settings(MIDDLEWARE=noting):
        statuses = [Client().get(path).status_code for path in ("/api/v1/games", "/")]

    assert statuses == [200, 200]
    assert SEEN == ["/"]


@pytest.mark.parametrize("path", ["/api/v1/games", "/"])
def test_both_kinds_of_servers_give_the_same_headers(db, path):
    """WSGI and ASGI give the same headers for the API and for pages, except those that change with each request."""
    changing = {"X-Request-ID", "RateLimit-Reset", "RateLimit-Remaining", "Content-Security-Policy"}
    plain = Client().get(path)
    status, headers, _ = answer_of(path)

    assert status == plain.status_code == 200
    assert headers.keys() == plain.headers.keys()
    assert {name: value for name, value in headers.items() if name not in changing} == {
        name: value for name, value in plain.headers.items() if name not in changing
    }
