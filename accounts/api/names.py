"""The player's unique name: its view and its problems."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import unique_names
from accounts.api import player_schemas
from accounts.api.answers import ME, me
from accounts.api.base import Mine
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope


class MyName(Mine):
    """View of the player's unique name."""

    @operation(
        "claimName",
        Scope.ACCOUNT,
        {200: (player_schemas.Me, "Your account, with the new name.")},
        sends={"name": "amel_k"},
        gets={**ME, "guest": False, "name": "amel_k"},
    )
    def put(self, request: Request, wanted: player_schemas.ClaimName) -> Response:
        """Claim or change your unique name.

        Other players find you by this name, and you log in with it. No two names may look alike: case, accents, dashes,
        and letters of other scripts that look the same make no difference (docs/accounts.md). Your nickname is separate
        and does not change. Your previous name becomes free. If you have a password, you log in with this name, so you
        need a recent login (`proveRecentLogin`).
        """
        too_often("names", str(self.me.pk))
        return Response(me(unique_names.claim_at(self.token, wanted.name, timezone.now())))
