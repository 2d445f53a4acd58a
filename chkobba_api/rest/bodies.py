"""How much of a body is read: one byte more than is allowed, which is enough to refuse it.

In front of Django, since Django itself would write the whole of it to a file before any view sees the request (ASGI),
and knows no body without a length (WSGI), as one that is sent in chunks has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from typing import Any, Final

from django.conf import settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


_ABOUT_LENGTH: Final = (b"content-length", b"transfer-encoding")


class Bounded:
    """An ASGI middleware that passes a body on in one piece, with its length."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
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
        headers = [(name, value) for name, value in scope["headers"] if name not in _ABOUT_LENGTH]
        if body:
            headers.append((b"content-length", str(len(body)).encode()))
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def read() -> Message:
            """Return the body, then nothing until the client has gone; what is left of the body is dropped."""
            if messages:
                return messages.pop()
            while (message := await receive())["type"] != "http.disconnect":
                pass
            return message

        await self.application({**scope, "headers": headers}, read, send)


def bounded(application: Callable[..., Any]) -> Callable[..., Any]:
    """Return a WSGI application that knows the length of a body that was sent in chunks."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if environ.get("wsgi.input_terminated") and not environ.get("CONTENT_LENGTH"):
            body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        return application(environ, start_response)

    return answer
