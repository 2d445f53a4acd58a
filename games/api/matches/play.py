"""Views of a match in play: the match, its moves and its feed, the resignation and the autopilot."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Meta, Struct, structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.devices.authentication import RememberedBearerAuthentication
from chkobba_api.rest.idempotency import REPLAYED, ResponseStorage, digest_of, key_of
from chkobba_api.rest.json import to_json
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.openapi.parameters import query_parameters
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import log, selectors
from games.api.matches import (
    feed_schemas,
    feed_view,
    legal_moves_view,
    lobby_schemas,
    match_schemas,
    match_view,
    move_schemas,
)
from games.api.matches.base import (
    ETAG,
    MATCH_RESPONSE,
    UNCHANGED,
    MatchesView,
    control_in,
    etag_of,
    late_bots_in,
    unchanged,
    wanted_version,
)
from games.models import Row, Status
from games.services.idempotency import Once
from games.services.matches.locked_match import LockedMatch
from games.services.matchmaking.lobby import match_changes
from games.services.turns import playing


class OneMatch(MatchesView):
    """A match, as its viewer may see it."""

    @operation(
        "getMatch",
        Scope.READ,
        {200: (match_schemas.MatchView, "The match."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """A match as you may see it.

        It has everything that a client needs to draw the table and to play. Send the ETag of the last response in
        `If-None-Match`: you get 304 if nothing has changed.
        """
        if "If-None-Match" in request.headers:
            now = selectors.shown_now(match_id, self.player)
            if now and (same := unchanged(request, etag_of(now))):
                return same
        loaded = self.find(match_id)
        again = selectors.rematch_of(loaded.match)
        etag = etag_of(selectors.shown(loaded.match, loaded.seats, self.player, again))
        return Response(match_view.view(loaded, self.player, self.now, again), headers={"ETag": etag})

    @operation("updateMatch", Scope.LOBBY, MATCH_RESPONSE)
    def patch(self, request: Request, match_id: UUID, wanted: lobby_schemas.UpdateMatch) -> Response:
        """Change a match before it starts.

        Only the creator can change a match, before the first deal. Fields that are left out stay.
        """
        asked = structs.asdict(wanted) | {"control": control_in(wanted), "turn_seconds": UNSET}
        wishes = {name: value for name, value in asked.items() if value is not UNSET}
        if "late_bots" in wishes:
            wishes["late_bots"] = late_bots_in(wanted.late_bots)
        return self.answer(match_changes.change_match(match_id, self.me, self.now, **wishes))


class TablesQuery(Struct):
    """The query of entries of the feed."""

    tables: Literal["true", "false"] = "false"
    """`true`: each entry has the table after each of its events, so that a client can show every step."""


class Moves(MatchesView):
    """The moves of a match."""

    authentication_classes = (RememberedBearerAuthentication,)
    rendered = ""

    @operation(
        "makeMove",
        Scope.PLAY,
        {201: (match_schemas.MoveAnswer, "The match after your move, and the new entries of the feed.")},
        parameters=[
            OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The ETag of the view."),
            *query_parameters(TablesQuery),
        ],
        keeps=ResponseStorage.BY_SERVICE,
    )
    def post(self, request: Request, match_id: UUID, wanted: move_schemas.MoveRequest) -> Response:
        """Make a move.

        A move names the version of the match for which you chose it, by `expected_version`, or by `If-Match` with the
        ETag of the view. It may be the version at which the game last changed (a move, a deal, an undo), or any later
        one. If the game has changed since, you get 409 `stale_version` with the present view. `entries` begin after the
        version that you named. A response that is replayed for its `Idempotency-Key` is in the language of the first
        request, and has no `Content-Language`.
        """
        version = wanted_version(request, wanted.expected_version)
        tables = bool(request.META["QUERY_STRING"]) and read_query(request, TablesQuery).tables == "true"
        plain = {
            name: value for name, value in wanted.move.items() if name != "shape"
        }  # it follows from the type of the move
        once = self._once(request, match_id, [plain, version, *(["tables"] if tables else [])])
        render = self._render_with_tables if tables else self._render
        answer = playing.play_move(match_id, self.me, wanted.move, version, self.now, render, once)
        self.language_is_known = answer is self.rendered  # a replayed response is in the language of its first request
        return Response(answer, status=201, headers={} if self.language_is_known else {REPLAYED: "true"})

    def _render(self, table: LockedMatch) -> str:
        return self._answer(table, feed_view.entries(table, _new_rows(table), self._seat(table)))

    def _render_with_tables(self, table: LockedMatch) -> str:
        shown = feed_view.entries_with_tables(table, _new_rows(table), self._seat(table), table.state_before)
        return self._answer(table, shown)

    def _seat(self, table: LockedMatch) -> int | None:
        seat = table.seat_of(self.me)
        return None if seat is None else seat.number

    def _answer(self, table: LockedMatch, entries: list[feed_schemas.FeedEntry]) -> str:
        self.rendered = to_json(
            match_schemas.MoveAnswer(view=match_view.view(table, self.me, self.now), entries=entries)
        ).decode()
        return self.rendered

    def _once(self, request: Request, match_id: UUID, content: Any) -> Once | None:
        key = key_of(request)
        return None if key is None else Once(key, digest_of(str(match_id), content))


def _new_rows(table: LockedMatch) -> list[Row]:
    """Return the rows that are new to the player: of other players around the table, and of the move."""
    return [*table.unseen, *table.rows]


class LegalMovesQuery(Struct, forbid_unknown_fields=True):
    """The query of a page of legal moves."""

    kind: str | None = None
    """Only moves of this kind, as the view names it."""
    offset: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """The number of moves to skip."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 100
    """The most moves of a page."""


