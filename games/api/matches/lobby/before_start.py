"""Join a match or take over a seat, change seats and bots, agree and add seeds, start, leave or cancel."""

from __future__ import annotations

from uuid import UUID

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import invalid
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches import lobby_schemas
from games.api.matches.base import MATCH_RESPONSE, MatchesView, given_in
from games.engine.messages import say
from games.services.matches import shuffle_seeds
from games.services.matchmaking import seat_swaps, substitutes
from games.services.matchmaking.lobby import joining, lobby_bots, match_cancellation, match_start


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
        by_address = ("codes_address", address_of(request))
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


class Agreement(MatchesView):
    """The player's agreement to changed terms."""

    @operation("agreeToTerms", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.AgreeToTerms) -> Response:
        """Agree to the changed terms of a match.

        When the creator changes the terms after you have joined, the match does not start before you agree or leave
        (`leaveMatch`). Name the terms that you have read: if they have changed again, you get 409 `terms_changed` with
        `view`.
        """
        return self.answer(joining.agree_to_terms(match_id, self.me, self.now, wanted.terms_version))


class AddSeed(MatchesView):
    """The player's seed for the shuffle."""

    @operation("addShuffleSeed", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.ShuffleSeedRequest) -> Response:
        """Commit to a seed for the shuffle, and reveal it when the seats are sealed.

        With `commitment` you add a secret seed. When all seats are taken and the match is to start, the seats are
        sealed: `seeds_due_at` is set, and each player with a commitment sends the `seed` itself. After the last seed,
        or when the time is up, the cards are dealt. With `seed` and no earlier commitment you add a plain seed, until
        the seats are sealed. You may send the same request again.
        """
        given = given_in(wanted)
        if len(given) != 1:
            raise invalid("commitment", say("invalid.commitment"))
        return self.answer(shuffle_seeds.add_seed(match_id, self.me, self.now, **given))


class StartMatch(MatchesView):
    """The start of a match."""

    @operation("startMatch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Start the match.

        Every seat must be taken, and all players must agree to the terms (`agrees`). The server draws the first dealer,
        deals the cards, and starts the clock.
        """
        return self.answer(match_start.start(match_id, self.me, self.now))


class CancelMatch(MatchesView):
    """Cancelling a match before its start."""

    @operation("cancelMatch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Cancel a match that has not started.

        Only the creator can do this, and not while the seats are sealed. The other players are notified.
        """
        return self.answer(match_cancellation.cancel(match_id, self.me, self.now))
