"""Response headers, and the sites that may read responses."""

from __future__ import annotations

import re

import pytest
from django.test import Client as DjangoClient

from tests.helpers.api_client import published
from tests.helpers.asgi import answer_of
from tests.helpers.settings_file import PRODUCTION, TRYOUT, settings_of

EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/healthz", 200),
        ("/api/v1/games", 200),
        ("/api/v1/me", 401),
        ("/api/v1/nothing", 404),
        ("/api/docs/", 200),
        ("/api/redoc/", 200),
        ("/api/redoc/turns/", 200),
        ("/api/problems/", 200),
        ("/admin/login/", 200),
        ("/admin/", 302),
        ("/worker.js", 200),
        ("/static/admin/css/base.css", 200),
        ("/static/nothing.css", 404),
    ],
)
def test_every_answer_is_guarded(db, path, status):
    """No response can be framed, sniffed, or made to load foreign content."""
    answer = DjangoClient().get(path)
    answer.close()

    assert answer.status_code == status
    assert EVERYWHERE.items() <= dict(answer.headers).items()
    assert "camera=()" in answer.headers["Permissions-Policy"]
    policy = answer.headers["Content-Security-Policy"]
    loads_nothing = path in ("/", "/worker.js") or path.startswith("/api/v1/")
    assert ("default-src 'none'" if loads_nothing else "default-src 'self'") in policy
    assert "frame-ancestors 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "unsafe-eval" not in policy
    assert ("unsafe-inline" in policy) == (path == "/api/redoc/turns/")


NO_PAGE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize(
    ("behind_proxy", "scheme", "proto", "secure"),
    [
        (False, "http", "http", False),
        (False, "http", "https", False),
        (False, "https", "http", True),
        (True, "http", "https", True),
        (True, "https", "http", False),
    ],
)
@pytest.mark.parametrize(
    ("path", "query", "headers", "status"),
    [
        ("/healthz", b"", {"transfer_encoding": "chunked", "content_length": "3"}, 400),
        (
            "/healthz",
            b"caf\xe9",
            {"transfer_encoding": "chunked", "content_length": "3", "content_type": "a;" * 9999},
            400,
        ),
        ("/healthz", b"name=caf\xe9", {}, 400),
        ("/api/v1/me/events", b"wait=1", {}, 503),
    ],
    ids=["lengths", "lengths-unreadable", "query", "place"],
)
def test_an_answer_in_front_of_django_is_guarded_too(
    settings, path, query, headers, status, behind_proxy, scheme, proto, secure
):
    """It has the headers of all answers; Django decides whether the request is secure, and so has HSTS."""
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if behind_proxy else None
    settings.LIMITS = {**settings.LIMITS, "held": 0}

    answered, told, _ = answer_of(path, query, scheme, x_forwarded_proto=proto, **headers)

    told = {name.lower(): value for name, value in told.items()}
    assert answered == status
    assert {name.lower(): value for name, value in EVERYWHERE.items()}.items() <= told.items()
    assert "camera=()" in told["permissions-policy"]
    assert told["content-security-policy"] == NO_PAGE
    assert told.get("strict-transport-security") == ("max-age=31536000; includeSubDomains" if secure else None)


