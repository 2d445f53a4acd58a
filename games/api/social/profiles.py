"""The profile of a player, as another player sees it."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games.api.copying import copied
from games.api.matches.base import MatchesView
from games.api.social import follow_schemas as schemas
from games.services.social import profiles


class NameQuery(Struct, forbid_unknown_fields=True):
    """Query parameters of the search by name."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]


class PlayerByName(MatchesView):
    """The player with a unique name."""

    @operation(
        "findPlayer",
        Scope.READ,
        {200: (schemas.Profile, "The player as you see them.")},
        parameters=[
            OpenApiParameter(
                "name",
                {"type": "string", "minLength": 1, "maxLength": 100},
                required=True,
                description="The unique name.",
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """Find a player by name.

        Send the unique name (`claimName`) as people type it: case and accents make no difference. Nicknames are not
        searched, since several players may have the same one.
        """
        query = read_query(request, NameQuery)
        too_often("lookups", str(self.me.pk))
        too_often("lookups_address", address_of(request))
        return Response(_shown(profiles.profile_named(query.name, self.me)))


class OnePlayer(MatchesView):
    """The profile of a player."""

    @operation("getPlayer", Scope.READ, {200: (schemas.Profile, "The player as you see them.")})
    def get(self, request: Request, player_id: UUID) -> Response:
        """Get the profile of a player.

        The profile has what any match shows of the player, your relation to them, and what they show to you (`profile`
        of `updateMe`). A player who has deleted their account or blocked you is 404.
        """
        return Response(_shown(profiles.profile_of(player_id, self.me)))


def _shown(profile: profiles.Profile) -> schemas.Profile:
    player = profile.player
    return copied(
        schemas.Profile,
        profile,
        id=player.pk,
        nickname=player.nickname,
        avatar=player.avatar,
        is_bot=player.is_bot,
    )
