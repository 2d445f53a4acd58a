"""A rate limit per address for requests outside of the API: pages, the schema, the login of the staff.

Operations of the API count their requests themselves (``chkobba_api.rest.limits.throttling``), and so do passwords
(``accounts.login.login_limits``), which cost thirty times as much. Static files and ``/healthz`` cost less than
counting them; ``/readyz`` caches its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from chkobba_api.errors import DomainError
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.limits.throttling import Budget
from chkobba_api.rest.problems import shown
from games.engine.messages import say

FREE: Final = ("/healthz", "/readyz")


def count_pages(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return the middleware that counts requests for pages."""

    def count(request: HttpRequest) -> HttpResponse:
        return refusal(request) or get_response(request)

    return count


def refusal(request: HttpRequest) -> HttpResponse | None:
    """Count a request; return the answer if there were too many, else None."""
    if request.path_info in FREE:
        return None
    left, reset = Budget("anonymous").spend(address_of(request))
    return None if left >= 0 else too_many(request, reset)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the answer to a client with too many requests."""
    detail = say("refused.too_many.requests", seconds=seconds)
    return shown(request, DomainError("throttled", detail, retry_after=seconds))
