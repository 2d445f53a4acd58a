"""Change the seats before the start: the player's own seat, and the bots."""

from __future__ import annotations

from uuid import UUID

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches import lobby_schemas
from games.api.matches.base import MATCH_RESPONSE, MatchesView
from games.services.matchmaking import seat_swaps
from games.services.matchmaking.lobby import lobby_bots


class MySeat(MatchesView):
    """The player's seat before the start."""

    @operation("changeSeat", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.ChangeSeat) -> Response:
        """Change your seat before the start.

        You move to a free seat at once. The creator can also swap with a bot. For the seat of another player, the
        server asks that player (`seat_wanted`). They agree by asking for your seat: then you swap. So partners can
        choose each other. Your seed for the shuffle moves with you. `wanted_by` of `getEntryRequirements` has the open
        requests.
        """
        return self.answer(seat_swaps.change_seat(match_id, self.me, wanted.seat, self.now))

    @operation("keepSeat", Scope.LOBBY, {204: (None, "You keep your seat.")})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Keep your seat.

        You withdraw your request for another seat, and decline requests for yours. The other players are notified
        (`seat_refused`).
        """
        seat_swaps.stay(match_id, self.me, self.now)
        return Response(status=204)


class SetBots(MatchesView):
    """The bots of a match before its start."""

    @operation("setBots", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.SetBots) -> Response:
        """Add or remove bots.

        Only the creator can do this. A level for a seat adds a bot there; null removes it.
        """
        levels = {int(number): level for number, level in wanted.seats.items()}
        fill = None if wanted.fill is UNSET else wanted.fill
        return self.answer(lobby_bots.set_bots(match_id, self.me, levels, fill, self.now))
