"""Errors as problem documents (RFC 9457), with a stable code each.

All errors are answered as ``application/problem+json``: ``type`` (a link into the catalogue below), ``title``,
``status``, ``detail``, ``code``, and fields that belong to the code.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.csrf import csrf_failure as default_csrf_failure
from rest_framework import exceptions, status

from chkobba_api.rest.language import as_text, spoken
from games.engine.malformed import malformed
from games.engine.messages import Text, say

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """The status and the title of a code."""

    status: int
    title: Text


def kinds_of(statuses: dict[str, int]) -> dict[str, Kind]:
    """Return the kinds of problems for codes and their statuses. The titles are in the message catalogues."""
    return {code: Kind(status, say(f"problem.{code}")) for code, status in statuses.items()}


KINDS: dict[str, Kind] = kinds_of(
    {
        "invalid": 400,
        "malformed_json": 400,
        "unauthenticated": 401,
        "forbidden": 403,
        "insufficient_scope": 403,
        "suspended": 403,
        "not_found": 404,
        "wrong_code": 404,
        "method_not_allowed": 405,
        "not_acceptable": 406,
        "secret_already_shown": 409,
        "too_large": 413,
        "unsupported_media_type": 415,
        "idempotency_key_reused": 422,
        "throttled": 429,
        "too_many_wrong_codes": 429,
        "internal": 500,
        "unavailable": 503,
    }
)
"""Every code with its status and meaning; the apps add their own with ``register``."""


def register(kinds: dict[str, Kind]) -> None:
    """Add codes of an app to the catalogue."""
    KINDS.update(kinds)


class Problem(Exception):
    """An error answer: a code of the catalogue, a message for people, and fields of that code."""

    def __init__(self, code: str, detail: Text, headers: dict[str, str] | None = None, **fields: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.fields = fields

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return KINDS[self.code].status

    def document(self) -> dict[str, Any]:
        """Return the problem document."""
        kind = KINDS[self.code]
        return {
            **self.fields,
            "type": f"/api/problems/#{self.code}",
            "title": kind.title,
            "status": kind.status,
            "code": self.code,
            "detail": self.detail,
        }

    def plain(self) -> HttpResponse:
        """Return the problem as an answer, whatever renderers the view has."""
        body = msgspec.json.encode(self.document(), enc_hook=as_text)
        headers = {"Content-Language": spoken(), "Vary": "Accept-Language", **self.headers}
        return HttpResponse(body, status=self.status, headers=headers, content_type=CONTENT_TYPE)


def answer(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the answer to an error in a view; None for an unexpected error, which ``server_error`` answers."""
    problem = as_problem(error)
    return problem.plain() if problem else None


TRANSLATIONS: list[Callable[[Exception], Problem | None]] = []
"""Functions from an error to a problem or None; the apps add theirs for the errors of their services."""


def as_problem(error: Exception) -> Problem | None:
    """Return an error as a problem, or None for an unexpected error."""
    if isinstance(error, Problem):
        return error
    for translate in TRANSLATIONS:
        if problem := translate(error):
            return problem
    if isinstance(error, exceptions.ValidationError):
        return Problem("invalid", say("refused.fields"), errors=error.detail)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return Problem("unauthenticated", malformed(str(error.detail)), {"WWW-Authenticate": "Bearer"})
    if isinstance(error, exceptions.Throttled):
        wait = max(1, round(getattr(error, "wait", None) or 1))
        return Problem(
            "throttled", say("refused.throttled", seconds=wait), {"Retry-After": str(wait)}, retry_after=wait
        )
    if isinstance(error, Http404):
        return Problem("not_found", say("refused.nothing_here"))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return Problem("forbidden", say("refused.forbidden"))
    if isinstance(error, RequestDataTooBig):
        return Problem("too_large", say("refused.too_large"))
    if isinstance(error, exceptions.APIException):
        return Problem(_CODES.get(error.status_code, "invalid"), malformed(str(error.detail)))
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("the database does not answer: %s", error)
        return Problem("unavailable", say("refused.database"), {"Retry-After": "5"})
    return None


_CODES = {
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "method_not_allowed",
    status.HTTP_406_NOT_ACCEPTABLE: "not_acceptable",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
}


def shown(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return a problem as a page if the client asks for one, as browsers do; else as a document."""
    if "text/html" not in request.headers.get("Accept", ""):
        return problem.plain()
    page = render_to_string("refused.html", {"detail": as_text(problem.detail)}, request)
    return HttpResponse(page, status=problem.status, headers=problem.headers)


# --- what Django answers itself: handler400 and its like in urls.py ---------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django refused before a view saw it."""
    if isinstance(exception, RequestDataTooBig):
        return Problem("too_large", say("refused.too_large")).plain()
    detail = say("refused.django") if isinstance(exception, SuspiciousOperation) else str(exception)
    return Problem("invalid", detail).plain()


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that is forbidden."""
    return Problem("forbidden", say("refused.forbidden")).plain()


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for an address that does not exist."""
    return Problem("not_found", say("refused.nothing_here")).plain()


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without its CSRF token: in the admin with Django's HTML page, elsewhere with a problem as JSON."""
    if request.path.startswith("/admin/"):
        return default_csrf_failure(request, reason)
    return Problem("forbidden", say("refused.forms")).plain()


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unexpected error, or a lost database: pages need it before a view sees the request."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError) and (problem := as_problem(error)):
        return shown(request, problem)
    return Problem("internal", say("refused.internal")).plain()


def catalogue(request: HttpRequest) -> HttpResponse:
    """Show every code with its status and meaning; ``type`` of a problem links here."""
    kinds = [(code, Kind(kind.status, as_text(kind.title))) for code, kind in KINDS.items()]
    return render(request, "problems.html", {"kinds": sorted(kinds, key=lambda kind: (kind[1].status, kind[0]))})
