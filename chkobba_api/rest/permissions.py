"""Permissions of tokens: the one place that compares a token with the scope that an operation needs."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from chkobba_api.errors import DomainError
from chkobba_api.scopes import TAKEN_BY_BAN, Scope
from games.engine.messages import say


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
