"""Receivers of notifications: they verify, fail every third time, have outages, and drop duplicates.

The push service and the mail server are those of the tests, written from their RFCs; here they follow the year's clock.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.notifications import pushing
from tests.notifications.mailing import LINKS, MailServer

Key = tuple[str, str, int]
"""A match, a kind of event, a version."""


class Told(NamedTuple):
    """A notification that a person has received."""

    path: str
    message: str
    notification: Key
    at: datetime


class Receiver:
    """A receiver of all webhooks, each under its own path."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.secrets: dict[str, str] = {}
        """The secrets of webhooks, by path."""
        self.told: list[Told] = []
        self.wrong: list[str] = []
        self.asked = self.doubles = 0
        self.is_away = False
        self._seen: set[tuple[str, str]] = set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(receiver.take(self.path, dict(self.headers.items()), body, now()))
                self.end_headers()

            def log_message(self, *about: object) -> None:
                """Log nothing for each request."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path: str) -> str:
        """Return the URL of a path."""
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    def take(self, path: str, headers: dict[str, str], body: bytes, now: datetime) -> int:
        """Take a message, or fail; return the status. Every second failure loses only the answer, not the message."""
        self.asked += 1
        if self.is_away:
            return 503
        fails = self.asked % 3 == 0
        if fails and self.asked % 2:
            return 503
        headers = {name.lower(): value for name, value in headers.items()}
        message = headers["webhook-id"]
        self._verify(path, headers, body, now)
        if (path, message) in self._seen:
            self.doubles += 1
        else:
            self._seen.add((path, message))
            told: dict[str, Any] = json.loads(body)
            for one in told["data"].get("notifications", [told]):
                key = (one["data"]["match"], one["type"], one["data"]["version"])
                self.told.append(Told(path, message, key, now))
        return 503 if fails else 204

    def _verify(self, path: str, headers: dict[str, str], body: bytes, now: datetime) -> None:
        stamp = headers["webhook-timestamp"]
        signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
        secret = base64.b64decode(self.secrets[path].removeprefix("whsec_"))
        signature = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        if not hmac.compare_digest(signature, headers["webhook-signature"]):
            self.wrong.append(f"{path}: a message is not signed as it should be")
        if abs(int(stamp) - now.timestamp()) > 60:
            self.wrong.append(f"{path}: a message says that it was sent at {stamp}, and it is {now.timestamp():.0f}")


class Pushes(pushing.PushService):
    """A push service that follows the clock of the year, with outages."""

    def __init__(self, now: Callable[[], datetime], public_key: str) -> None:
        super().__init__(public_key, now=lambda: now().timestamp())
        self.fails_every = 3
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Mails(MailServer):
    """A mail server with outages."""

    is_away = False

    def __init__(self) -> None:
        super().__init__()
        self.fails_every = 3
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, to: str, data: bytes) -> bytes:
        """Accept or refuse a mail (see MailServer)."""
        return b"451 4.3.0 away" if self.is_away else super().take(to, data)

    def told(self, address: str) -> int:
        """Return the number of mails to an address that have an unsubscribe link: all except confirmations."""
        return sum("List-Id" in mail and mail["To"].addresses[0].addr_spec == address for mail in self.mails)

    def links_to(self, address: str) -> list[str]:
        """Return the links in the mails to an address."""
        found = [mail for mail in self.mails if mail["To"].addresses[0].addr_spec == address]
        return [link for mail in found for link in LINKS.findall(mail.get_body(("plain",)).get_content())]
