"""Middleware that pages need, and the API does not: what is asked of that brings a token and gets JSON.

At each move these would take a tenth of the server's time, and under ASGI most of them take a thread twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django_otp.middleware import OTPMiddleware

API: Final = "/api/v1/"
"""What begins so is no page."""


def is_for_api(request: HttpRequest) -> bool:
    """Say whether no page is asked for."""
    return request.path_info.startswith(API)


class PagesOnly:
    """Lets what is asked of the API past a middleware."""

    get_response: Callable[[HttpRequest], Any]

    def __call__(self, request: HttpRequest) -> Any:
        """Return the answer, or what to await for it."""
        if is_for_api(request):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]  # the middleware's


class Policy(PagesOnly, CSPMiddleware):
    """Says what a page may load."""


class Sessions(PagesOnly, SessionMiddleware):
    """Knows the session."""


class LogIns(PagesOnly, AuthenticationMiddleware):
    """Knows who is logged in."""


class SecondFactor(PagesOnly, OTPMiddleware):  # type: ignore[misc]  # which has no types
    """Knows whether they have given a code, too."""


class Messages(PagesOnly, MessageMiddleware):
    """Keeps what is to be said on the next page."""
