"""Join a match by its id or room code, take over a seat, or leave before the start."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.limits.throttling import AddressThrottle
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches import lobby_schemas
from games.api.matches.base import MATCH_RESPONSE, MatchesView, given_in
from games.services.matchmaking import substitutes
from games.services.matchmaking.lobby import joining


class JoinMatch(MatchesView):
    """Joining a match by its id."""

    @operation("joinMatch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.Join) -> Response:
        """Join a public match.

        You take a seat of your choice, or the first free one. In a rematch, or if you are invited, a seat is reserved
        for you.
        """
        return self.answer(joining.join(match_id, self.me, self.now, **given_in(wanted)))


class JoinByCode(MatchesView):
    """Joining a match by its room code."""

    @operation("joinByCode", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, wanted: lobby_schemas.JoinByCode) -> Response:
        """Join the match with a room code.

        A code stays the label of its match. If you sit there already, you get 409 `already_seated` with the id of the
        match in `match`, also after its start. Otherwise you get 409 `not_in_lobby` after its start, and
        `substitute_wanted` says whether a seat is open to substitutes. With `substitute` you take that seat, as with
        `takeOverSeat`. With `dry_run` you only read the match to which you are invited. Only codes that no match has
        count as wrong, by player and by address.
        """
        # Wrong codes are counted, first by player and then by address; a right code never is.
        given = given_in(wanted)
        by_address = ("codes_address", str(AddressThrottle().name_of(request)))
        with guessing(("codes", f"player:{self.me.pk}"), by_address, is_wrong=has_code("wrong_code")):
            table = joining.join_by_code(given.pop("code"), self.me, self.now, **given)
        return self.answer(table)


class TakeSeat(MatchesView):
    """Taking over the seat of an absent player."""

    @operation("takeOverSeat", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.TakeOverSeat) -> Response:
        """Take over the seat of an absent player.

        If the match allows it (`substitutes_after`), the seat of a player who was on autopilot for that time opens to
        substitutes (`substitute_wanted` of the seat). You play on with the cards of the seat, its time begins anew, and
        its player loses it for good. Until then that player keeps the seat by playing. You cannot take a seat if you
        sit in the match, or have lost a seat there. In a private match, take it by the room code (`joinByCode`).
        """
        return self.answer(substitutes.take_seat(match_id, self.me, self.now, **given_in(wanted)))


class LeaveMatch(MatchesView):
    """Leaving a match before its start."""

    @operation("leaveMatch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Leave a match that has not started.

        Your seat becomes free. If the creator leaves, the match is cancelled. While the seats are sealed no player can
        leave: the cards are dealt at `seeds_due_at` at the latest, and then you can resign.
        """
        return self.answer(joining.leave(match_id, self.me, self.now))
