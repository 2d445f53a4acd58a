"""The log of requests: for each one an id, a line with its duration, and the code of the error if it is refused.

The id is that of the proxy or the client (``X-Request-ID``) if it is harmless, else a new one. It is in every line that
the request logs, in those of the tasks that it sends, and in the header of the answer.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path

from chkobba_api.observability import metrics
from chkobba_api.rest.problems import ErrorResponse

logger = structlog.get_logger(__name__)

HEADER: Final = "X-Request-ID"

_HARMLESS: Final = re.compile(r"[A-Za-z0-9._:/+=-]{1,64}")
"""Texts that cannot break out of a line or of a header."""


def note_requests(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return the middleware that logs requests."""
    return partial(noted, get_response)


def noted(
    get_response: Callable[[HttpRequest], HttpResponse], request: HttpRequest, operation: str = ""
) -> HttpResponse:
    """Return the response to a request, and log both. ``operation`` names one that Django does not route."""
    begin, request_id = time.perf_counter(), id_of(request)
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        response = get_response(request)
        seconds = time.perf_counter() - begin
        operation = operation or operation_of(request)
        metrics.REQUESTS.labels(operation, response.status_code).observe(seconds)
        refused = {"code": response.code} if isinstance(response, ErrorResponse) else {}
        logger.info(
            "request",
            method=request.method,
            path=escape_uri_path(request.path),
            operation=operation,
            status=response.status_code,
            **refused,
            ms=round(seconds * 1000, 1),
        )
    response.headers[HEADER] = request_id
    return response


def id_of(request: HttpRequest) -> str:
    """Return the id that a request has sent, or a new one."""
    brought = request.headers.get(HEADER, "")
    return brought if _HARMLESS.fullmatch(brought) else uuid.uuid4().hex


def operation_of(request: HttpRequest) -> str:
    """Return the operation of the API for a request, or the first part of the path of an existing page.

    There are few results for all possible requests, since each names a time series.
    """
    match = request.resolver_match
    if match is None:
        return "unknown"
    handler = getattr(getattr(match.func, "view_class", None), (request.method or "").lower(), None)
    return getattr(handler, "operation_id", None) or match.route.partition("/")[0] or "root"
