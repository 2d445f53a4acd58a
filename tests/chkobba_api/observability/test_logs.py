"""Logs: one line for each event, with the id of the request, and without secrets."""

from __future__ import annotations

import io
import json
import logging
import logging.config

import pytest
from django.db import DataError, IntegrityError, transaction
from django.test import Client as DjangoClient

from accounts.models import Player
from chkobba_api.observability import logs
from games.models import Match, Round
from games.services import due_matches
from games.services.due_matches import LEASE
from tests.helpers.asgi import answer_of


@pytest.fixture
def logged():
    """Return a function that returns the lines so far in the format of production, at every level."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = io.StringIO()
    config = logs.configure(level="DEBUG", as_json=True, colours=False)
    config["handlers"]["console"]["stream"] = written
    config["loggers"] = {"celery": {"level": "DEBUG"}, "django_structlog": {"level": "DEBUG"}}
    logging.config.dictConfig(config)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.handlers[:] = before
    root.setLevel(level)


def requests_in(lines):
    """Return the lines of requests."""
    return [line for line in lines if line["event"] == "request"]


def test_a_request_has_its_line(db, logged):
    """Each request logs method, path, status and duration, but no query."""
    DjangoClient().get("/api/v1/games?secret=1")

    (line,) = requests_in(logged())
    assert (line["method"], line["path"], line["operation"], line["status"]) == (
        "GET",
        "/api/v1/games",
        "listGames",
        200,
    )
    assert line["ms"] > 0
    assert "secret" not in json.dumps(line)


SECRET = "KD37WQ9X"
UNKNOWN = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"


def test_the_line_of_a_refused_request_names_the_reason(player, client_of, logged):
    """The line of a refused request has the code of the error, as its answer does; other lines have none."""
    amel = client_of(player("Amel"))
    amel.get("me")
    answers = [
        amel.put("me/password", {"password": "mint tea at nine"}),
        amel.post("matches", {"game": "whist"}),
        amel.get(f"matches/{UNKNOWN}"),
        client_of().get("me"),
        client_of().post("auth/log-in", {"name": "amel", "password": "mint tea at nine"}),
    ]

    lines = requests_in(logged())
    assert "code" not in lines[0]
    assert [(line["status"], line["code"]) for line in lines[1:]] == [
        (409, "no_name"),
        (400, "unknown_game"),
        (404, "not_found"),
        (401, "unauthenticated"),
        (403, "wrong_login"),
    ]
    assert [line["code"] for line in lines[1:]] == [answer.data["code"] for answer in answers]


def test_refusals_outside_of_the_api_name_the_reason_too(db, logged, settings):
    """So do the refusals of OAuth, with the codes of its RFC, of addresses that do not exist, and of pages."""
    settings.THROTTLES = {**settings.THROTTLES, "anonymous": "2/minute"}
    client = DjangoClient(headers={"Accept": "text/html"})
    client.post("/oauth/token", {"grant_type": "authorization_code", "code": SECRET})
    client.get(f"/{SECRET.lower()}")
    client.get("/admin/")

    lines = requests_in(logged())
    assert [(line["status"], line["code"]) for line in lines] == [
        (400, "invalid_grant"),
        (404, "not_found"),
        (429, "throttled"),
    ]


@pytest.mark.parametrize(
    ("path", "query", "headers", "line"),
    [
        ("/healthz", b"", {"transfer_encoding": "chunked", "content_length": "3"}, ("unknown", 400, "invalid")),
        ("/api/v1/me/events", b"wait=1", {}, ("listMyEvents", 503, "unavailable")),
        ("/healthz", b"name=caf\xe9", {}, ("unknown", 400, None)),
    ],
    ids=["lengths", "place", "query"],
)
def test_a_refusal_in_front_of_django_has_its_line(logged, settings, path, query, headers, line):
    """It has the id of the request, as the answer does."""
    settings.LIMITS = {**settings.LIMITS, "held": 0}

    _, sent, _ = answer_of(path, query, x_request_id="7f3a", **headers)

    (found,) = requests_in(logged())
    assert (found["operation"], found["status"], found.get("code")) == line
    assert (found["method"], found["path"], found["request_id"]) == ("GET", path, "7f3a")
    assert {name.lower(): value for name, value in sent.items()}["x-request-id"] == "7f3a"


SECRET_PATHS = {
    "/join/K7D29QXM": "/join/…",
    "/join/K7D29QXM/qr.svg": "/join/…/qr.svg",
    "/mail/confirm/Zdv6VClAgIrB": "/mail/confirm/…",
    "/mail/unsubscribe/01a206c0-3af9-7435-a3cb-46db24820669.Zdv6VClA": "/mail/unsubscribe/…",
}


def test_secrets_in_links_of_mails_are_not_in_their_lines(db, logged):
    """Room codes and secrets of mailed links are in no line, so that readers of the log can use none."""
    for address in SECRET_PATHS:
        DjangoClient().get(address)

    assert [line["path"] for line in requests_in(logged())] == list(SECRET_PATHS.values())


def test_a_harmless_request_id_is_kept(client, logged):
    """A harmless request id of the client is kept, in the log and in the answer."""
    answer = client.get("/healthz", headers={"X-Request-ID": "from-the-proxy:7"})

    assert answer.headers["X-Request-ID"] == "from-the-proxy:7"
    assert requests_in(logged())[0]["request_id"] == "from-the-proxy:7"


@pytest.mark.parametrize("brought", ["", "a" * 65, "two words", "line\nbreak", "\x1b[31mred", "naïve", '"quoted"'])
def test_any_other_request_id_is_replaced(client, logged, brought):
    """Any other request id is replaced, as it could break lines of the log or headers of the answer."""
    answer = client.get("/healthz", headers={"X-Request-ID": brought})

    given = answer.headers["X-Request-ID"]
    assert given != brought
    assert len(given) == 32
    assert requests_in(logged())[0]["request_id"] == given


def test_a_path_cannot_break_a_line(client, logged):
    """Control characters in a path are logged percent-encoded, as sent."""
    client.get("/nothing%0a%1b[31mhere")

    assert requests_in(logged())[0]["path"] == "/nothing%0A%1B%5B31mhere"


def test_libraries_log_the_same_way(client, logged):
    """Python's standard logging gets the same format and request id."""
    logging.getLogger("kombu").error("no %s", "answer")

    (line,) = [line for line in logged() if line["logger"] == "kombu"]
    assert (line["event"], line["level"]) == ("no answer", "error")


