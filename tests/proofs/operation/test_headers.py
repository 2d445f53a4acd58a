"""Headers of a production server behind a proxy that ends TLS, and what it does over plain HTTP."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.helpers.eventually import drain
from tests.proofs.live.server import GUNICORN, UVICORN, Server, production

GUARDS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
OVER_HTTPS = {"X-Forwarded-Proto": "https"}
WITH_TWO_LENGTHS = (
    b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Proto: https\r\n"
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
)


@pytest.fixture(scope="module", params=[UVICORN, GUNICORN], ids=["uvicorn", "gunicorn"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of each kind, which has no place for held requests."""
    settings = {"SECURE_SSL_REDIRECT": "1", "BEHIND_PROXY": "1", "LIMIT_HELD": "0"}
    with production(tmp_path_factory.mktemp("production"), request.param, **settings) as running:
        yield running


def is_guarded(headers: httpx.Headers) -> bool:
    """Return whether an answer over HTTPS has all security headers."""
    policy = headers["content-security-policy"].split("; ")
    assert {"base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"
    assert "camera=()" in headers["permissions-policy"]
    return GUARDS.items() <= dict(headers).items()


def test_every_answer_is_guarded(server):
    """Pages, files, the worker, the admin, and answers of the API, refusals too."""
    with httpx.Client(base_url=server.url, headers=OVER_HTTPS, timeout=60) as client:
        page = client.get("/")
        icon = re.search(r"/static/web/style/icon[^\"]*", page.text)[0]
        statuses = {"/worker.js": 200, icon: 200, "/admin/login/": 200, "/admin/": 302, "/healthz": 200}
        statuses |= {"/api/v1/games": 200, "/api/v1/me": 401, "/nothing": 404}
        answers = {path: client.get(path) for path in statuses}

    assert {path: answer.status_code for path, answer in answers.items()} == statuses
    assert all(is_guarded(answer.headers) for answer in (page, *answers.values()))
    for path, kind in (("/worker.js", "text/javascript"), (icon, "image/svg+xml")):
        assert answers[path].headers["content-type"] == f"{kind}; charset=utf-8"
    cookies = answers["/admin/login/"].headers.get_list("set-cookie")
    assert all(re.fullmatch(r"__Host-\w+=.*; Path=/; SameSite=Lax; Secure", cookie) for cookie in cookies)
    assert cookies


def test_an_answer_in_front_of_django_is_guarded_too(server):
    """It refuses a held request without a place, and two lengths. Gunicorn holds none, and answers the latter alone."""
    held = httpx.get(f"{server.url}/api/v1/me/events?wait=5", headers=OVER_HTTPS, timeout=60)
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(WITH_TWO_LENGTHS)
        said = b"".join(drain(lambda: line.recv(65_536)))
    status, *lines = said.partition(b"\r\n\r\n")[0].decode().split("\r\n")

    assert (held.status_code, status) == (503 if server.web == UVICORN else 401, "HTTP/1.1 400 Bad Request")
    assert is_guarded(held.headers)
    assert server.web == GUNICORN or is_guarded(httpx.Headers([tuple(line.split(": ", 1)) for line in lines]))


def test_plain_http_leads_pages_to_https_and_refuses_programs(server):
    """A program with a wrong address gets no answer but a refusal, whatever its token; probes need no HTTPS."""
    token = {"Authorization": "Bearer secret"}
    statuses = {}
    for path in ("/", "/api/v1/me", "/api/v1/me/events?wait=5", "/healthz"):
        answer = httpx.get(server.url + path, headers=token, timeout=60)
        statuses[path] = (answer.status_code, answer.headers.get("location"))
        assert GUARDS.items() <= dict(answer.headers).items()
        assert path in ("/", "/healthz") or answer.json()["code"] == "https_needed"

    assert statuses == {
        "/": (301, f"https://127.0.0.1:{server.port}/"),
        "/api/v1/me": (403, None),
        "/api/v1/me/events?wait=5": (403, None),
        "/healthz": (200, None),
    }
