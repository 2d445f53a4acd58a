"""Errors: each one is a problem document with a code of the catalogue."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client as DjangoClient
from msgspec import structs

from accounts import services
from chkobba_api.errors import CODES
from chkobba_api.rest.openapi.problem_document import ProblemDocument
from games.engine.catalogue import GAMES
from games.services.matchmaking.lobby import match_creation
from tests.helpers.english import english

ROOT = Path(__file__).parent.parent.parent
SOURCE = sorted(path for app in ("accounts", "chkobba_api", "games") for path in (ROOT / app).rglob("*.py"))
LARGEST = 64 * 1024
UNKNOWN = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"


def problem(answer, status, code):
    """Assert that an answer is a problem document with this status and code; return it."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    document = json.loads(answer.content)
    assert (document["status"], document["code"]) == (status, code)
    assert document["type"] == f"/api/problems/#{code}"
    assert document["title"] == english(CODES[code].title)
    assert document["detail"]
    return document


@pytest.fixture
def http(player):
    """Return a raw HTTP client of a player, without a CSRF token."""
    _, token = services.create_token(player("Amel"), "")
    return DjangoClient(
        raise_request_exception=False, enforce_csrf_checks=True, headers={"Authorization": f"Bearer {token}"}
    )


def send(http, body, content_type="application/json", path="/api/v1/matches"):
    """Send a body as it is."""
    return http.generic("POST", path, body, content_type)


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_an_empty_body_says_nothing(http, make_match):
    """An empty body is refused where fields are required, and accepted elsewhere."""
    table = make_match()

    assert list(problem(send(http, b""), 400, "invalid")["errors"]) == ["game"]
    assert send(http, b"", path=f"/api/v1/matches/{table.match.pk}/join").status_code == 200


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_json_may_name_its_encoding(http, content_type):
    """The content type may name UTF-8, the encoding of JSON."""
    assert send(http, '{"game": "chkobba"}', content_type).status_code == 201


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity, gzip"])
def test_a_compressed_body_is_refused(http, encoding):
    """The server reads no compressed bodies, and says so instead of that they are no JSON."""
    path, body = "/api/v1/matches", b'{"game": "chkobba"}'
    answer = http.generic("POST", path, body, "application/json", headers={"Content-Encoding": encoding})

    assert "Content-Encoding" in problem(answer, 415, "unsupported_media_type")["detail"]
    plain = http.generic("POST", path, body, "application/json", headers={"Content-Encoding": "Identity"})
    assert plain.status_code == 201


def test_a_body_has_a_largest_size(http):
    """A body of 64 KiB is read; one byte more is too large, even if it is no JSON."""
    padding = b" " * (LARGEST - len(b'{"game": "chkobba"}'))

    assert send(http, b'{"game": "chkobba"}' + padding).status_code == 201
    problem(send(http, b'{"game": "chkobba"} ' + padding), 413, "too_large")
    problem(send(http, b"x" * 1_000_000), 413, "too_large")


def test_the_last_of_two_fields_of_the_same_name_counts(http):
    """As in most JSON parsers the last of two equal names counts; the first one has no effect."""
    answer = send(http, b'{"game": "bridge", "game": "chkobba", "seats": "x", "seats": 4}')

    assert answer.status_code == 201
    assert answer.json()["game"]["key"] == "chkobba"
    assert len(answer.json()["seats"]) == 4


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"game": "chkobba", "turn": 60}', "turn"),
        (b'{"game": "chkobba", "Seats": 2}', "Seats"),
        (b'{"game": "chkobba", "": 2}', ""),
        (b'{"game": "chkobba", "turn_seconds": true}', "turn_seconds"),
        (b'{"game": "chkobba", "turn_seconds": "60"}', "turn_seconds"),
        (b'{"game": "chkobba", "turn_seconds": 60.5}', "turn_seconds"),
        (b'{"game": "chkobba", "turn_seconds": [60]}', "turn_seconds"),
        (b'{"game": "chkobba", "turn_seconds": 1e300}', "turn_seconds"),
        (b'{"game": "chkobba", "autostart": 1}', "autostart"),
        (b'{"game": "chkobba", "autostart": "true"}', "autostart"),
        (b'{"game": {"key": "chkobba"}}', "game"),
        (b'{"seats": 2}', "game"),
        (b'{"game": "scopa", "control": 3}', "control"),
        (b'{"game": "scopa", "control": {}}', "control.type"),
        (b'{"game": "scopa", "control": {"type": "sand"}}', "control.type"),
        (b'{"game": "scopa", "control": {"type": "move", "seconds": 60, "bank": 600}}', "control.bank"),
        (b'{"game": "scopa", "control": {"type": "move", "seconds": 9}}', "control.seconds"),
        (b'{"game": "scopa", "invite": [{"name": "Bela"}, {"nickname": "Bela"}]}', "invite.nickname"),
        (b'{"game": "scopa", "bots": {"0": 3}}', "bots"),
    ],
)
def test_a_wrong_field_is_named(http, body, field):
    """The error names unknown, missing and mistyped fields by their path: a number is no text, and true no number."""
    named = problem(send(http, body), 400, "invalid")["errors"]

    assert list(named) == [field]
    assert all(isinstance(message, str) and message for message in named[field])


