"""Views of new guests, and of the avatars that players can choose."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services
from accounts.api import player_schemas
from accounts.api.answers import ME, TOKEN, me
from accounts.avatars import AVATARS
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.throttling import GuestThrottle
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from games.engine.messages import say


class Avatars(View):
    """View of the avatars that players can choose."""

    @operation(
        "listAvatars",
        None,
        {200: (player_schemas.Avatars, "All avatars.")},
        gets={"avatars": [{"key": "fennec", "name": "Fennec", "symbol": "🦊"}]},
        public=True,
    )
    def get(self, request: Request) -> Response:
        """List the avatars that players can choose.

        The server has no images of them: a client may show the emoji, or an image of its own for the key.
        """
        return Response(
            player_schemas.Avatars(
                avatars=[
                    player_schemas.AvatarShape(key=avatar.key, name=say(f"avatar.{avatar.key}"), symbol=avatar.symbol)
                    for avatar in AVATARS
                ]
            )
        )


class Guests(View):
    """View that creates guests."""

    throttle_classes = (GuestThrottle,)

    @operation(
        "createGuest",
        None,
        {201: (player_schemas.Guest, "Your account, and your token.")},
        sends={"nickname": "Amel", "avatar": "fennec", "device": "Amel's phone"},
        gets={"player": ME, **TOKEN},
        public=True,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request, wanted: player_schemas.GuestRequest) -> Response:
        """Create a guest account.

        You need only a nickname. The answer shows the token only once, so store it.
        """
        row, token = services.create_guest(wanted.nickname, wanted.avatar, wanted.device)
        return Response(player_schemas.Guest(player=me(row.user), token=token, expires_at=row.expiry), status=201)
