"""Answers that are given in front of Django, with the headers that its middleware adds to all others."""

from __future__ import annotations

from collections.abc import MutableMapping
from io import BytesIO
from typing import Any, Final

from corsheaders.middleware import CorsMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse

from chkobba_api.errors import DomainError
from chkobba_api.middleware.request_log import noted
from chkobba_api.rest.problems import plain
from chkobba_api.rest.security_headers import guarding

Message = MutableMapping[str, Any]

_CORS: Final = CorsMiddleware(lambda request: HttpResponse())


def request_of(scope: Message) -> ASGIRequest:
    """Return a request by its address and headers alone.

    Django may be unable to read its query and the type of its body, and is not asked for them.
    """
    headers = [header for header in scope["headers"] if header[0] != b"content-type"]
    return ASGIRequest({**scope, "query_string": b"", "headers": headers}, BytesIO())


def guarded(scope: Message, answer: HttpResponse, operation: str = "unknown") -> HttpResponse:
    """Add the security headers to an answer, and whether the site that asked may read it; log and return the answer."""

    def guard(request: HttpRequest) -> HttpResponse:
        _CORS.add_response_headers(request, answer)
        return guarding()(request, answer)

    return noted(guard, request_of(scope), operation)


def as_messages(scope: Message, problem: DomainError, operation: str = "unknown") -> list[Message]:
    """Return a problem as the messages of an ASGI application."""
    answer = guarded(scope, plain(problem), operation)
    answer.headers["Content-Length"] = str(len(answer.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    return [
        {"type": "http.response.start", "status": answer.status_code, "headers": headers},
        {"type": "http.response.body", "body": answer.content},
    ]
