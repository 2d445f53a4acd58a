"""Muting players: what they say is not heard, at any table."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.matches.base import MatchesView, answered_once
from games.api.matches.match_view import name_of
from games.api.social import chat_schemas as shapes
from games.services.social import muting

_MUTED: Final = {
    "player": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
    "name": "Sami",
    "avatar": "owl",
    "since": "2026-11-21T18:30:00Z",
}


class Mutes(MatchesView):
    """Whom one has muted."""

    @operation(
        "listMutes",
        "Whom you have muted",
        tag="me",
        scope=Scope.READ,
        description="All of them; nobody else is told.",
        parameters=[
            OpenApiParameter(
                "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the list that you have."
            ),
        ],
        responses={200: (shapes.MutedPlayers, "The players."), 304: (None, "Nothing has changed.")},
        gets={"players": [_MUTED]},
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with the list."""
        return answered_once(request, shapes.MutedPlayers(players=[_shown(one) for one in muting.muted_by(self.me)]))


class OneMute(MatchesView):
    """Somebody who may be muted."""

    @operation(
        "mutePlayer",
        "Mute somebody",
        tag="me",
        scope=Scope.CHAT,
        description=(
            "Somebody who sits at a table with you, or has said something there. What they say is left out for you at "
            "all tables, and you are not told of it. They are not told that they are muted."
        ),
        responses={200: (shapes.MutedPlayer, "Whom you have muted.")},
        problems=["not_found", "too_many_mutes"],
        gets=_MUTED,
    )
    def put(self, request: Request, player_id: UUID) -> Response:
        """Mute them."""
        return Response(_shown(muting.mute(self.me, player_id, self.now)))

    @operation(
        "unmutePlayer",
        "Hear somebody again",
        tag="me",
        scope=Scope.CHAT,
        description="Also what they have said meanwhile.",
        responses={204: (None, "They are not muted.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Hear them."""
        muting.unmute(self.me, player_id)
        return Response(status=204)


def _shown(mute: models.Mute) -> shapes.MutedPlayer:
    muted = mute.muted
    return shapes.MutedPlayer(player=muted.pk, name=name_of(muted), avatar=muted.avatar, since=mute.at)
