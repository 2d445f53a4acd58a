"""CORS headers of answers that are given in front of Django. Its middleware adds them to all others."""

from __future__ import annotations

from collections.abc import MutableMapping
from io import BytesIO
from typing import Any, Final

from corsheaders.middleware import CorsMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse

_CORS: Final = CorsMiddleware(lambda request: HttpResponse())


def readable(scope: MutableMapping[str, Any], answer: HttpResponse) -> HttpResponse:
    """Add to an answer whether the site that asked may read it; return the answer."""
    _CORS.add_response_headers(ASGIRequest(scope, BytesIO()), answer)
    return answer
