"""Security headers of every answer, in addition to those of Django and django-csp."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from chkobba_api.middleware.pages_only import is_for_api

PERMISSIONS: Final = ", ".join(
    f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "interest-cohort")
)
"""Features of the browser that no page uses."""

NO_PAGE: Final = "default-src 'none'; frame-ancestors 'none'"
"""The policy of an answer of the API, in case a browser takes it for a page. Pages have a policy of their own."""


def secure_headers(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return the middleware that adds the headers."""

    def add(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = get_response(request)
        if is_for_api(request):
            response.headers["Content-Security-Policy"] = NO_PAGE
        response.headers["Permissions-Policy"] = PERMISSIONS
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"  # Swagger's view needs less, for OAuth
        return response

    return add
