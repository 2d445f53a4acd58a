"""The example bots with a failing server: authors of clients copy them."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread

import pytest

PROBLEM = "application/problem+json"


@pytest.fixture
def bot(monkeypatch):
    """Return the module of the bot; ``waits`` collects the seconds of its sleeps."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "clients" / "bots")
    module = import_module("bot")
    monkeypatch.setattr(module, "waits", [], raising=False)

    def sleep(seconds):
        assert len(module.waits) < 20, "it repeats the request without end"
        module.waits.append(seconds)

    monkeypatch.setattr(module.time, "sleep", sleep)
    return module


@pytest.fixture
def server():
    """Return a server that gives its ``answers`` by request: one, or a list of them in turn. It keeps ``requests``."""

    class Faulty(BaseHTTPRequestHandler):
        def handle_one(self):
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = self.path.partition("?")[0].removeprefix("/api/v1/")
            found.requests.append((self.command, path, self.headers["Idempotency-Key"], sent))
            known = found.answers[f"{self.command} {path}"]
            status, body, headers = known.pop(0) if isinstance(known, list) else known
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = True

        do_GET = do_POST = handle_one  # noqa: N815  (the names of the library)

        def log_message(self, *line):
            """Log nothing for each request."""

    found = ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
    found.answers, found.requests = {}, []
    found.url = f"http://127.0.0.1:{found.server_port}"
    thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.shutdown()
    found.server_close()
    thread.join()


def ok(body, status=200):
    """Return a complete answer with this body."""
    return status, json.dumps(body).encode(), {"Content-Type": "application/json"}


def test_it_asks_again_until_there_is_a_whole_answer(bot, server):
    """It uses the same key. It waits as long as the server says, in seconds or until a date; else longer each time."""
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=500), usegmt=True)
    server.answers["POST matches"] = [
        (502, b"<html>Bad Gateway</html>", {}),
        (200, b'{"id": ', {"Content-Length": "400"}),
        (200, b'{"id": ', {}),
        (429, b"{}", {"Retry-After": "7"}),
        (503, b"", {"Retry-After": at}),
        (504, b"", {"Retry-After": "soon"}),
        ok({"id": "m1"}, 201),
    ]

    assert bot.Server(server.url).ask("POST", "matches", {"game": "scopa"}) == {"id": "m1"}

    assert len(set(server.requests)) == 1
    assert len(server.requests) == 7
    assert 490 < bot.waits.pop(4) <= 500
    assert bot.waits == [1, 2, 4, 7, 32]


def test_it_waits_for_a_server_that_is_not_there(bot, server, monkeypatch):
    """It tries again, less and less often."""
    failing, ask = [ConnectionRefusedError] * 8, bot.urlopen

    def asked(request, timeout):
        if failing:
            raise failing.pop()
        return ask(request, timeout=timeout)

    monkeypatch.setattr(bot, "urlopen", asked)
    server.answers["GET me"] = ok({})

    assert bot.Server(server.url).ask("GET", "me") == {}
    assert bot.waits == [1, 2, 4, 8, 16, 32, 60, 60]


def test_a_match_whose_rules_are_gone_does_not_end_the_others(bot, server, monkeypatch, capsys):
    """The bot reports it, and plays on in other matches."""
    gone = (410, b'{"code": "rules_gone"}', {"Content-Type": PROBLEM})
    over = {"status": "finished", "legal_moves": None, "game": {"key": "scopa"}, "totals": [11, 3], "version": 9}
    server.answers = {
        "POST players/guests": ok({"token": "t"}),
        "POST me/bot-account": ok({}),
        "POST matches": [ok({"id": "gone"}, 201), ok({"id": "over"}, 201)],
        "GET me/events": ok({"last": 4, "events": [{"match": "over"}]}),
        "GET me/matches": ok({"results": [{"id": "gone"}]}),
        "POST matches/gone/bots": ok({}),
        "POST matches/over/bots": ok({}),
        "GET matches/gone": gone,
        "GET matches/over": ok(over),
    }

    monkeypatch.setattr(sys, "argv", ["bot.py", server.url, "--play", "scopa", "--play", "haggis"])

    bot.main()

    told = capsys.readouterr()
    assert json.loads(told.out) == {"game": "scopa", "totals": [11, 3]}
    assert told.err.startswith("gone: 410: ")
    assert bot.waits == []


def test_what_is_refused_is_not_sent_again(bot, server):
    """A wrong request stays wrong."""
    server.answers["GET me"] = 403, b'{"code": "suspended"}', {"Content-Type": PROBLEM}

    with pytest.raises(bot.Refused, match="suspended") as refused:
        bot.Server(server.url, "t").ask("GET", "me")

    assert (refused.value.status, bot.waits) == (403, [])
