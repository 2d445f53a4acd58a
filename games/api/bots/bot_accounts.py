"""Becoming a bot account."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_schemas
from accounts.api.players import me
from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.api import errors, examples  # noqa: F401  (errors adds the codes of the games)
from games.services.matches.bot_accounts import become_bot


class MyBot(View):
    """Whether oneself is a program."""

    @operation(
        "convertToBotAccount",
        "Say for good that a program plays",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Before you have sat down at any match: from then on you are a bot account. Everybody sees it (`is_bot` of "
            "seats), limits of your own hold (docs/accounts.md), and you sit down only where matches let bot accounts "
            "(`bot_accounts`). Nobody can take it back. Who is one already gets the same answer."
        ),
        responses={200: (player_schemas.Me, "You, a bot account.")},
        problems=["already_played"],
        gets=examples.A_BOT,
    )
    def post(self, request: Request) -> Response:
        """Become one."""
        return Response(me(become_bot(self.me)))
