"""Which sites may read answers that are given in front of Django; of all others its middleware says it."""

from __future__ import annotations

from collections.abc import MutableMapping
from io import BytesIO
from typing import Any, Final

from corsheaders.middleware import CorsMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse

_CORS: Final = CorsMiddleware(lambda request: HttpResponse())


def readable(scope: MutableMapping[str, Any], answer: HttpResponse) -> HttpResponse:
    """Say on an answer whether the site that asked may read it."""
    _CORS.add_response_headers(ASGIRequest(scope, BytesIO()), answer)
    return answer
