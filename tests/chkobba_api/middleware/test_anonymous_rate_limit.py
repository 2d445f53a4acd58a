"""Anonymous requests: a budget per minute and address, weighted by cost; and the schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client

from accounts.login.login_limits import STAFF, turn_to_hash
from accounts.models import Player
from tests.helpers.api_client import SCHEMA_FILE, as_published

PASSWORD = "a long enough password"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def limit(settings):
    """Return a function that sets a limit for this test."""

    def set_limit(**limits):
        settings.THROTTLES = {**settings.THROTTLES, **limits}

    return set_limit


def log_in(client, username="root", password=PASSWORD):
    """Send the form of the login page."""
    return client.post("/admin/login/", {"username": username, "password": password, "next": "/admin/"})


# --- the budget of an address -----------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/api/schema", "/api/docs/", "/api/redoc/", "/api/problems/", "/metrics", "/admin/", "/nowhere"]
)
def test_pages_are_counted_by_address(client, limit, path):
    """Each page costs one unit; beyond the limit the address gets 429 with the time to retry, others do not."""
    limit(anonymous="2/day")
    first, second, third = (client.get(path) for _ in range(3))

    assert 429 not in (first.status_code, second.status_code)
    assert (third.status_code, third.headers["Content-Type"]) == (429, "application/problem+json")
    assert json.loads(third.content)["retry_after"] == int(third.headers["Retry-After"]) > 0
    assert Client(REMOTE_ADDR="192.0.2.7").get(path).status_code != 429


@pytest.mark.django_db
def test_a_browser_is_refused_by_a_page(client, limit):
    """A browser gets a page that says when to try again."""
    limit(anonymous="1/day")
    client.get("/")

    refused = client.get("/", headers={"Accept": BROWSER})

    assert (refused.status_code, refused.headers["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert f"try again in {refused.headers['Retry-After']} s" in refused.content.decode()


@pytest.mark.django_db
def test_a_password_of_the_staff_is_counted_by_address(client, limit):
    """Passwords of staff count per address, right or wrong, together with those of players; others are unaffected."""
    Player.objects.create_superuser("root", PASSWORD)
    limit(log_ins="3/hour")

    assert [log_in(client, name).status_code for name in ("root", "somebody", "root", "root")] == [302, 200, 302, 429]
    assert log_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


@pytest.mark.django_db
def test_requests_of_the_api_without_a_token_are_counted_with_the_pages(client_of, player, limit):
    """API requests without a token count with the pages; requests with one use their player's budget."""
    limit(anonymous="2/day")
    nobody, somebody = client_of(), client_of(player("Amel"))

    assert [nobody.get("games").status_code for _ in range(3)] == [200, 200, 429]
    assert somebody.get("games").status_code == 200
    assert nobody.http.get("/").status_code == 429


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_who_watches_the_server_is_never_refused(client, limit, path):
    """Health checks are never refused, as a supervisor would restart the server."""
    limit(anonymous="1/day")

    assert 429 not in {client.get(path).status_code for _ in range(3)}


# --- passwords --------------------------------------------------------------------------------------------------------


def test_addresses_stand_in_line(db, settings):
    """An address that arrives while a password is hashed must retry, and its turn comes before later ones."""
    Player.objects.create_superuser("root", PASSWORD)
    settings.LOG_INS_ONE_BY_ONE = True
    somebody, staff = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="198.51.100.1")
    with turn_to_hash(STAFF, "192.0.2.1"):
        waits = log_in(staff)

    assert (waits.status_code, waits.headers["Retry-After"]) == (429, "1")
    assert log_in(somebody, "a name").status_code == 429
    assert log_in(staff).status_code == 302
    assert log_in(somebody, "a name").status_code == 200


# --- the schema -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/schema", "/api/schema?format=yaml"])
def test_the_schema_is_the_published_file(client, path):
    """The server sends the published file byte for byte."""
    assert client.get(path).content == Path(SCHEMA_FILE).read_bytes()


@pytest.mark.parametrize(
    ("query", "accept"), [("?format=json", "*/*"), ("", "application/json"), ("", "application/vnd.oai.openapi+json")]
)
def test_the_schema_as_json(client, query, accept):
    """A client that asks for JSON gets the same schema."""
    answer = client.get(f"/api/schema{query}", headers={"Accept": accept})

    assert "json" in answer.headers["Content-Type"]
    assert json.loads(answer.content) == as_published()


@pytest.mark.parametrize("query", ["", "?format=json"])
def test_who_has_the_schema_is_told_so(client, query):
    """A known schema answers 304 without a body; YAML and JSON have their own ETags."""
    etag = client.get(f"/api/schema{query}").headers["ETag"]

    again = client.get(f"/api/schema{query}", headers={"If-None-Match": etag})
    other = client.get("/api/schema", headers={"If-None-Match": '"another"'})

    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert other.status_code == 200
    assert "max-age" in other.headers["Cache-Control"]
