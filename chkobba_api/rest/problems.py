"""Errors as problem documents (RFC 9457), with a stable code each.

Whatever goes wrong is answered as ``application/problem+json``: ``type`` (a link into the catalogue below), ``title``,
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

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """What a code stands for."""

    status: int
    title: str


KINDS: dict[str, Kind] = {
    "invalid": Kind(400, "The request does not say what it must say; `errors` names the fields"),
    "malformed_json": Kind(400, "The request is not a JSON object"),
    "unauthenticated": Kind(401, "This needs a token, and a valid one"),
    "forbidden": Kind(403, "This is not yours to do"),
    "not_found": Kind(404, "There is no such thing, or it is not for you to see"),
    "method_not_allowed": Kind(405, "The method does not exist here"),
    "not_acceptable": Kind(406, "Answers are JSON"),
    "too_large": Kind(413, "The request is too large"),
    "unsupported_media_type": Kind(415, "Requests are JSON"),
    "throttled": Kind(429, "Too many requests; `Retry-After` says when to come again"),
    "internal": Kind(500, "The server has made a mistake, which was noted"),
    "unavailable": Kind(503, "The server cannot answer for the moment"),
}
"""Every code with its status and meaning; the apps add their own with ``register``."""


def register(kinds: dict[str, Kind]) -> None:
    """Add codes to the catalogue."""
    KINDS.update(kinds)


class Problem(Exception):
    """An answer that says what went wrong: a code of the catalogue, a sentence for people, named fields."""

    def __init__(self, code: str, detail: str, headers: dict[str, str] | None = None, **fields: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.fields = fields

    @property
    def status(self) -> int:
        """The HTTP status."""
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
        """Return the answer, whatever kinds of answers the view has."""
        body = msgspec.json.encode(self.document(), enc_hook=str)
        return HttpResponse(body, status=self.status, headers=self.headers, content_type=CONTENT_TYPE)


def answer(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the answer to an error in a view; None for one that nobody foresaw, which ``server_error`` answers."""
    problem = as_problem(error)
    return problem.plain() if problem else None


TRANSLATIONS: list[Callable[[Exception], Problem | None]] = []
"""Functions from an error to a problem or None; the apps add theirs for the errors of their services."""


def as_problem(error: Exception) -> Problem | None:
    """Return an error as a problem, or None when nobody foresaw it."""
    if isinstance(error, Problem):
        return error
    for translate in TRANSLATIONS:
        if problem := translate(error):
            return problem
    if isinstance(error, exceptions.ValidationError):
        return Problem("invalid", "Some fields are missing or wrong.", errors=error.detail)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return Problem("unauthenticated", str(error.detail), {"WWW-Authenticate": "Bearer"})
    if isinstance(error, exceptions.Throttled):
        wait = max(1, round(getattr(error, "wait", None) or 1))
        return Problem("throttled", f"Come again in {wait} s.", {"Retry-After": str(wait)}, retry_after=wait)
    if isinstance(error, Http404):
        return Problem("not_found", "There is nothing at this address.")
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return Problem("forbidden", "You may not do this.")
    if isinstance(error, RequestDataTooBig):
        return Problem("too_large", "The request is too large.")
    if isinstance(error, exceptions.APIException):
        return Problem(_CODES.get(error.status_code, "invalid"), str(error.detail))
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("the database does not answer: %s", error)
        return Problem("unavailable", "The database does not answer; please try again.", {"Retry-After": "5"})
    return None


_CODES = {
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "method_not_allowed",
    status.HTTP_406_NOT_ACCEPTABLE: "not_acceptable",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
}


def shown(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return a problem as a page to who asks for pages, as browsers do, and else as a document."""
    if "text/html" not in request.headers.get("Accept", ""):
        return problem.plain()
    page = render_to_string("refused.html", {"problem": problem}, request)
    return HttpResponse(page, status=problem.status, headers=problem.headers)


# --- what Django answers itself: handler400 and its like in urls.py ---------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django refused before any view saw it."""
    if isinstance(exception, RequestDataTooBig):
        return Problem("too_large", "The request is too large.").plain()
    detail = "Django refused this request." if isinstance(exception, SuspiciousOperation) else str(exception)
    return Problem("invalid", detail).plain()


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what may not be done."""
    return Problem("forbidden", "You may not do this.").plain()


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address at which there is nothing."""
    return Problem("not_found", "There is nothing at this address.").plain()


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without its CSRF token: as a page in the admin, where people fill in forms."""
    if request.path.startswith("/admin/"):
        return default_csrf_failure(request, reason)
    return Problem("forbidden", "This address takes no forms from other sites.").plain()


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody foresaw, or that the database is away: pages need it before any view sees the request."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError) and (problem := as_problem(error)):
        return shown(request, problem)
    return Problem("internal", "Something went wrong on our side.").plain()


def catalogue(request: HttpRequest) -> HttpResponse:
    """Show every code with its status and meaning; ``type`` of a problem links here."""
    return render(
        request, "problems.html", {"kinds": sorted(KINDS.items(), key=lambda kind: (kind[1].status, kind[0]))}
    )
