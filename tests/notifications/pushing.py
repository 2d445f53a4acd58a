"""A push service and a browser's part of a subscription (RFC 8030, 8291, 8292), and a gateway of an app.

They decode with ``http_ece`` and ``py_vapid``, which the server under test does not use.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Callable
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.notifications.receiving import Answer, Receiver

TWO_WEEKS = 14 * 24 * 3600


def encoded(data: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscribed browser: its keys, and the messages that arrive."""

    def __init__(self, service: PushService, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)
        self.endpoint = f"{service.address}push/{name}"
        service.browsers[f"/push/{name}"] = self
        self.arrived: list[dict[str, Any]] = []
        """The accepted messages in order."""
        self.undelivered: dict[str, dict[str, Any]] = {}
        """The last message of each topic: what a device that was offline would find."""

    @property
    def subscription(self) -> dict[str, Any]:
        """The subscription, as ``toJSON()`` of the browser returns it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encoded(point), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}


class PushService(Receiver):
    """Accepts pushes for browsers and verifies each; it can fail every nth, and answers 410 for dead subscriptions."""

    def __init__(self, public_key: str, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.public_key, self.now = public_key, now
        self.is_away = False
        self.browsers: dict[str, Browser] = {}
        self.dead: set[str] = set()
        self.fails_every: int | None = None
        self.failures: list[tuple[int, dict[str, str]]] = [(503, {}), (429, {"retry-after": "120"})]
        """Status and headers of failures, in turn."""
        self.asked = 0
        self.headers: list[dict[str, str]] = []
        self.lengths: set[int] = set()
        self.faults: list[str] = []

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Verify and store a message, or fail."""
        self.asked += 1
        try:
            told = self.verified(path, headers, body)
        except Exception as fault:
            self.faults.append(repr(fault))
            return 400, {}, b""
        if self.is_away:
            return 503, {}, b""
        if self.fails_every and self.asked % self.fails_every == 0:
            self.failures.append(self.failures.pop(0))
            return *self.failures[-1], b""
        if path in self.dead:
            return 410, {}, b""
        self.browsers[path].arrived.append(told)
        self.browsers[path].undelivered[headers["topic"]] = told
        return 201, {"location": f"{self.address}message/{self.asked}"}, b""

    def verified(self, path: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        """Return the content of a message; raise if it violates the RFCs."""
        self.headers.append(headers)
        self.lengths.add(len(body))
        assert 0 < int(headers["ttl"]) <= TWO_WEEKS
        assert headers["urgency"] in ("very-low", "low", "normal", "high")
        assert 0 < len(headers["topic"]) <= 32
        assert encoded(decoded(headers["topic"])) == headers["topic"]
        assert headers["content-encoding"] == "aes128gcm"
        assert len(body) <= 4096
        scheme, _, parameters = headers["authorization"].partition(" ")
        said = dict(part.strip().split("=", 1) for part in parameters.split(","))
        assert scheme == "vapid"
        assert said["k"] == self.public_key
        assert Vapid02.verify(headers["authorization"])
        claims = json.loads(decoded(said["t"].split(".")[1]))
        assert claims["aud"] == self.address.rstrip("/")
        assert self.now() < claims["exp"] <= self.now() + 24 * 3600
        assert claims["sub"].startswith(("mailto:", "https:"))
        browser = self.browsers[path]
        text = http_ece.decrypt(body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(text)
        assert told["web_push"] == 8030
        assert told["notification"]["title"]
        assert told["notification"]["navigate"]
        return told
