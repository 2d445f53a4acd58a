"""Conversion of a player to a bot account."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_schemas
from accounts.api.answers import me
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.services.matches.entry_requirements import become_bot


class MyBot(View):
    """The player's conversion to a bot account."""

    @operation("convertToBotAccount", Scope.ACCOUNT, {200: (player_schemas.Me, "You, a bot account.")})
    def post(self, request: Request) -> Response:
        """Become a bot account, for good.

        A bot account is a player that is a program. You can become one only before you have ever joined a match.
        Everyone sees it (`is_bot` of seats), other limits apply to you (docs/accounts.md), and you can join only
        matches that allow bot accounts (`bot_accounts`). This cannot be undone. If you are a bot account already, you
        get the same response.
        """
        return Response(me(become_bot(self.me)))
