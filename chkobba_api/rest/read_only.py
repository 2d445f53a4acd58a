"""Decorators for pages that are only read: their methods and their ETags."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.csrf import csrf_exempt

from chkobba_api.errors import DomainError
from chkobba_api.rest.problems import plain
from games.engine.messages import say

Page = Callable[..., HttpResponseBase]


def read_only(view: Page) -> Page:
    """Return a view for GET and HEAD. It answers other methods with 405, before Django looks for a CSRF token."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            return view(request, *args, **named)
        refused = plain(DomainError("method_not_allowed", say("refused.method", method=request.method)))
        refused.headers["Allow"] = "GET, HEAD"
        return refused

    return answer


def with_etag(view: Page) -> Page:
    """Return a view whose answers have an ETag, and which answers 304 if the client has it.

    Django's ``conditional_page`` does so for GET only.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **named: Any) -> Any:
        response: Any = set_response_etag(view(request, *args, **named))
        return get_conditional_response(request, response.headers.get("ETag"), response=response)

    return answer
