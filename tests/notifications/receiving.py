"""Real receivers of webhooks: that of the host, and those of players."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseServer
from typing import Any

from standardwebhooks import Webhook

Answer = tuple[int, Mapping[str, str], bytes]
SECRET = "whsec_" + "Y2hrb2JiYS1jaGtvYmJhLWNoa29iYmE="


@contextmanager
def told_by(settings: Any, server: ThreadingHTTPServer) -> Iterator[None]:
    """Let the server under test send all notifications to this listening server."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = f"http://127.0.0.1:{server.server_port}/", SECRET
    with listening(server):
        yield


class Receiver:
    """A server on this machine that passes each POST to ``take``."""

    def __init__(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                answer = receiver.take(self.path, headers, body)
                if answer is None:
                    self.close_connection = True
                    return
                status, more, said = answer
                self.send_response(status)
                for name, value in {**more, "content-length": str(len(said))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *about: object) -> None:
                """Suppress the log line of a request."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer | None:
        """Return status, headers and body of the answer, or None to hang up."""
        raise NotImplementedError


class Mailbox(Receiver):
    """A receiver of a player's webhook, which verifies each message, drops duplicates and can fail every nth request.

    Every second failure has accepted the message nonetheless, as if its answer was lost.
    """

    def __init__(self) -> None:
        super().__init__()
        self.secret = ""
        self.asked = 0
        self.fails_every: int | None = None
        self.status = 204
        self.taken: dict[str, Any] = {}
        """The bodies by message id, without duplicates."""
        self.faults: list[str] = []
        self.before_it_answers: Callable[[], None] = lambda: None

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Verify and store a message."""
        self.asked += 1
        try:
            Webhook(self.secret).verify(body, headers)
        except Exception as fault:
            self.faults.append(repr(fault))
        fails = self.fails_every and self.asked % self.fails_every == 0
        answer_is_lost = fails and self.asked % 2 == 0
        if (not fails or answer_is_lost) and self.status == 204:
            self.taken.setdefault(headers["webhook-id"], json.loads(body))
        self.before_it_answers()
        more = {"location": f"{self.address}elsewhere"} if self.status == 302 else {}
        return 503 if fails else self.status, more, b""

    @property
    def told(self) -> list[dict[str, Any]]:
        """The received notifications, one by one."""
        return [one for body in self.taken.values() for one in body["data"].get("notifications", [body])]


@contextmanager
def listening(server: BaseServer) -> Iterator[None]:
    """Let a server listen in a thread."""
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    yield
    server.shutdown()
    server.server_close()
    thread.join()
