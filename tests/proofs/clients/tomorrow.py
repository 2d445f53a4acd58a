"""A server of the future: today's server, with members in its answers that the published schema does not know."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

UNION = {"shape": "tarneeb_bid", "type": "bid", "bid": 7}
"""An event of a future game."""


@contextmanager
def tomorrow(server: str, *, unions: bool) -> Iterator[str]:
    """Run a proxy in front of a server, and yield its address. ``unions`` adds events of an unknown type."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_request(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            passed_on = {name: value for name, value in self.headers.items() if name.lower() in PASSED_ON}
            address = server + self.path
            answer = httpx.request(self.command, address, content=sent, headers=passed_on, timeout=60)
            body = answer.content
            if answer.is_success and body:
                body = json.dumps(grown(answer.json(), unions=unions)).encode()
            self.send_response(answer.status_code)
            self.send_header("Content-Type", answer.headers.get("Content-Type", "application/json"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = handle_request  # noqa: N815  (names of the library)

        def log_message(self, format: str, *arguments: object) -> None:
            """Log nothing for each request."""

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{proxy.server_address[1]}"
    finally:
        proxy.shutdown()
        proxy.server_close()


PASSED_ON = {"authorization", "content-type", "accept", "idempotency-key", "if-match", "if-none-match"}
AS_SENT = {"move", "options", "control"}


def grown(part: Any, *, unions: bool) -> Any:
    """Return a part of an answer with future fields, words and events.

    Parts that also occur in requests stay unchanged: the schema allows no other fields in them.
    """
    if isinstance(part, list):
        return [grown(item, unions=unions) for item in part]
    if not isinstance(part, dict):
        return part
    new = {name: item if name in AS_SENT else grown(item, unions=unions) for name, item in part.items()}
    if "number" in part and "kind" in part:  # a seat
        new["kind"] = "ghost"
    if "by" in part and "events" in part:  # an entry of the event list
        new["by"] = "spirit"
        if unions:
            new["events"].append(grown(UNION, unions=False))
    if "visibility" in part:  # a match
        new["visibility"] = "friends"
    return {**new, "of_tomorrow": {"level": [1]}}