@pytest.mark.parametrize(("host", "status"), [("testserver", 301), ("evil.example", 400)])
def test_an_answer_of_a_middleware_is_guarded_too(settings, host, status):
    """A redirect to HTTPS is guarded, and so is the refusal of a host that has none."""
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["testserver"]

    answer = DjangoClient().get("/", headers={"Host": host})

    assert answer.status_code == status
    assert EVERYWHERE.items() <= dict(answer.headers).items()
    assert answer.headers["Content-Security-Policy"] == NO_PAGE


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/worker.js", "text/javascript"),
        ("/join/K7D29QXM/qr.svg", "image/svg+xml"),
        ("/static/web/style/icon.svg", "image/svg+xml"),
        ("/static/web/app.js", "text/javascript"),
        ("/static/admin/css/base.css", "text/css"),
    ],
)
def test_a_file_of_text_names_its_charset(db, path, kind):
    """No browser has to guess how to read it."""
    answer = DjangoClient().get(path)
    answer.close()

    assert answer.headers["Content-Type"].replace('"', "") == f"{kind}; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/join/K7D29QXM",
        "/join/K7D29QXM/qr.svg",
        "/match/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
        "/mail/confirm/secret",
        "/mail/unsubscribe/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47.secret",
        "/calendars/secret.ics",
        "/api/v1/me/events?ticket=secret",
    ],
)
def test_no_other_site_is_told_an_address_with_a_secret_in_it(db, path):
    """Referrers stay on this host, as addresses can contain secrets."""
    answer = DjangoClient().get(path)
    page = answer.content.decode()

    assert answer.headers["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert not re.search(r"referrerpolicy|<meta[^>]*name=.referrer.[^>]*content=.(?!no-referrer)", page)


@pytest.mark.parametrize("path", ["/api/docs/", "/api/redoc/", "/api/redoc/turns/", "/api/problems/", "/admin/login/"])
def test_what_is_inline_carries_the_nonce_of_its_answer(db, path):
    """Every inline script, and every inline style except Redoc's, has the nonce of its response, which is used once."""
    answers = [DjangoClient().get(path) for _ in range(2)]

    nonces = []
    for answer in answers:
        page = answer.content.decode()
        policy = answer.headers["Content-Security-Policy"]
        inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", page)
        if path != "/api/redoc/turns/":
            inline += re.findall(r"<style([^>]*)>", page)
        for attributes in inline:
            nonce = re.search(r'nonce="([^"]+)"', attributes)[1]
            assert f"'nonce-{nonce}'" in policy
            nonces.append(nonce)
    assert len(set(nonces)) == len({*nonces}) == (2 if nonces else 0)


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://app.example.org", True),
        ("https://app.example.org:8443", False),
        ("http://app.example.org", False),
        ("https://evil-app.example.org", False),
        ("https://app.example.org.evil.example", False),
        ("null", False),
    ],
)
def test_other_sites_are_allowed_by_their_exact_origin(db, settings, origin, allowed):
    """Only the exact origins that the host names are allowed, if it names any."""
    settings.CORS_ALLOW_ALL_ORIGINS, settings.CORS_ALLOWED_ORIGINS = False, ["https://app.example.org"]
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "if-match"}

    answers = [
        DjangoClient().get("/api/v1/games", headers={"Origin": origin}),
        DjangoClient().options("/api/v1/matches", headers=asked),
    ]

    for answer in answers:
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert "Access-Control-Allow-Credentials" not in answer.headers
    elsewhere = DjangoClient().get("/healthz", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in elsewhere.headers


@pytest.mark.parametrize(
    ("named", "allowed"), [(None, (True, [])), ("https://app.example.org", (False, ["https://app.example.org"]))]
)
@pytest.mark.parametrize("tryout", ["", "1"])
def test_every_site_may_use_the_api_unless_some_are_named(tmp_path, monkeypatch, named, allowed, tryout):
    """By default every site may use the API, in production and try-out, never with cookies."""
    variables = (TRYOUT if tryout else PRODUCTION) | ({"CORS_ALLOWED_ORIGINS": named} if named else {})

    told = settings_of(tmp_path, monkeypatch, variables)

    assert (told["CORS_ALLOW_ALL_ORIGINS"], told["CORS_ALLOWED_ORIGINS"]) == allowed
    assert not told.get("CORS_ALLOW_CREDENTIALS")


@pytest.mark.parametrize(
    ("path", "opened"),
    [
        ("/api/v1/games", True),
        ("/api/v1/me", True),
        ("/api/v1/nothing", True),
        ("/api/schema", True),
        ("/api/docs/", False),
        ("/api/problems/", False),
        ("/", False),
        ("/admin/", False),
        ("/admin/login/", False),
        ("/healthz", False),
        ("/metrics", False),
        ("/static/admin/css/base.css", False),
    ],
)
def test_nothing_but_the_api_is_opened_to_other_sites(db, path, opened):
    """Other sites may use the API only; preflight requests list what they may send and read."""
    origin = {"Origin": "https://elsewhere.example"}

    answer = DjangoClient().get(path, headers=origin)
    answer.close()
    asked = origin | {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization"}
    before = DjangoClient().options(path, headers=asked)

    assert (answer.headers.get("Access-Control-Allow-Origin") == "*") == opened
    assert ("Access-Control-Allow-Origin" in before.headers) == opened
    assert "Access-Control-Allow-Credentials" not in {*answer.headers, *before.headers}
    if opened:
        exposed = set(answer.headers["Access-Control-Expose-Headers"].split(", "))
        assert exposed >= {"date", "etag", "location", "retry-after", "ratelimit-remaining", "idempotency-replayed"}
        assert exposed >= {name.lower() for name in published()["components"]["headers"]}
        sent = set(before.headers["Access-Control-Allow-Headers"].split(", "))
        streams = {"cache-control", "last-event-id"}  # headers that libraries for event streams send
        assert sent >= {"authorization", "content-type", *streams, *parameters_in_headers()}
        assert set(before.headers["Access-Control-Allow-Methods"].split(", ")) >= {"GET", "POST", "PATCH", "DELETE"}


def parameters_in_headers():
    """Return the header parameters of the schema's operations."""
    operations = [one for path in published()["paths"].values() for one in path.values()]
    named = [one for operation in operations for one in operation.get("parameters", ()) if one["in"] == "header"]
    return {one["name"].lower() for one in named}
