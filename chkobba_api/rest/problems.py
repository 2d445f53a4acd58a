"""Errors as problem documents (RFC 9457), with a stable code each.

All errors are answered as ``application/problem+json``: ``type`` (a link into the page of all codes), ``title``,
``status``, ``detail``, ``code``, and fields that belong to the code.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.csrf import csrf_failure as default_csrf_failure
from rest_framework import exceptions, status

from chkobba_api.errors import CODES, DomainError, by_status
from chkobba_api.rest.language import as_text, spoken
from games.engine.malformed import malformed
from games.engine.messages import say
from games.engine.violations import RuleViolation

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
SOON: Final = 5
"""Seconds after which to try again when the server is not available."""


class ErrorResponse(HttpResponse):
    """The answer to a refused request, with the code of the error for the log."""

    def __init__(self, code: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.code = code


def status_of(error: DomainError) -> int:
    """Return the HTTP status of an error."""
    return CODES[error.code].status


def document(error: DomainError) -> dict[str, Any]:
    """Return the problem document of an error."""
    code = CODES[error.code]
    return {
        **error.fields,
        "type": f"/api/problems/#{code.name}",
        "title": code.title,
        "status": code.status,
        "code": code.name,
        "detail": error.message,
    }


def plain(error: DomainError) -> HttpResponse:
    """Return an error as an answer, whatever renderers the view has."""
    body = msgspec.json.encode(document(error), enc_hook=as_text)
    headers = {"Content-Language": spoken(), "Vary": "Accept-Language", **_headers(error)}
    return ErrorResponse(error.code, body, status=status_of(error), headers=headers, content_type=CONTENT_TYPE)


def _headers(error: DomainError) -> dict[str, str]:
    """Return the headers that say how to authenticate, or when to try again."""
    if error.code == "unauthenticated":
        return {"WWW-Authenticate": "Bearer"}
    if error.code == "insufficient_scope":
        return {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{error.fields["scope"]}"'}
    wait = error.fields.get("retry_after", SOON if error.code == "unavailable" else None)
    return {} if wait is None else {"Retry-After": str(wait)}


def answer(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the answer to an error in a view; None for an unexpected error, which ``server_error`` answers."""
    problem = as_problem(error)
    return plain(problem) if problem else None


def as_problem(error: Exception) -> DomainError | None:
    """Return an error of the rules or of a framework as one of ours, or None for an unexpected error."""
    if isinstance(error, DomainError):
        return error
    if isinstance(error, RuleViolation):
        return DomainError(error.code, error.message, **error.fields)
    if isinstance(error, exceptions.ValidationError):
        return DomainError("invalid", say("refused.fields"), errors=error.detail)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return DomainError("unauthenticated", getattr(error, "message", malformed(str(error.detail))))
    if isinstance(error, exceptions.Throttled):
        wait = max(1, round(getattr(error, "wait", None) or 1))
        return DomainError("throttled", say("refused.throttled", seconds=wait), retry_after=wait)
    if isinstance(error, Http404):
        return DomainError("not_found", say("refused.nothing_here"))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return DomainError("forbidden", say("refused.forbidden"))
    if isinstance(error, RequestDataTooBig):
        return DomainError("too_large", say("refused.too_large"))
    if isinstance(error, exceptions.APIException):
        return DomainError(_CODES.get(error.status_code, "invalid"), malformed(str(error.detail)))
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("the database does not answer: %s", error)
        return DomainError("unavailable", say("refused.database"))
    return None


_CODES = {
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "method_not_allowed",
    status.HTTP_406_NOT_ACCEPTABLE: "not_acceptable",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
}


def shown(request: HttpRequest, problem: DomainError) -> HttpResponse:
    """Return a problem as a page if the client asks for one, as browsers do; else as a document."""
    if "text/html" not in request.headers.get("Accept", ""):
        return plain(problem)
    page = render_to_string("refused.html", {"detail": as_text(problem.message)}, request)
    return ErrorResponse(problem.code, page, status=status_of(problem), headers=_headers(problem))


# --- what Django answers itself: handler400 and its like in urls.py ---------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django refused before a view saw it."""
    if isinstance(exception, RequestDataTooBig):
        return plain(DomainError("too_large", say("refused.too_large")))
    detail = say("refused.django") if isinstance(exception, SuspiciousOperation) else str(exception)
    return plain(DomainError("invalid", detail))


def refused(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """Answer a request that is forbidden, or one for an address that does not exist."""
    return answer(exception, {})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without its CSRF token: in the admin with Django's HTML page, elsewhere with a problem as JSON."""
    if request.path.startswith("/admin/"):
        return default_csrf_failure(request, reason)
    return plain(DomainError("forbidden", say("refused.forms")))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unexpected error, or a lost database: pages need it before a view sees the request."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError) and (problem := as_problem(error)):
        return shown(request, problem)
    return plain(DomainError("internal", say("refused.internal")))


def catalogue(request: HttpRequest) -> HttpResponse:
    """Show every code with its status and meaning; ``type`` of a problem links here."""
    codes = [(code.name, {"status": code.status, "title": as_text(code.title)}) for code in by_status()]
    return render(request, "problems.html", {"kinds": codes})
