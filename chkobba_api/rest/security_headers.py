"""Security headers of every answer: those of Django, and some of this server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware

PERMISSIONS: Final = ", ".join(
    f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "interest-cohort")
)
"""Features of the browser that no page uses."""

NO_PAGE: Final = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
"""The policy of an answer without one of its own, in case a browser takes it for a page. Pages have their own."""

Guard = Callable[[HttpRequest, HttpResponse], HttpResponse]


def guarding() -> Guard:
    """Return the function that adds the headers to the answer to a request, as the settings say now."""
    middleware = [kind(_no_answer) for kind in (SecurityMiddleware, XFrameOptionsMiddleware)]

    def guard(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        for django in middleware:
            django.process_response(request, response)
        response.headers.setdefault("Content-Security-Policy", NO_PAGE)
        response.headers["Permissions-Policy"] = PERMISSIONS
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"  # Swagger's view needs less, for OAuth
        return response

    return guard


def secure_headers(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return the middleware that adds the headers to all answers of Django.

    It is outside of Django's own, which lets its errors pass without them.
    """
    guard = guarding()

    def add(request: HttpRequest) -> HttpResponse:
        return guard(request, get_response(request))

    return add


def _no_answer(request: HttpRequest) -> HttpResponse:
    """Take the place of the view, which is asked already."""
    raise NotImplementedError
