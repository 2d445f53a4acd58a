"""Matches before the first deal: finding, making, joining, leaving and starting them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.brute_force import guessing
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle
from chkobba_api.rest.views import invalid, read_query
from chkobba_api.scopes import Scope
from games import selectors
from games.api import examples, schema_types
from games.api.matches import lobby_schemas, match_schemas, match_view
from games.api.matches.base import (
    INVITING,
    MAKING,
    OF_A_MATCH,
    UNCHANGED,
    MatchesView,
    asked_in,
    count_by_player,
    etag_of_page,
    etags_of,
    given_in,
    guests_in,
    late_bots_in,
    new_control_in,
    seats_in,
)
from games.api.paging import OF_PAGES, page_of
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.models import Match, Status, Visibility
from games.services.errors import Refusal
from games.services.matches import shuffle_seeds
from games.services.matchmaking import deal_again, invitations, lobby, rematch, seat_swaps, substitutes

_MATCH: Final = {200: (match_schemas.MatchView, "The match as you see it now.")}


class ListQuery(Struct, forbid_unknown_fields=True):
    """Which matches of a list are asked for."""

    game: Literal[tuple(GAMES)] | UnsetType = UNSET  # type: ignore[valid-type]  # the keys of the catalogue
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    turn_at_least: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    turn_at_most: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20

    def narrowed(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Return those of the matches that are asked for."""
        wanted = {
            "game": self.game,
            "seat_count": self.seats,
            "turn_seconds__gte": self.turn_at_least,
            "turn_seconds__lte": self.turn_at_most,
        }
        return matches.filter(**{name: value for name, value in wanted.items() if value is not UNSET})


class LobbyQuery(ListQuery, forbid_unknown_fields=True):
    """Which public matches are asked for."""

    watch: Literal["true", "false"] = "false"
    rated: Literal["true", "false"] | UnsetType = UNSET
    seeking: Literal["substitute"] | UnsetType = UNSET


class MyQuery(ListQuery, forbid_unknown_fields=True):
    """Which of one's own matches are asked for."""

    awaiting: Literal["me"] | UnsetType = UNSET
    order: Literal["most_urgent", "least_urgent"] | UnsetType = UNSET
    status: list[schema_types.Status] | UnsetType = UNSET


SECONDS: Final = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
FILTERS: Final = [
    OpenApiParameter("game", str, description="The key of a game.", enum=list(GAMES)),
    OpenApiParameter("seats", {"type": "integer", "minimum": 2, "maximum": 8}, description="A number of seats."),
    OpenApiParameter("turn_at_least", SECONDS, description="The least time for each move, in seconds."),
    OpenApiParameter("turn_at_most", SECONDS, description="The most time for each move, in seconds."),
    *OF_PAGES,
]


class ListingView(MatchesView):
    """A view that lists matches."""

    def page(
        self,
        query: ListQuery,
        matches: QuerySet[Match],
        ordering: tuple[str, str] = ("-created_at", "-id"),
        shape: Callable[..., match_schemas.MatchPage] = match_schemas.MatchPage,
        **more: Any,
    ) -> Response:
        """Return a page of matches, narrowed down by what the request says, or 304 where the client has it.

        ``more`` are further fields of its shape. Raises Problem ``invalid`` for a cursor that this list never gave.
        """
        found, links = page_of(self, selectors.in_short(query.narrowed(matches)), ordering)
        listed = selectors.in_full(found)
        around = {**links, **more}
        etag = etag_of_page([selectors.shown(match, list(match.seats.all()), self.player) for match in listed], around)
        if etag in etags_of(self.request.headers.get("If-None-Match", "")):
            return Response(status=304, headers={"ETag": f"W/{etag}"})
        results = [match_view.summary(match, self.player, self.now) for match in listed]
        page = shape(results=results, server_time=self.now, **around)
        return Response(page, headers={"ETag": f"W/{etag}"})


