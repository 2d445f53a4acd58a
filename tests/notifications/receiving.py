"""Real receivers of webhooks: that of the host, and those of players."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

SECRET = "whsec_" + "Y2hrb2JiYS1jaGtvYmJhLWNoa29iYmE="


@contextmanager
def told_by(settings: Any, server: ThreadingHTTPServer) -> Iterator[None]:
    """Let the server under test send all notifications to this listening server."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = f"http://127.0.0.1:{server.server_port}/", SECRET
    with listening(server):
        yield


class Mailbox:
    """A receiver of a player's webhook, which verifies each message, drops duplicates and can fail every nth request.

    Every second failure has accepted the message nonetheless, as if its answer was lost.
    """

    def __init__(self) -> None:
        self.secret = ""
        self.asked = 0
        self.fails_every: int | None = None
        self.status = 204
        self.taken: dict[str, Any] = {}
        """The bodies by message id, without duplicates."""
        self.faults: list[str] = []
        self.before_it_answers: Callable[[], None] = lambda: None
        mailbox = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                mailbox.asked += 1
                try:
                    Webhook(mailbox.secret).verify(body, {name.lower(): value for name, value in self.headers.items()})
                except Exception as fault:
                    mailbox.faults.append(repr(fault))
                fails = mailbox.fails_every and mailbox.asked % mailbox.fails_every == 0
                answer_is_lost = fails and mailbox.asked % 2 == 0
                if (not fails or answer_is_lost) and mailbox.status == 204:
                    mailbox.taken.setdefault(self.headers["webhook-id"], json.loads(body))
                mailbox.before_it_answers()
                self.send_response(503 if fails else mailbox.status)
                if mailbox.status == 302:
                    self.send_header("location", f"http://127.0.0.1:{mailbox.server.server_port}/elsewhere")
                self.end_headers()

            def log_message(self, *about: object) -> None:
                """Suppress the log line of a request."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    @property
    def told(self) -> list[dict[str, Any]]:
        """The received notifications, one by one."""
        return [one for body in self.taken.values() for one in body["data"].get("notifications", [body])]


@contextmanager
def listening(server: ThreadingHTTPServer) -> Iterator[None]:
    """Let a server listen in a thread."""
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    yield
    server.shutdown()
    server.server_close()
    thread.join()
