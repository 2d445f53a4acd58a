"""The entry requirements of a match, with the ratings of the seated players."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import match_clock
from games.api.copying import copied
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304
from games.api.ratings import rating_schemas as schemas
from games.api.ratings.rating_view import figure_of, pool_shape, reliability_of
from games.club_access import club_of
from games.models import Status
from games.services.matches import entry_requirements
from games.services.matchmaking import seat_swaps
from games.services.ratings import ratings, reliability
from games.services.ratings.match_summary import pool_of


class MatchEntryRequirements(MatchesView):
    """The entry requirements of a match, and the ratings of the seated players."""

    @operation(
        "getEntryRequirements",
        Scope.READ,
        {200: (schemas.EntryRequirements, "The entry requirements."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get the entry requirements of a match.

        Read before you join whether the match is rated, the least reliability, and the rating and reliability of each
        seated player.
        """
        loaded = self.find(match_id)
        asked = entry_requirements.asked_at(loaded.match)
        key = pool_of(loaded.match.game, match_clock.control_of(loaded.match))
        seated = {seat.number: seat.player_id for seat in loaded.seats if seat.player_id}
        known = ratings.beliefs(key, seated.values())
        shares = reliability.shares_of(seated.values(), self.now)
        wanted = seat_swaps.wanted_by(loaded) if loaded.match.status == Status.LOBBY else {}
        seats = [
            schemas.SeatStanding(
                seat=number,
                rating=figure_of(known[who]) if who in known else None,
                reliability=reliability_of(shares[who]),
                wanted_by=wanted.get(number, []),
            )
            for number, who in seated.items()
        ]
        club = club_of(loaded.match.pk)
        answer = copied(
            schemas.EntryRequirements,
            asked,
            pool=pool_shape(key),
            club=copied(schemas.ClubName, club) if club and not club.ended_at else None,
            undo=asked.allows_undo,
            hints=asked.allows_hints(loaded.seats),
            seats=seats,
        )
        return answer_or_304(request, answer)
