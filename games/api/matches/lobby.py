"""Matches before the first deal: list, create, join, leave, change and start them."""

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
from games.services.errors import DomainError
from games.services.matches import shuffle_seeds
from games.services.matchmaking import deal_again, invitations, lobby, rematch, seat_swaps, substitutes

_MATCH: Final = {200: (match_schemas.MatchView, "The match as you see it now.")}


class ListQuery(Struct, forbid_unknown_fields=True):
    """The filters and the page of a list of matches."""

    game: Literal[tuple(GAMES)] | UnsetType = UNSET  # type: ignore[valid-type]  # the keys of the catalogue
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    turn_at_least: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    turn_at_most: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20

    def narrowed(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Return the matches that pass the filters."""
        wanted = {
            "game": self.game,
            "seat_count": self.seats,
            "turn_seconds__gte": self.turn_at_least,
            "turn_seconds__lte": self.turn_at_most,
        }
        return matches.filter(**{name: value for name, value in wanted.items() if value is not UNSET})


class LobbyQuery(ListQuery, forbid_unknown_fields=True):
    """The filters of the list of public matches."""

    watch: Literal["true", "false"] = "false"
    rated: Literal["true", "false"] | UnsetType = UNSET
    seeking: Literal["substitute"] | UnsetType = UNSET


class MyQuery(ListQuery, forbid_unknown_fields=True):
    """The filters of the list of the player's own matches."""

    awaiting: Literal["me"] | UnsetType = UNSET
    order: Literal["most_urgent", "least_urgent"] | UnsetType = UNSET
    status: list[schema_types.Status] | UnsetType = UNSET


SECONDS: Final = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
FILTERS: Final = [
    OpenApiParameter("game", str, description="The key of a game.", enum=list(GAMES)),
    OpenApiParameter("seats", {"type": "integer", "minimum": 2, "maximum": 8}, description="The number of seats."),
    OpenApiParameter("turn_at_least", SECONDS, description="The minimum time for each move, in seconds."),
    OpenApiParameter("turn_at_most", SECONDS, description="The maximum time for each move, in seconds."),
    *OF_PAGES,
]


class ListingView(MatchesView):
    """Base of the views that list matches."""

    def page(
        self,
        query: ListQuery,
        matches: QuerySet[Match],
        ordering: tuple[str, str] = ("-created_at", "-id"),
        shape: Callable[..., match_schemas.MatchPage] = match_schemas.MatchPage,
        **more: Any,
    ) -> Response:
        """Return a page of the matches that pass the filters, or 304 if the client has it.

        ``more`` are further fields of ``shape``. Raises Problem ``invalid`` for a cursor of another list.
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
    """The list of public matches, and new matches."""

    @operation(
        "listMatches",
        "Public matches that you can join, or watch",
        tag="lobby",
        scope=Scope.READ,
        description=(
            "By default, these are matches with a free seat that is not reserved for another player. With `watch=true` "
            "they are running matches, and with `seeking=substitute` running matches with a seat that you can take "
            "over (`takeOverSeat`)."
        ),
        parameters=[
            OpenApiParameter("watch", bool, description="Running matches instead."),
            OpenApiParameter(
                "seeking", str, enum=["substitute"], description="Running matches with a seat that you can take over."
            ),
            OpenApiParameter("rated", bool, description="`true`: only rated matches. `false`: only unrated ones."),
            *FILTERS,
        ],
        responses={200: (match_schemas.MatchPage, "A page of matches, newest first."), **UNCHANGED},
        problems=["invalid"],
        gets=examples.PAGE,
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Return a page of public matches."""
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
        "Create a match and sit down at it",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "You sit down at once. Bots can sit with you. Other players come from the list, or by the room code."
        ),
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
        """Create a match for the player."""
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
            "The newest come first. With `awaiting=me` you get the matches that wait for you. First come those in "
            "which the server plays for you and you can take over (`resumePlaying`). Then come those in which it is "
            "your turn, by their deadlines with banks, the most urgent first. `order=least_urgent` reverses the order."
        ),
        parameters=[
            OpenApiParameter("awaiting", str, enum=["me"], description="Only matches that wait for you."),
            OpenApiParameter(
                "order",
                str,
                enum=["most_urgent", "least_urgent"],
                description="The order, only with `awaiting=me`; left out, `most_urgent`.",
            ),
            OpenApiParameter(
                "status",
                {"type": "array", "items": {"type": "string", "enum": list(Status.values)}, "minItems": 1},
                explode=True,
                description="Only matches of one of these: `status=lobby&status=running`, or `status=lobby,running`.",
            ),
            *FILTERS,
        ],
        responses={200: (match_schemas.MyMatchPage, "A page of matches."), **UNCHANGED},
        problems=["invalid"],
        gets=examples.MY_PAGE,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Return a page of the player's matches."""
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
    """Joining a match by its id."""

    @operation(
        "joinMatch",
        "Sit down at a public match",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "You take a seat of your choice, or the first free one. In a rematch, or if you are invited, a seat is "
            "reserved for you."
        ),
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
        """Join the match on a seat."""
        wanted = self.body(request, lobby_schemas.Join)
        return self.answer(lobby.join(match_id, self.me, self.now, **given_in(wanted)))


