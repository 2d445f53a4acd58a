"""Play a finished match again: a rematch, or the same cards against bots."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches import lobby_schemas, match_schemas
from games.api.matches.base import MATCH_RESPONSE, MatchesView, count_by_player, given_in
from games.services.matchmaking import rematch


class Rematch(MatchesView):
    """The rematch of a finished match."""

    @operation("rematch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.OwnSeed) -> Response:
        """Play a finished match again.

        A new match with the same players and terms, and seats turned by one. The first call creates it and reserves
        seats for the other players, who join with the same call. It starts when all have joined. Its creator can also
        give their seats to bots. Each call may add a seed or a commitment, as with `joinMatch`.
        """
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        return self.answer(rematch.rematch(match_id, self.me, self.now, **given_in(wanted)))


class DealAgain(MatchesView):
    """The cards of a finished match, dealt again."""

    @operation(
        "playDealAgain",
        Scope.LOBBY,
        {201: (match_schemas.MatchView, "The match, which has begun.")},
        headers=["Location"],
    )
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.DealAgain) -> Response:
        """Play the cards of a finished match again, against bots.

        You sit where you sat. The same dealer deals the same cards in the same order, and bots have all other seats. So
        you see what comes of it when you, or an expert, play them differently. `deal_of` names the first match, to
        compare the results. The new match is private, not rated, and in no statistics, since you may know the cards. It
        counts towards the matches that you may create.
        """
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        table = rematch.deal_again(match_id, self.me, self.now, wanted.level)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})