def errors():
    """Return errors with a secret in their message, or in that of their cause."""
    try:
        try:
            {}[SECRET]
        except KeyError as first:
            raise RuntimeError(f"no {SECRET}") from first
    except RuntimeError as error:
        chained = error
    group = ExceptionGroup(SECRET, [ValueError(SECRET)])
    noted = ValueError("x")
    noted.add_note(SECRET)
    data = IntegrityError(f'duplicate key\nDETAIL: Key (code)=("{SECRET}") already exists.')
    return [KeyError(SECRET), ValueError(SECRET), chained, group, noted, data, DataError(SECRET)]


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize("error", errors(), ids=lambda error: type(error).__name__)
def test_errors_are_told_by_their_kind_and_place(as_json, error):
    """Errors are logged by type and place without their messages: in tracebacks, as values and as the event itself."""
    config = logs.configure(level="INFO", as_json=as_json, colours=False)
    written = io.StringIO()
    config["handlers"]["console"]["stream"] = written
    configurator = logging.config.DictConfigurator(config)
    for kind in ("formatters", "filters"):
        for name, described in list(config[kind].items()):
            config[kind][name] = getattr(configurator, f"configure_{kind[:-1]}")(described)
    configurator.config |= {kind: config[kind] for kind in ("formatters", "filters")}
    handler = configurator.configure_handler(config["handlers"]["console"])

    for message, arguments in (("it failed", ()), ("it failed: %s", (error,)), (error, ())):
        info = (type(error), error, error.__traceback__)
        handler.handle(logging.LogRecord("games", logging.ERROR, "", 1, message, arguments, info))

    assert SECRET not in written.getvalue()
    assert written.getvalue().count(type(error).__name__) >= 3


