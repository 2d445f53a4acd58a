"""Invitations of players by name or id, and counter-offers to them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import match_clock, selectors
from games.api.matches import lobby_schemas, match_schemas
from games.api.matches.base import (
    ETAG,
    MATCH_RESPONSE,
    UNCHANGED,
    MatchesView,
    answer_or_304,
    control_in,
    count_by_player,
    game_name,
    given_in,
    guests_in,
)
from games.api.matches.lobby.listing import ListingView, ListQuery
from games.api.matches.match_view import name_of
from games.api.matchmaking import invitation_schemas as schemas
from games.engine.catalogue import GAMES
from games.models import Match
from games.services.matchmaking import counter_offers, invitations
from games.services.matchmaking.lobby.match_creation import MatchSettings


class MyInvitations(ListingView):
    """The invitations of a player."""

    @operation(
        "listMyInvitations",
        Scope.READ,
        {200: (match_schemas.MatchPage, "A page of matches."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, query: ListQuery) -> Response:
        """List your invitations.

        Matches that have not started and reserve a seat for you, newest first: their creator has invited you, or wants
        to play again. `joinMatch` accepts, `endInvitation` declines, `offerTerms` makes a counter-offer.
        """
        return self.page(query, selectors.inviting(self.me))


class Invitations(MatchesView):
    """Invitations to a match."""

    @operation("listInvitations", Scope.READ, {200: (schemas.Invitations, "The invitations."), **UNCHANGED})
    @never_raises("rules_gone")  # the list has no cards
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the invitations to a match.

        The creator of the match gets all of them, with their counter-offers. Other players get only their own.
        """
        found = invitations.of_match(self.find(match_id), self.me)
        return answer_or_304(request, schemas.Invitations(invitations=[self._shown(one) for one in found]))

    @operation("invitePlayers", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: schemas.Invite) -> Response:
        """Invite players to a match.

        Only the creator of the match may invite, and either all of the players are invited or none. Each gets a
        reserved seat and a notification (`invited`), and finds the match in `listMyInvitations`. By name you can invite
        every player that `findPlayer` finds, by id also friends and players you have met. `not_invitable`: the player
        accepts no invitations from you (`invitations` of `updateMe`), or is kept apart from a player in the match. Each
        player can be invited to a match once. You can invite a player who is not your friend three times a day.
        """
        guests = guests_in(wanted.players)
        count_by_player(request, self.me, "invitations", "throttled", "refused.throttled")
        return self.answer(invitations.invite(match_id, self.me, guests, self.now))

    def _shown(self, one: invitations.Shown) -> schemas.Invitation:
        row = one.invitation
        kept = row.offer if one.state == "open" else None
        return schemas.Invitation(
            player=row.player_id,
            name=name_of(row.player),
            avatar=row.player.avatar,
            seat=one.seat,
            state=one.state,  # type: ignore[arg-type]  # one of the choices
            at=row.at,
            offer=None if kept is None else _offer(kept, yours=row.offered_by_id == self.me.pk),
        )


def _offer(kept: dict[str, Any], *, yours: bool) -> schemas.Offer:
    control = match_clock.agreed_in({"control": kept["control"]})
    return schemas.Offer(
        game=game_name(kept["game"]),
        seats=kept["seats"],
        options=kept["options"],
        control=control,
        control_text=control.full_text,
        yours=yours,
    )


class OneInvitation(MatchesView):
    """An invitation to a match."""

    @operation("endInvitation", Scope.LOBBY, {204: (None, "The seat is no longer reserved.")})
    def delete(self, request: Request, match_id: UUID, player_id: UUID) -> Response:
        """Decline or withdraw an invitation.

        With your own id you decline: the seat becomes free for every player, and the player who invited you is
        notified. With another player's id, the creator of the match withdraws the invitation. Both also work for a seat
        that a rematch reserves.
        """
        invitations.end(match_id, player_id, self.me, self.now)
        return Response(status=204)


class OfferOfInvitation(MatchesView):
    """A counter-offer to an invitation."""

    @operation("offerTerms", Scope.LOBBY, {204: (None, "The offer is made.")})
    def put(self, request: Request, match_id: UUID, player_id: UUID, wanted: schemas.OfferRequest) -> Response:
        """Make a counter-offer.

        The invited player, or the one who invited them, offers another game, other options or another time control. It
        replaces an earlier offer. The other player is notified (`terms_offered`), and accepts it (`acceptTerms`),
        declines it (`declineTerms`) or makes another offer. The seat stays reserved meanwhile.
        """
        match = self.find(match_id).match
        control = control_in(wanted)
        terms = MatchSettings(
            game=wanted.game,
            seats=_seats_in(wanted, match),
            options=wanted.options,
            control=match_clock.control_of(match) if control is UNSET else control,
        )
        committed = "" if wanted.seed_commitment is UNSET else wanted.seed_commitment
        counter_offers.offer(match_id, player_id, self.me, terms, self.now, seed_commitment=committed)
        return Response(status=204)

    @operation("declineTerms", Scope.LOBBY, {204: (None, "There is no open counter-offer.")})
    def delete(self, request: Request, match_id: UUID, player_id: UUID) -> Response:
        """Decline or withdraw a counter-offer.

        The invitation stays as it is.
        """
        counter_offers.drop(match_id, player_id, self.me, self.now)
        return Response(status=204)


def _seats_in(wanted: schemas.OfferRequest, match: Match) -> int:
    """Return the number of seats: the wanted one, else that of the match if the game allows it, else the fewest."""
    if wanted.seats is not UNSET:
        return wanted.seats
    game = GAMES.get(wanted.game)
    return match.seat_count if game is None or match.seat_count in game.seats else game.seats[0]


class OfferAnswer(MatchesView):
    """The acceptance of a counter-offer."""

    @operation(
        "acceptTerms",
        Scope.LOBBY,
        {201: (match_schemas.MatchView, "The new match with the offered terms.")},
        headers=["Location"],
    )
    def post(self, request: Request, match_id: UUID, player_id: UUID, wanted: lobby_schemas.OwnSeed) -> Response:
        """Accept a counter-offer.

        The server cancels the match and creates a new one with seats for both of you. The new match starts at once if
        it starts by itself and all seats are taken. Bots move along; for every other player with a seat or an
        invitation, a seat is reserved. Your new seed for the shuffle replaces your earlier one; the other player's seed
        moves along.
        """
        given = given_in(wanted)
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        table = counter_offers.accept(match_id, player_id, self.me, self.now, **given)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})
