"""The lists of public matches and of the player's own, and the creation of a match."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import invalid
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import selectors
from games.api.matches import lobby_schemas, match_schemas
from games.api.matches.base import (
    ETAG,
    UNCHANGED,
    asked_in,
    count_by_player,
    given_in,
    guests_in,
    late_bots_in,
    new_control_in,
    seats_in,
)
from games.api.matches.lobby.listing import ListingView, ListQuery, Statuses
from games.engine.messages import say
from games.models import Visibility
from games.services.matchmaking import invitations
from games.services.matchmaking.lobby import match_creation


class LobbyQuery(ListQuery, forbid_unknown_fields=True):
    """The filters of the list of public matches."""

    watch: Annotated[Literal["true", "false"], Meta(description="Running matches instead.")] = "false"
    rated: Literal["true", "false"] | UnsetType = UNSET
    """`true`: only rated matches. `false`: only unrated ones."""
    seeking: Literal["substitute"] | UnsetType = UNSET
    """Running matches with a seat that you can take over."""


class Matches(ListingView):
    """The list of public matches, and new matches."""

    @operation(
        "listMatches",
        Scope.READ,
        {200: (match_schemas.MatchPage, "A page of matches, newest first."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, query: LobbyQuery) -> Response:
        """Public matches that you can join, or watch.

        By default, these are matches with a free seat that is not reserved for another player. With `watch=true` they
        are running matches, and with `seeking=substitute` running matches with a seat that you can take over
        (`takeOverSeat`).
        """
        if query.seeking is not UNSET:
            found = selectors.seeking_substitutes(self.player)
        else:
            found = selectors.being_played(self.player) if query.watch == "true" else selectors.lobbies(self.player)
        if query.rated is not UNSET:
            found = selectors.that_are_rated(found, rated=query.rated == "true")
        return self.page(query, found)

    @operation(
        "createMatch",
        Scope.LOBBY,
        {201: (match_schemas.MatchView, "The match, with its room code.")},
        headers=["Location"],
    )
    def post(self, request: Request, wanted: lobby_schemas.MatchRequest) -> Response:
        """Create a match and join it.

        You get a seat at once, and so do the bots that you name. Other players come from the list, or by the room code.
        """
        given = given_in(wanted)
        wish = match_creation.MatchSettings(
            game=wanted.game,
            seats=seats_in(wanted),
            options=wanted.options,
            visibility=Visibility(wanted.visibility),
            control=new_control_in(wanted),
            autostart=wanted.autostart,
            seat=wanted.seat,
            bots={int(number): level for number, level in wanted.bots.items()},
            late_bots=late_bots_in(wanted.late_bots),
            bot_accounts=None if wanted.bot_accounts is UNSET else wanted.bot_accounts,
            substitutes_after=None if wanted.substitutes_after is UNSET else wanted.substitutes_after,
            free_text=wanted.free_text,
            asked=asked_in(wanted),
            despite_vacation=wanted.despite_vacation,
            seed=given.get("seed", ""),
            seed_commitment=given.get("seed_commitment", ""),
        )
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        again = None if wanted.again is UNSET else wanted.again
        if wanted.invite or again:
            count_by_player(request, self.me, "invitations", "throttled", "refused.throttled")
        table = invitations.create_and_invite(self.me, wish, self.now, guests_in(wanted.invite), again)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})


class MyQuery(ListQuery, forbid_unknown_fields=True):
    """The filters of the list of the player's own matches."""

    awaiting: Literal["me"] | UnsetType = UNSET
    """Only matches that wait for you."""
    order: Literal["least_urgent", "most_urgent"] | UnsetType = UNSET
    """The order, only with `awaiting=me`; left out, `most_urgent`."""
    status: Statuses | UnsetType = UNSET
    """Only matches of one of these: `status=lobby&status=running`, or `status=lobby,running`."""


class MyMatches(ListingView):
    """The matches of the player."""

    @operation(
        "listMyMatches",
        Scope.READ,
        {200: (match_schemas.MyMatchPage, "A page of matches."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, query: MyQuery) -> Response:
        """Your matches.

        The newest come first. With `awaiting=me` you get the matches that wait for you. First come those in which the
        server plays for you and you can take over (`resumePlaying`). Then come those in which it is your turn, by their
        deadlines with banks, the most urgent first. `order=least_urgent` reverses the order.
        """
        waiting = query.awaiting is not UNSET
        if query.order is not UNSET and not waiting:
            raise invalid("order", say("invalid.order"))
        awaiting = selectors.awaiting(self.me)
        matches = awaiting if waiting else selectors.matches_of(self.me)
        if query.status is not UNSET:
            matches = matches.filter(status__in=query.status)
        urgency = ("-urgency", "-id") if query.order == "least_urgent" else ("urgency", "id")
        ordering = urgency if waiting else ("-created_at", "-id")
        return self.page(query, matches, ordering, match_schemas.MyMatchPage, awaiting=awaiting.order_by().count())
