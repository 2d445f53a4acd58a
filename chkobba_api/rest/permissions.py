"""Who may do what, as far as a token tells: the one place that compares it with what an operation says it needs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from chkobba_api.rest.problems import Problem
from chkobba_api.scopes import TAKEN_BY_BAN, Scope
from games.engine.messages import say


class AsDescribed(BasePermission):
    """Lets in whom ``operation`` lets in: everybody where it is public, else a token with its scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Say whether the request may go on.

        Raises Problem ``suspended`` for what a ban takes from a player, and ``insufficient_scope`` for a token that is
        good for less.

        What nobody has described is for those who may do everything.
        """
        asked = getattr(view, str(request.method).lower(), None)
        if asked is None or request.method == "OPTIONS":
            return True  # and is told that there is no such method, or which there are
        if not request.user:
            return bool(getattr(asked, "public", False))
        scope = getattr(asked, "scope", Scope.ACCOUNT)
        if scope in TAKEN_BY_BAN and (ban := request.user.banned(timezone.now())):  # type: ignore[union-attr]  # a Player
            until = datetime.fromisoformat(ban["until"])
            raise Problem(
                "suspended", say("refused.suspended", reason=ban["reason"], until=f"{until:%Y-%m-%d %H:%M}"), **ban
            )
        if scope is None or request.auth.allows(scope):  # type: ignore[union-attr]  # BearerAuthentication's
            return True
        header = f'Bearer error="insufficient_scope", scope="{scope}"'
        raise Problem(
            "insufficient_scope",
            say("refused.insufficient_scope", scope=scope.value),
            {"WWW-Authenticate": header},
            scope=scope.value,
        )
