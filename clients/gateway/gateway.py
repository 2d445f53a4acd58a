"""A push gateway, as small as it can be: it takes what a Chkobba server hands over, and passes it to Google and Apple.

    PUSH_GATEWAY_SECRET=whsec_… python gateway.py 8090

needs ``pip install standardwebhooks``. It prints what it would send: put keys of your own, and clients of Firebase and
Apple, into ``to_google`` and ``to_apple``. docs/push-gateway.md says what is asked of a gateway.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError


class Gone(Exception):
    """Nothing will ever reach a device by this token again."""


def to_google(token: str, push: dict[str, Any], seconds: int) -> dict[str, Any]:
    """Return a message of FCM's HTTP v1 API. Where that answers UNREGISTERED, raise Gone."""
    return {
        "token": token,
        "notification": {"title": push["title"], "body": push["body"]},
        "data": {"link": push["link"]},
        "android": {
            "ttl": f"{seconds}s",
            "priority": "high" if push["urgency"] == "high" else "normal",
            "collapse_key": push["collapse_key"],
            "notification": {"tag": push["collapse_key"]},
        },
    }


def to_apple(token: str, push: dict[str, Any], seconds: int) -> dict[str, Any]:
    """Return path, headers and payload of a request to APNs. Where that answers 410, raise Gone."""
    alert = {"title": push["title"], "body": push["body"]}
    return {
        "path": f"/3/device/{token}",
        "headers": {
            "apns-push-type": "alert",
            "apns-expiration": str(int(datetime.now(UTC).timestamp()) + seconds),
            "apns-priority": "10" if push["urgency"] == "high" else "5",
            "apns-collapse-id": push["collapse_key"],
        },
        "payload": {"aps": {"alert": alert, "badge": push["badge"], "thread-id": "chkobba"}, "link": push["link"]},
    }


WAYS = {"fcm": to_google, "apns": to_apple}


class Gateway(BaseHTTPRequestHandler):
    """Answers 204 for what was passed on, 200 with `rejected` for a token that is over, 401 for what is not signed."""

    def do_POST(self) -> None:
        """Take a push."""
        body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 16_384))
        signed = {name.lower(): value for name, value in self.headers.items()}
        try:
            Webhook(os.environ["PUSH_GATEWAY_SECRET"]).verify(body, signed)
        except WebhookVerificationError:
            return self.answer(401)
        push = json.loads(body)["data"]
        token, platform = push["device"]["token"], push["device"]["platform"]
        seconds = int((datetime.fromisoformat(push["expires_at"]) - datetime.now(UTC)).total_seconds())
        if seconds <= 0:
            return self.answer(204)  # the push is out of date
        try:
            print(json.dumps(WAYS[platform](token, push, seconds)), flush=True)
        except Gone:
            return self.answer(200, {"rejected": [token]})
        return self.answer(204)

    def answer(self, status: int, said: dict[str, Any] | None = None) -> None:
        """Answer with a status, and something as JSON."""
        body = json.dumps(said).encode() if said else b""
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *about: object) -> None:
        """Say nothing: tokens do not belong into logs."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Gateway)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
