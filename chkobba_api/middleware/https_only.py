"""A refusal of requests over plain HTTP that no person would notice.

``SecurityMiddleware`` redirects to HTTPS, which a browser needs that opens a page. A program with a wrong address would
follow, too, and send its token in clear text with every request, since all of them succeed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from chkobba_api.errors import DomainError
from chkobba_api.rest.problems import plain

_FOR_PROGRAMS: Final = re.compile(r"/(api/(?!(docs|redoc|problems)/)|oauth/(token|revoke)$|\.well-known/|calendars/)")
"""The paths that programs use: the API except its documentation, tokens of OAuth, and calendars with their secret."""

_OF_PAGES: Final = ("GET", "HEAD")
"""The methods by which a browser opens a page. It would not send a form again, but its password is sent by then."""


def refuse_plain_http(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return the middleware that refuses such requests, before Django authenticates or counts anything.

    A preflight request is refused as well, so that a browser does not even send the token of a foreign page.
    """

    def refuse(request: HttpRequest) -> Any:
        return plain(DomainError("https_needed")) if needs_https(request) else get_response(request)

    return refuse


def needs_https(request: HttpRequest) -> bool:
    """Return whether a request came over plain HTTP, on a server with HTTPS, and opens no page."""
    if not settings.SECURE_SSL_REDIRECT or request.is_secure():
        return False
    return request.method not in _OF_PAGES or bool(_FOR_PROGRAMS.match(request.path_info))
