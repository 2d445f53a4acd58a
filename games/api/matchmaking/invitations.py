"""Inviting players by name, and agreeing with them on what is played."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import match_clock, selectors
from games.api import examples
from games.api.matches import catalogue_schemas, lobby_schemas, match_schemas
from games.api.matches.base import (
    INVITING,
    MAKING,
    OF_A_MATCH,
    UNCHANGED,
    MatchesView,
    answered_once,
    control_in,
    count_by_player,
    given_in,
    guests_in,
)
from games.api.matches.lobby import FILTERS, ListingView, ListQuery
from games.api.matches.match_view import name_of
from games.api.matchmaking import invitation_schemas as told
from games.engine.catalogue import GAMES
from games.models import Match
from games.services.matchmaking import counter_offers, invitations

_SAMI: Final = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"
_OFFER: Final[dict[str, Any]] = {
    "game": {"key": "scopa", "name": "Scopa", "direction": "counterclockwise"},
    "seats": 2,
    "options": {"target": 11},
    "control": {"type": "move", "seconds": 28800, "honours": []},
    "control_text": "8 hours per move",
    "yours": False,
}
_INVITATION: Final = {
    "player": _SAMI,
    "name": "Sami",
    "avatar": "owl",
    "seat": 1,
    "state": "open",
    "at": "2026-11-21T18:30:00Z",
    "offer": _OFFER,
}
_MATCH: Final = {200: (match_schemas.MatchView, "The match as you see it now.")}


class MyInvitations(ListingView):
    """The invitations of a player."""

    @operation(
        "listMyInvitations",
        "Where you are invited",
        tag="me",
        scope=Scope.READ,
        description=(
            "Matches that have not begun and keep a seat for you, the newest first: whoever made them has invited you, "
            "or wants to play again. `joinMatch` accepts, `endInvitation` declines, `offerTerms` asks for another game."
        ),
        parameters=FILTERS,
        responses={200: (match_schemas.MatchPage, "A page of matches."), **UNCHANGED},
        problems=["invalid"],
        gets=examples.PAGE,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        return self.page(read_query(request, ListQuery), selectors.inviting(self.me))


class Invitations(MatchesView):
    """Invitations to a match."""

    @operation(
        "listInvitations",
        "Who is invited to a match",
        tag="lobby",
        scope=Scope.READ,
        description="All to whom who made the match, with what they would rather play; your own to you.",
        responses={200: (told.Invitations, "The invitations."), **UNCHANGED},
        problems=["not_found"],
        gets={"invitations": [_INVITATION]},
        headers=["ETag"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Answer with them."""
        found = invitations.of_match(self.find(match_id), self.me)
        return answered_once(request, told.Invitations(invitations=[self._shown(one) for one in found]))

    @operation(
        "invitePlayers",
        "Invite players by name",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "Who made a match invites others, all or none of them: a seat is kept for each, they are told (`invited`), "
            "and find it in `listMyInvitations`. By name whoever `findPlayer` finds, by id also friends, and whom one "
            "has met. `not_invitable` are who wants no invitations from you (`invitations` of `updateMe`), or meets "
            "somebody there from whom they are kept apart. Each player is invited to a match once, a stranger three "
            "times a day."
        ),
        request=told.Invite,
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_creator", "not_in_lobby", "seats_sealed", *INVITING, "throttled", "invalid"],
        sends={"players": [{"name": "sami_1969"}]},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Invite them."""
        guests = guests_in(self.body(request, told.Invite).players)
        count_by_player(request, self.me, "invitations", "throttled", "refused.throttled")
        return self.answer(invitations.invite(match_id, self.me, guests, self.now))

    def _shown(self, one: invitations.Shown) -> told.Invitation:
        row = one.invitation
        kept = row.offer if one.state == "open" else None
        return told.Invitation(
            player=row.player_id,
            name=name_of(row.player),
            avatar=row.player.avatar,
            seat=one.seat,
            state=one.state,  # type: ignore[arg-type]  # one of these
            at=row.at,
            offer=None if kept is None else _offer(kept, yours=row.offered_by_id == self.me.pk),
        )


def _offer(kept: dict[str, Any], *, yours: bool) -> told.Offer:
    game = GAMES.get(kept["game"])
    control = match_clock.agreed_in({"control": kept["control"]})
    name = catalogue_schemas.GameName(
        key=kept["game"],
        name=game.name if game else kept["game"],
        direction=game.direction.value if game else None,
    )
    return told.Offer(
        game=name,
        seats=kept["seats"],
        options=kept["options"],
        control=control,
        control_text=control.full_text,
        yours=yours,
    )


class OneInvitation(MatchesView):
    """An invitation to a match."""

    @operation(
        "endInvitation",
        "Decline an invitation, or take one back",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "With your own id you decline: the seat is free for anybody, and who invited you is told. Who made the "
            "match takes an invitation back by the other one's id. It works for the seat that a rematch keeps, too."
        ),
        responses={204: (None, "The seat is kept no more.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, match_id: UUID, player_id: UUID) -> Response:
        """End it."""
        invitations.end(match_id, player_id, self.me, self.now)
        return Response(status=204)


class OfferOfInvitation(MatchesView):
    """A counter-offer."""

    @operation(
        "offerTerms",
        "Offer to play something else",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "Who is invited, or who has invited them, would rather play another game, by other options, or at another "
            "pace; it takes the place of an offer before. The other one is told (`terms_offered`), and accepts it "
            "(`acceptTerms`), declines it (`declineTerms`), or has another offer. The seat stays kept meanwhile."
        ),
        request=told.OfferRequest,
        responses={204: (None, "It is offered.")},
        problems=["not_found", "rules_gone", "unknown_game", "bad_seats", "bad_option", "too_many_offers", "invalid"],
        sends={"game": "scopa", "turn_seconds": 28800},
    )
    def put(self, request: Request, match_id: UUID, player_id: UUID) -> Response:
        """Offer it."""
        wanted = self.body(request, told.OfferRequest)
        match = self.find(match_id).match
        control = control_in(wanted)
        terms = counter_offers.Terms(
            game=wanted.game,
            seats=_seats_in(wanted, match),
            options=wanted.options,
            control=match_clock.control_of(match) if control is UNSET else control,
        )
        committed = "" if wanted.seed_commitment is UNSET else wanted.seed_commitment
        counter_offers.offer(match_id, player_id, self.me, terms, self.now, seed_commitment=committed)
        return Response(status=204)

    @operation(
        "declineTerms",
        "Decline what was offered instead, or take it back",
        tag="lobby",
        scope=Scope.LOBBY,
        description="The invitation stays as it was made.",
        responses={204: (None, "Nothing else is offered.")},
        problems=[*OF_A_MATCH, "no_offer"],
    )
    def delete(self, request: Request, match_id: UUID, player_id: UUID) -> Response:
        """Drop it."""
        counter_offers.drop(match_id, player_id, self.me, self.now)
        return Response(status=204)


def _seats_in(wanted: told.OfferRequest, match: Match) -> int:
    """Return how many seats are wanted: where nothing is said as many as there are, if the game allows that."""
    if wanted.seats is not UNSET:
        return wanted.seats
    game = GAMES.get(wanted.game)
    return match.seat_count if game is None or match.seat_count in game.seats else game.seats[0]


class OfferAnswer(MatchesView):
    """Agreeing on something else."""

    @operation(
        "acceptTerms",
        "Accept what was offered instead",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "The match is called off and another one is made in its place, at which both of you sit; it begins at once "
            "where it starts by itself and nobody else is missing. Bots come along, and for everybody else who sat "
            "there, or was invited, a seat is kept. What you add to the shuffle takes the place of what you added "
            "before; what the other one added goes along."
        ),
        request=lobby_schemas.OwnSeed,
        responses={201: (match_schemas.MatchView, "The match in which it is played.")},
        problems=[
            *OF_A_MATCH,
            "no_offer",
            *MAKING,
            "bots_not_allowed",
            "not_rated",
            "not_reliable_enough",
            "join_refused",
            "invalid",
        ],
        sends={"seed": "lucky-horseshoe"},
        gets=examples.RUNNING,
        headers=["ETag", "Location"],
    )
    def post(self, request: Request, match_id: UUID, player_id: UUID) -> Response:
        """Accept it."""
        given = given_in(self.body(request, lobby_schemas.OwnSeed))
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        table = counter_offers.accept(match_id, player_id, self.me, self.now, **given)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})
