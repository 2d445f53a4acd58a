"""Views of the player's own account: profile, settings, kid mode, deletion at once."""

from __future__ import annotations

from django.utils import timezone
from msgspec import UNSET, structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import deletion, services
from accounts.api import player_schemas
from accounts.api.answers import ME, me
from accounts.api.base import Mine
from chkobba_api.rest.language import hear, prefer
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope


class Profile(Mine):
    """View of the player's own account."""

    @operation("getMe", Scope.READ, {200: (player_schemas.Me, "Your account.")}, gets=ME)
    def get(self, request: Request) -> Response:
        """Get your account.

        Your nickname, avatar, language, time zone and settings, and the date of the account.
        """
        return Response(me(self.me))

    @operation(
        "updateMe",
        Scope.PROFILE,
        {200: (player_schemas.Me, "Your changed account.")},
        sends={"avatar": "owl"},
        gets={**ME, "avatar": "owl"},
    )
    def patch(self, request: Request, wanted: player_schemas.UpdateMe) -> Response:
        """Change your nickname, avatar, language, card names, time zone and settings.

        Fields that you leave out do not change. All your matches show a new nickname at once.
        """
        changes = {name: value for name, value in structs.asdict(wanted).items() if value is not UNSET}
        cleared = {name: "" for name, value in changes.items() if value is None}
        player = services.change_player(self.me, **changes | cleared)
        hear(request.headers.get("Accept-Language", ""))
        prefer(player.language, player.cards)
        return Response(me(player))

    @operation("deleteAccount", Scope.ACCOUNT, {204: (None, "The account is deleted.")}, headers=["Location"])
    def delete(self, request: Request) -> Response:
        """Delete your account at once.

        Your tokens end and your name is removed at once. The matches that you played keep a former player. Then the
        server gives up your seats and resigns your running matches. With thousands of seats this takes a while: every
        client that knows the address in `Location` can ask for the progress, without a token (`getAccountDeletion`).
        The address cannot be guessed. You need a recent login (`proveRecentLogin`). `scheduleDeletion` does the same in
        three days, and you can cancel it.
        """
        begun = deletion.leave_at_once(self.token, timezone.now())
        return Response(status=204, headers={"Location": f"/api/v1/account-deletions/{begun.pk}"})


class KidMode(Mine):
    """View that turns on kid mode."""

    @operation(
        "enableKidMode",
        Scope.ACCOUNT,
        {200: (player_schemas.Me, "Your account, in kid mode.")},
        gets={**ME, "kid_mode": True},
    )
    def put(self, request: Request) -> Response:
        """Turn on kid mode.

        For children, and for all players who want it: no free text in either direction, no strangers, no public
        profile, no leaderboards. You play with friends, with bots, and in matches whose room code you have. It
        takes effect at once. Only an admin can turn it off. See docs/friends.md.
        """
        services.enable_kid_mode(self.me)
        return Response(me(self.me))