class Matches(ListingView):
    """All matches that anybody can see."""

    @operation(
        "listMatches",
        "Public matches that you can join, or watch",
        tag="lobby",
        scope=Scope.READ,
        description=(
            "Matches with a free seat that is kept for nobody else; with `watch=true`, those that are being played; "
            "with `seeking=substitute`, those of them at which you can take the seat of who has left it "
            "(`takeOverSeat`)."
        ),
        parameters=[
            OpenApiParameter("watch", bool, description="Those that are being played, instead."),
            OpenApiParameter(
                "seeking", str, enum=["substitute"], description="Those that are being played and offer you a seat."
            ),
            OpenApiParameter("rated", bool, description="Only rated ones, or none of them."),
            *FILTERS,
        ],
        responses={200: (match_schemas.MatchPage, "A page of matches, newest first."), **UNCHANGED},
        problems=["invalid"],
        gets=examples.PAGE,
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        query = read_query(request, LobbyQuery)
        if query.seeking is not UNSET:
            found = selectors.seeking_substitutes(self.player)
        else:
            found = selectors.being_played(self.player) if query.watch == "true" else selectors.lobbies(self.player)
        if query.rated is not UNSET:
            found = selectors.that_are_rated(found, rated=query.rated == "true")
        return self.page(query, found)

    @operation(
        "createMatch",
        "Make a match and sit down at it",
        tag="lobby",
        scope=Scope.LOBBY,
        description="You sit down at once. Bots can sit with you; others come from the list, or by the room code.",
        request=lobby_schemas.MatchRequest,
        responses={201: (match_schemas.MatchView, "The match, with its room code.")},
        problems=[
            "limited",
            *MAKING,
            "no_such_seat",
            "seat_taken",
            "unknown_bot",
            "bots_not_allowed",
            "not_rated",
            "rated_without_bots",
            "not_found",
            "not_seated",
            "not_finished",
            *INVITING,
            "invalid",
        ],
        sends=examples.NEW_MATCH,
        gets=examples.LOBBY,
        headers=["ETag", "Location"],
    )
    def post(self, request: Request) -> Response:
        """Make the match."""
        wanted = self.body(request, lobby_schemas.MatchRequest)
        wish = lobby.MatchSettings(
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
            though_away=wanted.though_away,
            seed="" if wanted.seed is UNSET else wanted.seed,
            seed_commitment="" if wanted.seed_commitment is UNSET else wanted.seed_commitment,
        )
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        again = None if wanted.again is UNSET else wanted.again
        if wanted.invite or again:
            count_by_player(request, self.me, "invitations", "throttled", "refused.throttled")
        table = invitations.create_and_invite(self.me, wish, self.now, guests_in(wanted.invite), again)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})


