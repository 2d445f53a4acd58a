"""Requests to the whole ASGI application, without a server."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator

from chkobba_api.asgi import application
from tests.helpers.eventually import attempts


def answer_of(path: str, query: bytes = b"", scheme: str = "http", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Request a page; return the status, the headers and the body of the answer. Headers are named with underscores.

    The view runs in another thread, on a database connection of its own.
    """
    return async_to_sync(_answer_of)(path, query, scheme, headers)


async def _answer_of(
    path: str, query: bytes, scheme: str, headers: dict[str, str]
) -> tuple[int, dict[str, str], bytes]:
    sent = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in {"host": "testserver", **headers}.items()
    ]
    scope = {"type": "http", "method": "GET", "scheme": scheme, "http_version": "1.1", "path": path}
    scope |= {"query_string": query, "client": ("127.0.0.1", 50_000), "headers": sent}
    line = ApplicationCommunicator(application, scope)
    await line.send_input({"type": "http.request"})
    start, body = await line.receive_output(), b""
    for _ in attempts(1_000, "the answer ends"):
        part: dict[str, Any] = await line.receive_output()
        body += part["body"]
        if not part.get("more_body"):
            break
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body