# --- addresses, methods, kinds of answers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/api",
        "/api/nothing",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v2/games",
        "/api/v1/matches/",
        "/api/v1/games/bridge",
        "/api/v1/games/chkobba/rules",
        f"/api/v1/matches/{UNKNOWN}/nothing",
        "/api/v1/matches/%F0%28%8C%28",
        "/api/v1/../../etc/passwd",
        "/healthz/",
        "/static/nothing.js",
        "/.env",
        "/wp-login.php",
    ],
)
def test_an_unknown_address_is_a_problem(http, path):
    """Unknown addresses and invalid ids answer 404, inside and outside the API, for reading and for writing."""
    problem(http.get(path), 404, "not_found")
    if path != "/api/v1/games/bridge":
        problem(send(http, b"{}", path=path), 404, "not_found")


@pytest.mark.parametrize("path", ["/api/docs/", "/api/redoc/turns/", "/api/schema"])
def test_a_wrong_method_is_a_problem_on_pages_of_the_documentation_too(http, path):
    """Pages of the documentation answer a wrong method with a problem document, too."""
    problem(http.post(path), 405, "method_not_allowed")


READ_ONLY = [
    *("/", "/match/x", "/join/x", "/join/x/qr.svg", "/app.webmanifest", "/worker.js", "/favicon.ico", "/mail/box"),
    *("/healthz", "/readyz", "/metrics", "/api/problems/", "/api/redoc/", "/calendars/x.ics", "/oauth/authorize"),
    "/.well-known/oauth-authorization-server",
]


@pytest.mark.parametrize("path", READ_ONLY)
def test_writing_to_a_page_that_is_only_read_is_a_problem(http, path):
    """A POST to a read-only page gets a problem document, whether or not it has a CSRF token."""
    answer = http.post(path)

    problem(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["/", "/match/x", "/app.webmanifest", "/worker.js", "/api/schema"])
