"""The base class of the views of the API, and the one place that compares a token with the scope that it needs."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, cached_property
from typing import Any, TypeVar

import msgspec
from django.utils import timezone
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chkobba_api.errors import DomainError, invalid
from chkobba_api.rest import language
from chkobba_api.rest.limits.throttling import AddressThrottle, ScopedThrottle
from chkobba_api.scopes import TAKEN_BY_BAN, Scope
from games.engine.malformed import malformed
from games.engine.messages import say

Body = TypeVar("Body")


class AsDescribed(BasePermission):
    """Permission as ``operation`` declares it: public operations for all, others for a token with the scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return whether the request may go on.

        Raises DomainError ``suspended`` for scopes that a ban takes from a player, and ``insufficient_scope`` for a
        token without the scope. An operation that declares no scope needs ``account``.
        """
        asked = getattr(view, str(request.method).lower(), None)
        if asked is None or request.method == "OPTIONS":
            return True  # the view answers with 405, or with the list of its methods
        if not request.user:
            return bool(getattr(asked, "public", False))
        scope = getattr(asked, "scope", Scope.ACCOUNT)
        if scope in TAKEN_BY_BAN:
            request.user.must_not_be_banned(timezone.now())  # type: ignore[union-attr]  # a Player
        if scope is None or request.auth.allows(scope):  # type: ignore[union-attr]  # BearerAuthentication's
            return True
        raise DomainError(
            "insufficient_scope",
            say("refused.insufficient_scope", scope=scope.value),
            scope=scope.value,
        )


class View(APIView):
    """A view of the API: it reads bodies into structs, and tells clients the rest of their rate limit."""

    permission_classes = (AsDescribed,)
    language_is_known = True
    """True if the answer is in the language of this request; false for one that is sent again."""
    limits: tuple[int, int, int] | None = None
    """The rate limit with the smallest rest: its size, the rest, and the seconds until its window ends."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the request by its address before authentication, so that guesses of tokens are counted, too."""
        throttle = AddressThrottle()
        if not throttle.allow_request(request, self):
            self.throttled(request, throttle.wait() or 0)
        super().initial(request, *args, **kwargs)
        if request.user:
            language.prefer(self.me.language, self.me.cards)

    def charge(self, more: int) -> None:
        """Charge this cost, in addition to the one that each request costs. Raises Throttled."""
        if more < 1:
            return
        for throttle in (AddressThrottle(), *self.get_throttles()):
            if isinstance(throttle, ScopedThrottle) and not throttle.allow_request(self.request, self, more):
                self.throttled(self.request, throttle.wait() or 0)

    @cached_property
    def me(self) -> Any:
        """The player of the token. It exists only where a token is required."""
        return self.request.user

    def _allowed_methods(self) -> list[str]:
        view: Any = type(self)
        return _methods_of(view)  # the framework would search all methods at each request

    def body(self, request: Request, kind: type[Body]) -> Body:
        """Return the body of a request as a struct. Raises DomainError ``invalid`` with the field that is wrong."""
        return read(request.data, kind)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Add the headers of rate limits, deprecation, language and caching. Shared caches may store no answer."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.limits:
            for name, value in zip(("Limit", "Remaining", "Reset"), self.limits, strict=True):
                response.headers[f"RateLimit-{name}"] = str(value)
        if deprecated := getattr(getattr(self, str(request.method).lower(), None), "deprecated", None):
            for name, value in deprecated.headers.items():
                response.headers[name] = value
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if self.language_is_known:
            response.headers.setdefault("Content-Language", language.spoken())
        vary = response.headers.get("Vary")
        response.headers["Vary"] = f"{vary}, Accept-Language" if vary else "Accept-Language"
        return response


@cache
def _methods_of(view: type[View]) -> list[str]:
    able = {method for method in view.http_method_names if hasattr(view, method)}
    if "get" in able:
        able.add("head")  # Django answers it with ``get``
    return [method.upper() for method in view.http_method_names if method in able]


def read(data: Any, kind: type[Body], *, strict: bool = True) -> Body:
    """Return JSON data as a struct.

    If not ``strict``, texts may be numbers. Raises DomainError ``invalid``, by field.
    """
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        fields = re.findall(r"\.(\w+)", path) + re.findall(r"(?:unknown|required) field `([^`]*)`", message)
        field = ".".join(fields) if fields else "body"
        raise invalid(field, say("malformed.sentence", what=malformed(message))) from None


def read_query(request: Request, kind: type[Body], lists: Collection[str] = ()) -> Body:
    """Return the query of a request as a struct. Raises DomainError ``invalid``, by field.

    ``lists`` are fields that may have several values: repeated, or separated by commas.
    """
    query: dict[str, Any] = request.query_params.dict()
    for name in query.keys() & set(lists):
        query[name] = [value for values in request.query_params.getlist(name) for value in values.split(",")]
    return read(query, kind, strict=False)
