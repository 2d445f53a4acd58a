"""Mutes: a player reads no messages of a muted player, in any match."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304
from games.api.matches.match_view import name_of
from games.api.social import chat_schemas as schemas
from games.services.social import muting


class Mutes(MatchesView):
    """The players that the player has muted."""

    @operation(
        "listMutes",
        Scope.READ,
        {200: (schemas.MutedPlayers, "The players."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request) -> Response:
        """List the players you have muted.

        The list is complete. Other players cannot see it.
        """
        return answer_or_304(request, schemas.MutedPlayers(players=[_shown(one) for one in muting.muted_by(self.me)]))


class OneMute(MatchesView):
    """A mute of another player."""

    @operation("mutePlayer", Scope.CHAT, {200: (schemas.MutedPlayer, "The muted player.")})
    def put(self, request: Request, player_id: UUID) -> Response:
        """Mute a player.

        You can mute a player in one of your matches, or one who has written there or in one of your clubs. Their
        messages are hidden from you in all matches, and you get no events for them. The player is not notified.
        """
        return Response(_shown(muting.mute(self.me, player_id, self.now)))

    @operation("unmutePlayer", Scope.CHAT, {204: (None, "The player is not muted.")})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Unmute a player.

        You also read the messages that they wrote in the meantime.
        """
        muting.unmute(self.me, player_id)
        return Response(status=204)


def _shown(mute: models.Mute) -> schemas.MutedPlayer:
    muted = mute.muted
    return schemas.MutedPlayer(player=muted.pk, name=name_of(muted), avatar=muted.avatar, since=mute.at)