def test_head_has_the_etag_of_the_page(http, path):
    """HEAD tells whether a page has changed, as GET does."""
    etag = http.get(path).headers["ETag"]

    assert http.head(path).headers["ETag"] == etag
    assert http.head(path, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize(
    "accept", ["text/html", "application/xml", "image/*", "text/html, application/xhtml+xml", "a/b"]
)
def test_answers_are_json_or_none(http, accept):
    """A client that accepts no JSON gets 406, in JSON."""
    problem(http.get("/api/v1/games", headers={"Accept": accept}), 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["", ";;;", "*", "application/json;q=x", "*/*;q=0", "\x00", "x" * 5000])
def test_odd_wishes_for_an_answer(http, accept):
    """Odd ``Accept`` headers get JSON, or an error that only JSON is available."""
    answer = http.get("/api/v1/games", headers={"Accept": accept})

    if answer.status_code != 200:
        problem(answer, 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html"])
def test_a_format_that_is_not_json_is_not_there(http, accept):
    """A format suffix or parameter for anything but JSON is not found."""
    problem(http.get("/api/v1/games?format=xml", headers={"Accept": accept}), 404, "not_found")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/*", "text/html, */*;q=0.8"])
def test_who_takes_json_among_others_gets_json(http, accept):
    """A client that accepts JSON among other types gets JSON."""
    answer = http.get("/api/v1/games", headers={"Accept": accept})

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")


# --- the server's own fault -------------------------------------------------------------------------------------------


def test_a_crash_is_a_problem_that_tells_nothing(http, monkeypatch):
    """A crash answers 500 without any detail of the error."""

    def crash(*arguments):
        raise RuntimeError("the cellar key is under the mat")

    monkeypatch.setattr(match_creation, "create_match", crash)

    answer = send(http, b'{"game": "chkobba"}')

    problem(answer, 500, "internal")
    assert b"cellar" not in answer.content
    assert b"RuntimeError" not in answer.content


def away(execute, sql, parameters, many, context):
    """Fail like a database that cannot be reached."""
    raise OperationalError("could not connect to 10.0.0.5")


@pytest.mark.parametrize(
    ("known", "method", "path", "body"),
    [
        (True, "GET", "/api/v1/me", b""),
        (True, "GET", "/api/v1/games", b""),
        (True, "POST", "/api/v1/matches", b'{"game": "chkobba"}'),
        (False, "GET", "/api/v1/matches", b""),
        (False, "GET", f"/api/v1/matches/{UNKNOWN}/events", b""),
        (False, "POST", "/api/v1/players/guests", b'{"nickname": "Amel"}'),
    ],
)
def test_a_database_that_is_away_is_a_problem_for_a_while(http, known, method, path, body):
    """Without its database the server answers 503 with ``Retry-After``, and does not reveal the database's address."""
    asking = http if known else DjangoClient(raise_request_exception=False)
    with connection.execute_wrapper(away):
        answer = asking.generic(method, path, body, "application/json")

    problem(answer, 503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert b"10.0.0.5" not in answer.content


def test_the_process_lives_while_its_database_is_away(http):
    """``healthz`` needs no database."""
    with connection.execute_wrapper(away):
        alive = http.get("/healthz")

    assert (alive.status_code, alive.json()) == (200, {"status": "ok"})


# --- the catalogue ----------------------------------------------------------------------------------------------------


@cache
def refusals():
    """Return every refusal in the source, and its place."""
    return [
        (node, f"{path.relative_to(ROOT)}:{node.lineno}")
        for path in SOURCE
        if re.search(r"(DomainError|RuleViolation)\(", text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and node.args and name_of(node.func) in ("DomainError", "RuleViolation")
    ]


@cache
def raised_codes():
    """Return each error code in the source with its places: a string as the first argument of a refusal."""
    places = {}
    for node, place in refusals():
        for code in texts_in(node.args[0]):
            places.setdefault(code, place)
    return places


def texts_in(node):
    """Return the texts in an expression."""
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def name_of(function):
    """Return the name of the called function."""
    return getattr(function, "id", getattr(function, "attr", None))


def test_the_source_is_read():
    """The reader of the source finds some well-known codes."""
    assert {"not_found", "stale_version", "must_capture", "malformed_json", "bad_record"} <= set(raised_codes())
    assert len(raised_codes()) > 45


def test_every_field_of_a_refusal_is_in_the_schema():
    """Each extra field of a refusal is in the schema, except those of health checks, which are no part of the API."""
    declared = {field.name for field in structs.fields(ProblemDocument)}
    told = {
        (keyword.arg, place)
        for node, place in refusals()
        for keyword in node.keywords
        if keyword.arg and not place.startswith("chkobba_api/observability/health.py")
    }

    assert {"limit", "most", "option"} <= {name for name, _ in told}
    assert {(name, place) for name, place in told if name not in declared} == set()


def test_every_field_of_a_refusal_belongs_to_its_code():
    """The table of codes names each field with which the code is raised."""
    undeclared = {
        (code, keyword.arg, place)
        for node, place in refusals()
        for code in texts_in(node.args[0])
        for keyword in node.keywords
        if keyword.arg and keyword.arg not in CODES[code].fields
    }

    assert undeclared == set()


def test_every_code_that_is_raised_is_in_the_catalogue():
    """Each raised code is in the catalogue; otherwise it would crash."""
    assert {code: place for code, place in raised_codes().items() if code not in CODES} == {}


def test_the_catalogue_is_published():
    """docs/problems.md has every raised code with the title of the code."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.+) \|$", (ROOT / "docs" / "problems.md").read_text(), re.MULTILINE)

    documented = {code: (int(status), title) for code, status, title in rows}
    assert documented == {code: (kind.status, english(kind.title)) for code, kind in CODES.items()}
    assert set(raised_codes()) <= set(documented)


def test_every_kind_is_a_refusal_with_a_meaning():
    """Each kind has a status of 400 or more, and a title without a final period."""
    for code, kind in CODES.items():
        assert re.fullmatch("[a-z]+(_[a-z]+)*", code)
        assert 400 <= kind.status <= 599
        assert english(kind.title)
        assert not english(kind.title).endswith(".")


def test_the_page_of_problems_has_an_anchor_for_each(client):
    """The ``type`` of a problem document links to its anchor on the page of problems."""
    answer = client.get("/api/problems/")
    page = answer.content.decode()

    assert answer.headers["Content-Type"].startswith("text/html")
    assert re.findall(r'id="(\w+)"', page) == [
        code for code, _ in sorted(CODES.items(), key=lambda entry: (entry[1].status, entry[0]))
    ]
    for kind in CODES.values():
        assert f">{kind.status}</span>" in page


@pytest.mark.parametrize("key", {type(game): key for key, game in GAMES.items()}.values())
def test_every_game_refuses_with_a_problem(running, client_of, key):
    """A game of each family refuses illegal moves with a problem document, whatever its own codes."""
    table = running(game=key, seats=GAMES[key].seats[0])
    client = client_of(table.seats[table.match.to_act].player)
    legal = [table.game.write_move(move) for move in table.game.legal_moves(table.state)]
    moves = [
        {"type": "pass"},
        {"type": "draw"},
        {"type": "bet", "bet": "little"},
        {"type": "play", "card": "ZZ", "capture": []},
        {"type": "play", "card": "B1", "call": "camba"},
        {"type": "play", "cards": ["ZZ"]},
    ]

    for move in moves:
        if move not in legal:
            body = {"move": move, "expected_version": table.match.version}
            answer = client.post(f"matches/{table.match.pk}/moves", body)
            assert answer.status_code in (409, 422)
            assert CODES[answer.data["code"]].status == answer.status_code