class JoinByCode(MatchesView):
    """Joining a match by its room code."""

    @operation(
        "joinByCode",
        "Sit down at the match with a room code",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "A code stays the label of its match. If you sit there already, you get 409 `already_seated` with the id "
            "of the match in `match`, also after its start. Otherwise you get 409 `not_in_lobby` after its start, and "
            "`substitute_wanted` says whether a seat is open to substitutes. With `substitute` you take that seat, as "
            "with `takeOverSeat`. With `dry_run` you only read the match to which you are invited. Only codes that no "
            "match has count as wrong, by player and by address."
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
        """Join the match. Wrong codes are counted, first by player and then by address; a right code never is."""
        wanted = self.body(request, lobby_schemas.JoinByCode)
        given = given_in(wanted)
        by_address = ("codes_address", str(AddressThrottle().name_of(request)))
        with guessing(("codes", f"player:{self.me.pk}"), by_address, is_wrong=is_wrong_code):
            table = lobby.join_by_code(given.pop("code"), self.me, self.now, **given)
        return self.answer(table)


def is_wrong_code(error: Exception) -> bool:
    """Return whether an error says that a room code was wrong."""
    return isinstance(error, DomainError) and error.code == "wrong_code"


class TakeSeat(MatchesView):
    """Taking over the seat of an absent player."""

    @operation(
        "takeOverSeat",
        "Take over the seat of an absent player",
        tag="play",
        scope=Scope.LOBBY,
        description=(
            "If the match allows it (`substitutes_after`), the seat of a player who was on autopilot for that time "
            "opens to substitutes (`substitute_wanted` of the seat). You play on with the cards of the seat, its time "
            "begins anew, and its player loses it for good. Until then that player keeps the seat by playing. You "
            "cannot take a seat if you sit at the table, or have lost a seat there. In a private match, take it by the "
            "room code (`joinByCode`)."
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
        """Take over the seat."""
        wanted = self.body(request, lobby_schemas.TakeOverSeat)
        return self.answer(substitutes.take_seat(match_id, self.me, self.now, **given_in(wanted)))


class LeaveMatch(MatchesView):
    """Leaving a match before its start."""

    @operation(
        "leaveMatch",
        "Leave a match that has not started",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "Your seat becomes free. If the creator leaves, the match is cancelled. While the seats are sealed no "
            "player can leave: the cards are dealt at `seeds_due_at` at the latest, and then you can resign."
        ),
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_seated", "not_in_lobby", "seats_sealed"],
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Leave the match before its start."""
        return self.answer(lobby.leave(match_id, self.me, self.now))


class Agreement(MatchesView):
    """The player's agreement to changed terms."""

    @operation(
        "agreeToTerms",
        "Agree to the changed terms of a match",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "When the creator changes the terms after you have joined, the match does not start before you agree or "
            "leave (`leaveMatch`). Name the terms that you have read: if they have changed again, you get 409 "
            "`terms_changed` with `view`."
        ),
        request=lobby_schemas.AgreeToTerms,
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_seated", "not_in_lobby", "terms_changed"],
        sends={"terms_version": 4},
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Agree to the changed terms."""
        wanted = self.body(request, lobby_schemas.AgreeToTerms)
        return self.answer(lobby.agree_to_terms(match_id, self.me, self.now, wanted.terms_version))


class MySeat(MatchesView):
    """The player's seat before the start."""

    @operation(
        "changeSeat",
        "Change your seat before the start",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "You move to a free seat at once. The creator can also swap with a bot. For the seat of another player, "
            "the server asks that player (`seat_wanted`). They agree by asking for your seat: then you swap. So "
            "partners can choose each other. Your seed for the shuffle moves with you. `wanted_by` of "
            "`getEntryRequirements` has the open requests."
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
        """Move to a free seat, or ask its player."""
        wanted = self.body(request, lobby_schemas.ChangeSeat)
        return self.answer(seat_swaps.change_seat(match_id, self.me, wanted.seat, self.now))

    @operation(
        "keepSeat",
        "Keep your seat",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "You withdraw your request for another seat, and decline requests for yours. The other players are "
            "notified (`seat_refused`)."
        ),
        responses={204: (None, "You keep your seat.")},
        problems=[*OF_A_MATCH, "not_seated", "not_in_lobby"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Keep the seat, and decline requests for it."""
        seat_swaps.stay(match_id, self.me, self.now)
        return Response(status=204)


class SetBots(MatchesView):
    """The bots of a match before its start."""

    @operation(
        "setBots",
        "Add or remove bots",
        tag="lobby",
        scope=Scope.LOBBY,
        description="Only the creator can do this. A level for a seat adds a bot there; null removes it.",
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
        """Add or remove bots."""
        wanted = self.body(request, lobby_schemas.SetBots)
        levels = {int(number): level for number, level in wanted.seats.items()}
        fill = None if wanted.fill is UNSET else wanted.fill
        return self.answer(lobby.set_bots(match_id, self.me, levels, fill, self.now))


class AddSeed(MatchesView):
    """The player's seed for the shuffle."""

    @operation(
        "addShuffleSeed",
        "Commit to a seed for the shuffle, and reveal it when the seats are sealed",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "With `commitment` you add a secret seed. When all seats are taken and the match is to start, the seats "
            "are sealed: `seeds_due_at` is set, and each player with a commitment sends the `seed` itself. After the "
            "last seed, or when the time is up, the cards are dealt. With `seed` and no earlier commitment you add a "
            "plain seed, until the seats are sealed. You may send the same request again."
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
        """Add, commit to, or reveal a seed."""
        wanted = given_in(self.body(request, lobby_schemas.ShuffleSeedRequest))
        if len(wanted) != 1:
            raise invalid("commitment", say("invalid.commitment"))
        return self.answer(shuffle_seeds.add_seed(match_id, self.me, self.now, **wanted))


class StartMatch(MatchesView):
    """The start of a match."""

    @operation(
        "startMatch",
        "Start the match",
        tag="lobby",
        scope=Scope.LOBBY,
        description=(
            "Every seat must be taken, and all players must agree to the terms (`agrees`). The server draws the first "
            "dealer, deals the cards, and starts the clock."
        ),
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_creator", "not_in_lobby", "seats_open", "terms_not_agreed", "seats_sealed"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Start the creator's match."""
        return self.answer(lobby.start(match_id, self.me, self.now))


class CancelMatch(MatchesView):
    """Cancelling a match before its start."""

    @operation(
        "cancelMatch",
        "Cancel a match that has not started",
        tag="lobby",
        scope=Scope.LOBBY,
        description="Only the creator can do this, and not while the seats are sealed. The other players are notified.",
        responses=_MATCH,
        problems=[*OF_A_MATCH, "not_creator", "not_in_lobby", "seats_sealed"],
        gets=examples.LOBBY,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Cancel the creator's match."""
        return self.answer(lobby.cancel(match_id, self.me, self.now))


class Rematch(MatchesView):
    """The rematch of a finished match."""

    @operation(
        "rematch",
        "Play a finished match again",
        tag="play",
        scope=Scope.LOBBY,
        description=(
            "A new match with the same players and terms, and seats turned by one. The first call creates it and "
            "reserves seats for the other players, who join with the same call. It starts when all have joined. Its "
            "creator can also give their seats to bots. Each call may add a seed or a commitment, as with `joinMatch`."
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
        """Create the rematch, or join it."""
        wanted = given_in(self.body(request, lobby_schemas.OwnSeed))
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        return self.answer(rematch.rematch(match_id, self.me, self.now, **wanted))


class DealAgain(MatchesView):
    """The cards of a finished match, dealt again."""

    @operation(
        "playDealAgain",
        "Play the cards of a finished match again, against bots",
        tag="play",
        scope=Scope.LOBBY,
        description=(
            "You sit where you sat. The same dealer deals the same cards in the same order, and bots have all other "
            "seats. So you see what comes of it when you, or an expert, play them differently. `deal_of` names the "
            "first match, to compare the results. The new match is private, not rated, and in no statistics, since you "
            "may know the cards. It counts towards the matches that you may create."
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
        """Deal the cards again, against bots."""
        wanted = self.body(request, lobby_schemas.DealAgain)
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        table = deal_again.play(match_id, self.me, self.now, wanted.level)
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})
