"""Limits on request bodies: the server reads one byte more than is allowed, which is enough to refuse a body.

This happens in front of Django. Under ASGI, Django would write the whole body to a file before a view sees the request.
Under WSGI, Django reads no body without a length, such as one that is sent in chunks, and would write the files of a
form to the disk, whatever their size.

The server reads and discards the rest of a body that is too large, up to a bound, before it closes the connection. A
connection that is closed with unread data is reset, and a client that is still sending never sees the answer. This
module does so for ASGI; under gunicorn ``post_request`` in gunicorn.conf.py does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.utils.http import parse_header_parameters

from chkobba_api.errors import DomainError
from chkobba_api.middleware.early_answers import Message, as_messages
from games.engine.messages import say

Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


_ABOUT_LENGTH: Final = (b"content-length", b"transfer-encoding")

THROWN_AWAY: Final = 4 * 1024 * 1024
"""Bytes of a refused body that the server reads and discards. With more the connection is reset."""
THROWING_AWAY_SECONDS: Final = 5.0
"""Seconds for which the server reads and discards bytes of a refused body."""


class Bounded:
    """An ASGI middleware that passes a body on in one piece, with its length."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request whose body is bounded; refuse one whose end is ambiguous."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        if has_doubtful_end(scope):
            await refuse(scope, Rest(receive), send)
            return
        largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body, more = b"", True
        while more and len(body) <= largest:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        body = body[: largest + 1]
        headers = [
            (name, plain_type(value.decode("latin-1")).encode("latin-1") if name == b"content-type" else value)
            for name, value in scope["headers"]
            if name not in _ABOUT_LENGTH
        ]
        if body:
            headers.append((b"content-length", str(len(body)).encode()))
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        rest = Rest(receive) if more else None

        async def read() -> Message:
            """Return the body, then nothing until the client has disconnected."""
            if messages:
                return messages.pop()
            if rest:
                return await asyncio.shield(rest.gone)
            while (message := await receive())["type"] != "http.disconnect":
                pass
            return message

        try:
            await self.application({**scope, "headers": headers}, read, rest.sending_last(send) if rest else send)
        finally:
            if rest:
                rest.gone.cancel()


class Rest:
    """The rest of a body, which is read and discarded while the server answers the request."""

    def __init__(self, receive: Receive) -> None:
        self.ended = asyncio.Event()
        """Set once the body has ended or exceeds ``THROWN_AWAY``."""
        self.gone = asyncio.ensure_future(self._throw_away(receive))

    async def _throw_away(self, receive: Receive) -> Message:
        """Discard the body; return the message that the client has disconnected."""
        size = 0
        while (message := await receive())["type"] != "http.disconnect":
            size += len(message.get("body", b""))
            if size > THROWN_AWAY or not message.get("more_body", False):
                self.ended.set()
        self.ended.set()
        return message

    def sending_last(self, send: Send) -> Send:
        """Return a function that sends the answer and closes the connection, but only after the body has ended."""

        async def send_last(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
            elif not message.get("more_body", False):
                await send({**message, "more_body": True})
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.ended.wait(), THROWING_AWAY_SECONDS)
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        return send_last


def plain_type(value: str) -> str:
    """Return a ``Content-Type`` without a charset, and without parameters that cannot be read.

    Django would decode the query, too, by the charset that a client names, whatever it is. All text here is UTF-8.
    """
    media = value.partition(";")[0]
    try:
        parameters = parse_header_parameters(value)[1]
    except ValueError:
        return media
    if "charset" not in parameters:
        return value
    return f'{media}; boundary="{parameters["boundary"]}"' if "boundary" in parameters else media


def has_doubtful_end(scope: Message) -> bool:
    """Return whether a proxy may see the end of a request elsewhere, so that its body hides another (RFC 9112, 6.1)."""
    names = {name for name, _ in scope["headers"]}
    return b"transfer-encoding" in names and (b"content-length" in names or scope["http_version"] == "1.0")


async def refuse(scope: Message, rest: Rest, send: Send) -> None:
    """Answer a request that no view and no middleware may see."""
    last = rest.sending_last(send)
    for message in as_messages(scope, DomainError("invalid", say("refused.lengths"))):
        await last(message)
    rest.gone.cancel()


def bounded(application: Callable[..., Any]) -> Callable[..., Any]:
    """Return a WSGI application that gets chunked and large bodies cut, with a length, and each with a plain type."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        is_chunked = environ.get("wsgi.input_terminated") and not environ.get("CONTENT_LENGTH")
        if is_chunked or _length(environ) > largest:
            body = environ["wsgi.input"].read(largest + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        if "CONTENT_TYPE" in environ:
            environ["CONTENT_TYPE"] = plain_type(environ["CONTENT_TYPE"])
        return application(environ, start_response)

    return answer


def _length(environ: dict[str, Any]) -> int:
    """Return the length of a body as Django reads it: 0 for what is no number."""
    try:
        return int(environ.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