class LegalMoves(MatchesView):
    """The legal moves of the player."""

    @operation("listLegalMoves", Scope.READ, {200: (move_schemas.LegalMovesPage, "The moves.")})
    def get(self, request: Request, match_id: UUID, query: LegalMovesQuery) -> Response:
        """All of your legal moves, or those of a kind, in pages.

        For views that only count the moves (`complete` is false). The list is empty when it is not your turn, and while
        the match is paused.
        """
        loaded, seat = self.find_seated(match_id)
        if loaded.match.status == Status.RUNNING:
            log.game_of(loaded.match)
        return Response(legal_moves_view.legal_moves_page(loaded, seat, query.kind, query.offset, query.limit))


ENTRIES_OF_A_REQUEST: Final = {"false": 100, "true": 50}
"""Feed entries for which the rate limit charges one request, without and with ``tables``. One request stands for 10
ms."""


class FeedQuery(TablesQuery, forbid_unknown_fields=True):
    """The query of a part of the feed."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    """The version after which the entries begin."""
    limit: Annotated[int, Meta(ge=1, le=200)] = 100
    """The most entries. Every 100 cost one request, with `tables` every 50."""
    wait: Annotated[int, Meta(ge=0, le=25)] = 0
    """The longest time to wait for a new entry, in seconds."""


class Events(MatchesView):
    """The feed of a match."""

    @operation("listMatchEvents", Scope.READ, {200: (feed_schemas.Feed, "The entries after the version.")}, public=True)
    def get(self, request: Request, match_id: UUID, query: FeedQuery) -> Response:
        """List the events of a match after a version.

        You get the events as you may see them, without gaps: each entry is one version. With `wait`, the response comes
        as soon as there is a new entry; if there is none in that time, the list is empty.
        """
        # ``games.api.live.long_poll`` runs the request again when there is news.
        self.charge(ceil(query.limit / ENTRIES_OF_A_REQUEST[query.tables]) - 1)
        tables = query.tables == "true"
        return Response(feed_view.feed(self.find(match_id), self.player, query.after, query.limit, tables=tables))


class Resign(MatchesView):
    """The resignation of a player."""

    @operation("resign", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Resign from the match.

        Against one player or one team, you lose. With more opponents, a bot plays on for you, and you come last.
        """
        return self.answer(playing.resign(match_id, self.me, self.now))


class Autopilot(MatchesView):
    """The autopilot of the player's seat."""

    @operation("resumePlaying", Scope.PLAY, MATCH_RESPONSE)
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Take over from the autopilot.

        When your time has run out too often, the server moves for you at once. With this request you move for yourself
        again.
        """
        return self.answer(playing.resume(match_id, self.me, self.now))