def test_a_constraint_is_named_without_the_row_that_breaks_it(db, player, logged):
    """A violated constraint is logged by name, without the values of the row that PostgreSQL adds."""
    Player.objects.filter(pk=player().pk).update(username=SECRET)
    other = player("Sami")
    try:
        with transaction.atomic():
            Player.objects.filter(pk=other.pk).update(username=SECRET)
    except IntegrityError:
        logging.getLogger("games").exception("it failed")

    (line,) = [line for line in logged() if line["event"] == "it failed"]
    assert "IntegrityError" in line["exception"]
    assert SECRET not in json.dumps(line)


@pytest.mark.parametrize(
    ("logger", "message"),
    [
        ("gunicorn.error", f"Error handling request /admin/games/match/?q={SECRET}"),
        ("gunicorn.error", f"Invalid request from ip=127.0.0.1: Invalid HTTP Header: 'X {SECRET}'"),
        (
            "celery.app.trace",
            f"Task games.run_due_match[1] raised unexpected: KeyError('{SECRET}')\nTraceback\nKeyError: '{SECRET}'",
        ),
        ("asyncio", f"Task exception was never retrieved\nfuture: <Task exception=KeyError('{SECRET}')>"),
        ("anything", f"GET https://example.org/a?code={SECRET}&b=2 failed"),
    ],
)
def test_libraries_tell_no_secrets(db, logged, logger, message):
    """Secrets that libraries are known to log are removed from their lines."""
    logging.getLogger(logger).error(message)

    (line,) = [line for line in logged() if line["logger"] == logger]
    assert SECRET not in json.dumps(line)
    assert line["event"].split()[0] == message.split()[0]


@pytest.mark.parametrize("host", ["evil.example", "a b"])
def test_no_query_is_logged_where_the_host_is_wrong(db, logged, settings, host):
    """A request with an unknown host, which Django logs itself, is logged without its query."""
    settings.ALLOWED_HOSTS = ["example.org"]
    DjangoClient().get(f"/admin/games/match/?q={SECRET}", headers={"Host": host})

    assert [line for line in logged() if "HTTP_HOST" in line["event"]]
    assert SECRET not in json.dumps(logged())


def test_to_read_it_is_one_line_of_names_and_values(capsys):
    """The try-out logs readable lines of names and values."""
    config = logs.configure(level="INFO", as_json=False, colours=False)
    formatter = logging.config.DictConfigurator(config).configure_formatter(config["formatters"]["line"])
    record = logging.LogRecord("games", logging.INFO, "", 1, "a move", (), None)
    record.match = "0193"

    shown = formatter.format(record)

    assert "a move" in shown
    assert "match=0193" in shown
    assert "\n" not in shown


def test_no_secret_is_ever_logged(running, client_of, player, logged, now):
    """A lobby, a start, a move and a bot's turn, with everything logged, show no token, seed, room code or card."""
    amel = client_of(player("Amel"))
    wish = {"game": "chkobba", "seats": 2, "options": {"cut": False}}
    view = amel.post("matches", wish).data
    code = view["code"]
    sami = client_of(player("Sami"))
    sami.post("matches/join", {"code": code})
    amel.post(f"matches/{view['id']}/start")
    mover = next(client for client in (amel, sami) if client.get(f"matches/{view['id']}").data["legal_moves"])
    shown = mover.get(f"matches/{view['id']}").data
    move = {"move": shown["legal_moves"]["moves"][0]["move"], "expected_version": shown["version"]}
    assert mover.post(f"matches/{view['id']}/moves", move).status_code == 201
    assert mover.post(f"matches/{view['id']}/moves", move).status_code == 409
    assert mover.post("matches/join", {"code": "AAAAAAAA"}).status_code == 404
    match = Match.objects.get(pk=view["id"])
    due_matches.wake(match.pk, match.due_at + LEASE)

    lines = logged()
    text = json.dumps(lines, ensure_ascii=False)
    deck = json.loads(Round.objects.filter(match=match).first().deck)
    tokens = [client.http.defaults["HTTP_AUTHORIZATION"].split()[1] for client in (amel, sami)]
    assert len(requests_in(lines)) >= 8
    assert [line for line in lines if line["event"] == "moved"]
    assert [secret for secret in (code, match.seed, *tokens, *(f'"{card}"' for card in deck)) if secret in text] == []
