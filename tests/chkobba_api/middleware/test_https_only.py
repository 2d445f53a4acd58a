"""Plain HTTP on a server with HTTPS: pages lead to HTTPS, and programs are refused."""

from __future__ import annotations

import json

import pytest
from django.test import Client as DjangoClient

from tests.helpers.asgi import answer_of

UNKNOWN = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"


@pytest.fixture(autouse=True)
def _with_https(settings):
    """Require HTTPS, as production does."""
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/games"),
        ("GET", "/api/v1/me"),
        ("HEAD", "/api/v1/me"),
        ("POST", f"/api/v1/matches/{UNKNOWN}/moves"),
        ("DELETE", "/api/v1/me/devices"),
        ("GET", f"/api/v1/matches/{UNKNOWN}/events?wait=5"),
        ("GET", "/api/v1/nothing"),
        ("GET", "/api/v2/me"),
        ("GET", "/api/schema"),
        ("GET", "/api/docs"),
        ("POST", "/oauth/token"),
        ("GET", "/oauth/token"),
        ("POST", "/oauth/revoke"),
        ("GET", "/.well-known/oauth-authorization-server"),
        ("GET", "/calendars/secret.ics"),
        ("POST", f"/mail/unsubscribe/{UNKNOWN}.secret"),
        ("POST", "/admin/login/"),
    ],
)
def test_what_is_no_page_is_refused(method, path):
    """A token sent there, or a password, was sent in clear text: the client notices. This test has no database."""
    headers = {"Authorization": "Bearer secret", "Accept": "text/html, application/json"}

    answer = DjangoClient().generic(method, path, b"{" if method == "POST" else b"", headers=headers)

    assert (answer.status_code, answer.headers["Content-Type"]) == (403, "application/problem+json")
    assert method == "HEAD" or json.loads(answer.content)["code"] == "https_needed"
    assert not {"Location", "WWW-Authenticate", "RateLimit-Remaining", "Strict-Transport-Security"} & {*answer.headers}
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/v1/games", "/oauth/token"])
def test_a_refused_request_is_not_counted(db, settings, path):
    """The one request that the address may send is left."""
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, "1/day")

    refused = [DjangoClient().get(path).status_code for _ in range(3)]
    over_https = [DjangoClient().get(path, secure=True).status_code for _ in range(2)]

    assert refused == [403] * 3
    assert over_https == [200 if path == "/api/v1/games" else 405, 429]


def test_the_refusal_says_what_to_do():
    """It names the address, and says that the token is known to others; in the language of the client."""
    details = {
        language: DjangoClient().get("/api/v1/me", headers={"Accept-Language": language}).json()["detail"]
        for language in ("en", "fr")
    }

    assert details == {
        "en": "Use `https://` here, and replace a token that you sent without it.",
        "fr": "Utilisez ici `https://`, et remplacez un jeton envoyé sans lui.",
    }


def test_no_token_follows_a_refused_preflight():
    """The preflight request of a page of another site is refused, so the browser never sends its token."""
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}

    answer = DjangoClient().options("/api/v1/me", headers={**asked, "Access-Control-Request-Headers": "authorization"})

    assert (answer.status_code, answer.json()["code"]) == (403, "https_needed")


@pytest.mark.parametrize("path", ["/api/v1/me/events", f"/api/v1/matches/{UNKNOWN}/events"])
def test_a_held_request_is_refused_before_it_takes_a_place(settings, path):
    """The refusal comes even if there is no place."""
    settings.LIMITS = {**settings.LIMITS, "held": 0}

    status, _, body = answer_of(path, b"wait=5", authorization="Bearer secret")

    assert (status, json.loads(body)["code"]) == (403, "https_needed")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?from=app",
        f"/match/{UNKNOWN}",
        "/join/K7D29QXM",
        f"/mail/unsubscribe/{UNKNOWN}.secret",
        "/mail/confirm/secret",
        "/oauth/authorize?state=1",
        "/api/docs/",
        "/api/redoc/turns/",
        "/api/problems/",
        "/admin/login/",
        "/static/web/style/icon.svg",
        "/nothing",
    ],
)
def test_a_page_leads_to_https(path):
    """A person who types an address gets the page."""
    answer = DjangoClient().get(path)

    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://testserver{path}")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_of_the_inner_network_need_no_https(db, path):
    """They come without the proxy."""
    assert DjangoClient().get(path).status_code in (200, 503)


@pytest.mark.parametrize("proxy", [False, True])
def test_https_is_what_django_says_it_is(db, settings, proxy):
    """A header says so only if the server is behind a proxy."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxy else None

    behind = DjangoClient().get("/api/v1/games", headers={"X-Forwarded-Proto": "https"})
    direct = DjangoClient().get("/api/v1/games", secure=True)

    assert (behind.status_code, direct.status_code) == (200 if proxy else 403, 200)


def test_a_server_without_https_refuses_nothing(db, settings):
    """The try-out serves plain HTTP."""
    settings.SECURE_SSL_REDIRECT = False

    assert DjangoClient().get("/api/v1/games").status_code == 200
    assert DjangoClient().post("/oauth/token").status_code == 400
