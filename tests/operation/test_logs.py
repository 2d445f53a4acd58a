"""Logs: one line for each happening, with the id of the request that caused it, and without a secret."""

from __future__ import annotations

import io
import json
import logging
import logging.config

import pytest
from django.test import Client as DjangoClient

from chkobba_api import logs
from games.models import Match, Round
from games.services import clock


@pytest.fixture
def logged():
    """Return a function that gives the lines so far, as production writes them; everything is logged."""
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
    """What was asked, how it ended and how long it took; without the query."""
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


def test_a_harmless_request_id_is_kept(client, logged):
    """It is in the log and in the answer."""
    answer = client.get("/healthz", headers={"X-Request-ID": "from-the-proxy:7"})

    assert answer.headers["X-Request-ID"] == "from-the-proxy:7"
    assert requests_in(logged())[0]["request_id"] == "from-the-proxy:7"


@pytest.mark.parametrize("brought", ["", "a" * 65, "two words", "line\nbreak", "\x1b[31mred", "naïve", '"quoted"'])
def test_any_other_request_id_is_replaced(client, logged, brought):
    """A line of the log cannot be broken by who asks, nor a header of the answer."""
    answer = client.get("/healthz", headers={"X-Request-ID": brought})

    given = answer.headers["X-Request-ID"]
    assert given != brought
    assert len(given) == 32
    assert requests_in(logged())[0]["request_id"] == given


def test_a_path_cannot_break_a_line(client, logged):
    """Control characters are shown as they are sent: escaped."""
    client.get("/nothing%0a%1b[31mhere")

    assert requests_in(logged())[0]["path"] == "/nothing%0A%1B%5B31mhere"


def test_libraries_log_the_same_way(client, logged):
    """Whatever logs by Python's own logging ends in the same form, in the same request."""
    logging.getLogger("kombu").error("no %s", "answer")

    (line,) = [line for line in logged() if line["logger"] == "kombu"]
    assert (line["event"], line["level"]) == ("no answer", "error")


def test_to_read_it_is_one_line_of_names_and_values(capsys):
    """As the try-out shows it."""
    config = logs.configure(level="INFO", as_json=False, colours=False)
    formatter = logging.config.DictConfigurator(config).configure_formatter(config["formatters"]["line"])
    record = logging.LogRecord("games", logging.INFO, "", 1, "a move", (), None)
    record.match = "0193"

    shown = formatter.format(record)

    assert "a move" in shown
    assert "match=0193" in shown
    assert "\n" not in shown


def test_no_secret_is_ever_logged(running, client_of, player, logged, now):
    """A lobby, a start, a move and a bot's answer, with everything logged: no token, seed, room code or card."""
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
    clock.wake(match.pk, match.due_at + clock.LEASE)

    lines = logged()
    text = json.dumps(lines, ensure_ascii=False)
    deck = json.loads(Round.objects.filter(match=match).first().deck)
    tokens = [client.http.defaults["HTTP_AUTHORIZATION"].split()[1] for client in (amel, sami)]
    assert len(requests_in(lines)) >= 8
    assert [line for line in lines if line["event"] == "moved"]
    assert [secret for secret in (code, match.seed, *tokens, *(f'"{card}"' for card in deck)) if secret in text] == []