class MyMatches(ListingView):
    """The matches of the player."""

    @operation(
        "listMyMatches",
        "Your matches",
        tag="me",
        scope=Scope.READ,
        description=(
            "Newest first. With `awaiting=me`, those that wait for you: first those in which the server plays for you "
            "and you can take over (`resumePlaying`), then those in which it is your turn, the most urgent first: by "
            "when their time is up, banks included. `order=least_urgent` turns that around."
        ),
        parameters=[
            OpenApiParameter("awaiting", str, enum=["me"], description="Only matches that wait for you."),
            OpenApiParameter(
                "order",
                str,
                enum=["most_urgent", "least_urgent"],
                description="With `awaiting=me`: which come first. The most urgent do where nothing is said.",
            ),
            OpenApiParameter(
                "status",
                {"type": "array", "items": {"type": "string", "enum": list(Status.values)}, "minItems": 1},
                explode=True,
                description="Only matches of these: `status=lobby&status=running`, or `status=lobby,running`.",
            ),
            *FILTERS,
        ],
        responses={200: (match_schemas.MyMatchPage, "A page of matches."), **UNCHANGED},
        problems=["invalid"],
        gets=examples.MY_PAGE,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        query = read_query(request, MyQuery, lists=["status"])
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


class JoinMatch(MatchesView):
    """Sitting down."""

    @operation(
        "joinMatch",
        "Join a public match",
        tag="lobby",
        scope=Scope.LOBBY,
        description="On a seat of your choice, or on the first free one; in a rematch on the one kept for you.",
        request=lobby_schemas.Join,
        responses=_MATCH,
        problems=[
            "limited",
            *OF_A_MATCH,
            "not_in_lobby",
            "terms_changed",
            "already_seated",
            "no_such_seat",
            "seat_taken",
            "match_full",
            "too_often_here",
            "too_many_matches",
            "leaving",
            "on_vacation",
            "bots_not_allowed",
            "not_rated",
            "not_a_member",
            "not_reliable_enough",
        ],
        sends={"seat": 1},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Join."""
        wanted = self.body(request, lobby_schemas.Join)
        return self.answer(lobby.join(match_id, self.me, self.now, **given_in(wanted)))


class JoinByCode(MatchesView):
    """Sitting down by room code."""

    @operation(
        "joinByCode",
        "Join the match with a room code",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "A code stays the label of its match. Who sits there already gets 409 `already_seated` with the id of the "
            "match in `match`, also when it has begun; for others it is 409 `not_in_lobby` then, and "
            "`substitute_wanted` says whether a seat is offered: with `substitute` you take it, as by `takeOverSeat`. "
            "With `dry_run` you only read what you are invited to. Only codes that no match has count as wrong, by "
            "player and by address."
        ),
        request=lobby_schemas.JoinByCode,
        responses=_MATCH,
        problems=[
            "limited",
            "wrong_code",
            "rules_gone",
            "too_many_wrong_codes",
            "not_in_lobby",
            "not_running",
            "paused",
            "no_substitute_wanted",
            "seat_lost",
            "terms_changed",
            "already_seated",
            "no_such_seat",
            "seat_taken",
            "match_full",
            "too_often_here",
            "too_many_matches",
            "leaving",
            "on_vacation",
            "bots_not_allowed",
            "not_rated",
            "not_a_member",
            "not_reliable_enough",
            "join_refused",
        ],
        sends={"code": "kd37-wq9x"},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request) -> Response:
        """Join; wrong codes are counted, by player first and by address. A right code is never one of them."""
        wanted = self.body(request, lobby_schemas.JoinByCode)
        given = given_in(wanted)
        by_address = ("codes_address", str(AddressThrottle().name_of(request)))
        with guessing(("codes", f"player:{self.me.pk}"), by_address, is_wrong=is_wrong_code):
            table = lobby.join_by_code(given.pop("code"), self.me, self.now, **given)
        return self.answer(table)


def is_wrong_code(error: Exception) -> bool:
    """Say whether what was raised says that a code was wrong."""
    return isinstance(error, Refusal) and error.code == "wrong_code"


class TakeSeat(MatchesView):
    """Sitting down in somebody's place."""

    @operation(
        "takeOverSeat",
        "Take the seat of somebody who has left it",
        tag="play",
        scope=Scope.LOBBY,
        description=(
            "Where the match allows it (`substitutes_after`), the seat of a player who has been on autopilot for so "
            "long is offered: `substitute_wanted` of the seat. You play on with what it holds, its time begins anew, "
            "and its player has lost it for good; until then they keep it by playing. Who sits at the table, or has "
            "lost a seat there, cannot take one. In a private match, take it by the room code (`joinByCode`)."
        ),
        request=lobby_schemas.TakeOverSeat,
        responses=_MATCH,
        problems=[
            "limited",
            *OF_A_MATCH,
            "not_running",
            "paused",
            "no_substitute_wanted",
            "seat_lost",
            "already_seated",
            "no_such_seat",
            "too_many_matches",
            "leaving",
            "on_vacation",
            "bots_not_allowed",
            "not_a_member",
            "not_reliable_enough",
        ],
        sends={"seat": 1},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Take it."""
        wanted = self.body(request, lobby_schemas.TakeOverSeat)
        return self.answer(substitutes.take_seat(match_id, self.me, self.now, **given_in(wanted)))


class LeaveMatch(MatchesView):
    """Getting up."""

    @operation(
        "leaveMatch",
        "Leave a match that has not started",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "Your seat is free again. When its creator leaves, the match is cancelled. While the seats are sealed "
            "nobody leaves: the cards are dealt at `seeds_due_at` at the latest, and you can resign then."
        ),
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_seated", "not_in_lobby", "seats_sealed"],
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Leave."""
        return self.answer(lobby.leave(match_id, self.me, self.now))


class Agreement(MatchesView):
    """Terms that the creator has changed."""

    @operation(
        "agreeToTerms",
        "Agree to the changed terms of a match",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "When the creator changes what you have sat down for, the match does not begin before you agree, or leave "
            "(`leaveMatch`). Name the terms that you have read: if they changed again, 409 `terms_changed` comes with "
            "`view`."
        ),
        request=lobby_schemas.AgreeToTerms,
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_seated", "not_in_lobby", "terms_changed"],
        sends={"terms_version": 4},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Agree."""
        wanted = self.body(request, lobby_schemas.AgreeToTerms)
        return self.answer(lobby.agree_to_terms(match_id, self.me, self.now, wanted.terms_version))


class MySeat(MatchesView):
    """The player's seat."""

    @operation(
        "changeSeat",
        "Sit somewhere else before the start",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "On a seat that is free you sit at once; the creator also has a bot change places. Whose seat you want "
            "otherwise is asked (`seat_wanted`), and agrees by wanting yours: then both of you sit where you wanted "
            "to. So partners choose each other. What you add to the shuffle comes along. `wanted_by` of "
            "`getEntryRequirements` tells who wants which seat."
        ),
        request=lobby_schemas.ChangeSeat,
        responses=_MATCH,
        problems=[
            *OF_A_MATCH,
            "not_seated",
            "not_in_lobby",
            "seats_sealed",
            "no_such_seat",
            "seat_taken",
            "swap_refused",
            "too_often_here",
        ],
        sends={"seat": 2},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Move, or ask."""
        wanted = self.body(request, lobby_schemas.ChangeSeat)
        return self.answer(seat_swaps.change_seat(match_id, self.me, wanted.seat, self.now))

    @operation(
        "keepSeat",
        "Stay where you sit",
        tag="lobby",
        scope=Scope.LOBBY,
        description="You want no other seat any more, and who wants yours is told that you stay (`seat_refused`).",
        responses={204: (None, "You stay.")},
        problems=[*OF_A_MATCH, "not_seated", "not_in_lobby"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Stay."""
        seat_swaps.stay(match_id, self.me, self.now)
        return Response(status=204)


class SetBots(MatchesView):
    """Bots sit down and get up."""

    @operation(
        "setBots",
        "Let bots sit down on free seats",
        tag="lobby",
        scope=Scope.LOBBY,
        description="Only the creator may. A level for a seat has a bot sit down there, null has it get up.",
        request=lobby_schemas.SetBots,
        responses=_MATCH,
        problems=[
            *OF_A_MATCH,
            "not_creator",
            "not_in_lobby",
            "seats_sealed",
            "no_such_seat",
            "seat_taken",
            "unknown_bot",
            "bot_cannot_play",
            "too_many_bots",
            "too_many_at_address",
            "too_often_here",
            "rated_without_bots",
        ],
        sends={"fill": "medium"},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Seat the bots."""
        wanted = self.body(request, lobby_schemas.SetBots)
        levels = {int(number): level for number, level in wanted.seats.items()}
        fill = None if wanted.fill is UNSET else wanted.fill
        return self.answer(lobby.set_bots(match_id, self.me, levels, fill, self.now))


class AddSeed(MatchesView):
    """What goes into the shuffle."""

    @operation(
        "addShuffleSeed",
        "Commit to a seed for the shuffle, and tell it when the seats are sealed",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "With `commitment`, you add a seed that nobody knows yet. When all seats are taken and the match is to "
            "start, the seats are sealed: `seeds_due_at` is set, and who has committed sends the `seed` itself. When "
            "the last one has come, or the time is up, the cards are dealt. With `seed` and no commitment before, a "
            "plain seed is added, until the seats are sealed. The same request may be sent again."
        ),
        request=lobby_schemas.ShuffleSeedRequest,
        responses=_MATCH,
        problems=[
            *OF_A_MATCH,
            "not_seated",
            "not_in_lobby",
            "seats_sealed",
            "not_sealed",
            "wrong_seed",
            "too_many_seeds",
            "invalid",
        ],
        sends={"commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Add it."""
        wanted = given_in(self.body(request, lobby_schemas.ShuffleSeedRequest))
        if len(wanted) != 1:
            raise invalid("commitment", say("invalid.commitment"))
        return self.answer(shuffle_seeds.add_seed(match_id, self.me, self.now, **wanted))


class StartMatch(MatchesView):
    """The first deal."""

    @operation(
        "startMatch",
        "Start the match",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "Every seat must be taken, and all who sit there agree to the terms (`agrees`). The first dealer is drawn, "
            "cards are dealt, the clock runs."
        ),
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_creator", "not_in_lobby", "seats_open", "terms_not_agreed", "seats_sealed"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Start."""
        return self.answer(lobby.start(match_id, self.me, self.now))


class CancelMatch(MatchesView):
    """No match after all."""

    @operation(
        "cancelMatch",
        "Cancel a match that has not started",
        tag="lobby",
        scope=Scope.LOBBY,
        description="Only the creator may, and not while the seats are sealed. Who sat there is told.",
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_creator", "not_in_lobby", "seats_sealed"],
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Cancel."""
        return self.answer(lobby.cancel(match_id, self.me, self.now))


class Rematch(MatchesView):
    """Once more."""

    @operation(
        "rematch",
        "Play a finished match again",
        tag="play",
        scope=Scope.LOBBY,
        description=(
            "The same table with seats turned by one. The first call makes the match and keeps seats for the others; "
            "theirs sit them down. It starts when all have come; its creator can also let bots take their seats. Each "
            "call may add to the shuffle what `joinMatch` may."
        ),
        request=lobby_schemas.OwnSeed,
        sends={"seed_commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
        responses=_MATCH,
        problems=[
            "limited",
            *OF_A_MATCH,
            "not_seated",
            "not_finished",
            "not_in_lobby",
            "match_full",
            "too_often_here",
            "too_many_matches",
            "leaving",
            "too_many_bots",
            "too_many_at_address",
            "too_many_creations",
            "on_vacation",
            "bots_not_allowed",
            "not_rated",
            "not_a_member",
            "not_reliable_enough",
            "join_refused",
            "invalid",
        ],
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Play again."""
        wanted = given_in(self.body(request, lobby_schemas.OwnSeed))
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        return self.answer(rematch.rematch(match_id, self.me, self.now, **wanted))


class DealAgain(MatchesView):
    """The same cards once more."""

    @operation(
        "playDealAgain",
        "Play the cards of a finished match again, against bots",
        tag="play",
        scope=Scope.LOBBY,
        description=(
            "You sit where you sat, the same cards are dealt in the same order by the same dealer, and bots have all "
            "other seats: so you see what comes of it when you, or an expert, play them otherwise. Its `deal_of` is "
            "the first match; how that ended is there to compare with. It is private, not rated, and in no statistics, "
            "since you may know the cards. It counts among the matches that one may make."
        ),
        request=lobby_schemas.DealAgain,
        sends={"level": "hard"},
        responses={201: (match_schemas.MatchView, "The match, which has begun.")},
        problems=[
            "limited",
            *OF_A_MATCH,
            "not_seated",
            "not_finished",
            "unknown_game",
            "unknown_bot",
            "bot_cannot_play",
            "too_many_matches",
            "leaving",
            "too_many_bots",
            "too_many_at_address",
            "too_many_creations",
            "invalid",
        ],
        gets=examples.RUNNING,
        headers=["ETag", "Location"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Deal again."""
        wanted = self.body(request, lobby_schemas.DealAgain)
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        table = deal_again.play(match_id, self.me, self.now, wanted.level)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})
