"""Ratings, leaderboards, statistics, head-to-head results, and the entry requirements of a match."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import match_clock
from games.api.matches.base import OF_A_MATCH, MatchesView, answered_once
from games.api.matches.match_view import name_of
from games.api.paging import OF_PAGES, page_of
from games.api.ratings import rating_schemas as shapes
from games.clock.speed import Speed
from games.club_access import club_of
from games.engine.catalogue import GAMES
from games.engine.messages import Text, say
from games.models import HeadToHead, PlayerStatistics, Rating, RatingChange, Status, Visibility
from games.rating_model import Belief
from games.services.matches import entry_requirements
from games.services.matchmaking import seat_swaps
from games.services.ratings import player_statistics, ratings, reliability
from games.services.ratings.match_summary import pool_of

_UNCHANGED: Final = {304: (None, "Nothing has changed.")}
POOL: Final = {
    "key": "chkobba.days",
    "name": "Chkobba, over days",
    "games": ["chkobba", "chkobba-cafe", "chkobba-spec"],
    "speed": "days",
}
_FIGURE: Final = {"rating": 1584, "deviation": 96, "provisional": False}
AMEL: Final = {"id": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47", "name": "Amel", "avatar": "fennec", "is_bot": False}
_SAMI: Final = {**AMEL, "id": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c48", "name": "Sami", "avatar": "owl"}
_RELIABILITY: Final = {"percent": 96, "turns": 98, "matches": 98}
_AROUND: Final = {"next": None, "previous": None}
_ETAG: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the answer that you have."
)


class PageQuery(Struct, forbid_unknown_fields=True):
    """Query parameters of a page."""

    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class LeadersQuery(PageQuery, forbid_unknown_fields=True):
    """Query parameters of a leaderboard."""

    bots: Literal["true", "false"] = "false"


class Pools(MatchesView):
    """The pools in which players are rated."""

    @operation(
        "listRatingPools",
        "List the rating pools",
        tag="players",
        scope=None,
        description=(
            "Each pool is a family of games at one speed: a player who is strong at one of these games is strong at "
            "the others."
        ),
        parameters=[_ETAG],
        responses={200: (shapes.Pools, "All pools."), **_UNCHANGED},
        gets={"pools": [POOL]},
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Return all rating pools."""
        return answered_once(request, shapes.Pools(pools=[pool_shape(key) for key in ratings.POOLS]))


class Leaderboard(MatchesView):
    """The strongest players of a pool."""

    @operation(
        "getLeaderboard",
        "List the strongest players of a pool",
        tag="players",
        scope=Scope.READ,
        description=(
            "Players who play rated matches, have a rating that is not provisional, and have played a rated match "
            "within ninety days. Bot accounts have the same ratings and a list of their own (`bots=true`)."
        ),
        parameters=[OpenApiParameter("bots", bool, description="List bot accounts instead of people."), *OF_PAGES],
        responses={200: (shapes.Leaderboard, "A page of players, strongest first."), **_UNCHANGED},
        problems=["not_found", "invalid"],
        gets={**_AROUND, "results": [{**_FIGURE, "player": AMEL, "matches": 61}], "pool": POOL},
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request, pool: str) -> Response:
        """Return a page of the leaderboard."""
        query = read_query(request, LeadersQuery)
        leaders = ratings.leaders(ratings.must_be_pool(pool), self.player, self.now, bots=query.bots == "true")
        found, links = page_of(self, leaders, ("-mu", "-id"))
        page = shapes.Leaderboard(**links, results=[leader(row) for row in found], pool=pool_shape(pool))
        return answered_once(request, page)


class Ratings(MatchesView):
    """The ratings of a player."""

    @operation(
        "getRatings",
        "Get the ratings and the reliability of a player",
        tag="players",
        scope=Scope.READ,
        description=(
            "Your own, or those of a player who plays rated matches (`rated` of `updateMe`). For other players the "
            "answer is 404."
        ),
        parameters=[_ETAG],
        responses={200: (shapes.Ratings, "The ratings."), **_UNCHANGED},
        problems=["not_found"],
        gets={
            "player": AMEL,
            "reliability": _RELIABILITY,
            "ratings": [{**_FIGURE, "pool": POOL, "matches": 61, "last_at": "2026-11-21T18:30:00Z"}],
        },
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return a player's ratings and reliability."""
        shown = ratings.shown(player_id, self.player)
        figures = [
            shapes.Rating(**_figures(row), pool=pool_shape(row.pool), matches=row.matches, last_at=row.last_at)
            for row in ratings.ratings_of(shown)
        ]
        shares = reliability.shares_of([shown.pk], self.now)[shown.pk]
        return answered_once(
            request, shapes.Ratings(player=player(shown), reliability=_reliability(shares), ratings=figures)
        )


class History(MatchesView):
    """The rating history of a player in a pool."""

    @operation(
        "getRatingHistory",
        "List the rating history of a player in a pool",
        tag="players",
        scope=Scope.READ,
        description=(
            "The history has one entry per match. You can read it if you can see the player's ratings (`getRatings`)."
        ),
        parameters=OF_PAGES,
        responses={200: (shapes.RatingHistory, "A page of ratings, latest match first."), **_UNCHANGED},
        problems=["not_found", "invalid"],
        gets={
            **_AROUND,
            "results": [
                {
                    **_FIGURE,
                    "number": 812,
                    "before": 1571,
                    "at": "2026-11-21T18:30:00Z",
                    "match": "01a1fe47-9afc-774b-8828-4881e7600def",
                }
            ],
        },
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request, player_id: UUID, pool: str) -> Response:
        """Return a page of the history."""
        read_query(request, PageQuery)
        shown = ratings.shown(player_id, self.player)
        changes = ratings.history(shown, ratings.must_be_pool(pool)).select_related("match")
        found, links = page_of(self, changes, ("-number",))
        is_own = self.player is not None and self.player.pk == shown.pk
        points = [_point(row, is_own=is_own) for row in found]
        return answered_once(request, shapes.RatingHistory(**links, results=points))


class Statistics(MatchesView):
    """The results of a player in each game."""

    @operation(
        "getStatistics",
        "Get the results of a player in each game",
        tag="players",
        scope=Scope.READ,
        description=(
            "Matches between people count, rated or not. You can read them if you can see the player's ratings "
            "(`getRatings`). A player who resigned takes the last place. The result of a match does not count for "
            "substitutes."
        ),
        parameters=[_ETAG],
        responses={200: (shapes.Statistics, "The results by game."), **_UNCHANGED},
        problems=["not_found"],
        gets={
            "player": AMEL,
            "games": [
                {
                    "game": "scopa",
                    "name": "Scopa",
                    "matches": 40,
                    "won": 22,
                    "drawn": 0,
                    "places": {"1": 22, "2": 18},
                    "rounds": 212,
                    "lines": [{"key": "primiera", "name": "Primiera", "rounds": 98, "points": 98}],
                }
            ],
        },
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return a player's results by game."""
        shown = ratings.shown(player_id, self.player)
        games = [_achieved(row) for row in player_statistics.tallies_of(shown)]
        return answered_once(request, shapes.Statistics(player=player(shown), games=games))


class HeadToHeadResults(MatchesView):
    """The results of two players with each other."""

    @operation(
        "getHeadToHead",
        "Get the results of a player against and with another player",
        tag="players",
        scope=Scope.READ,
        description="You can read them if you can see the ratings of both players, or if you are one of the two.",
        parameters=[_ETAG],
        responses={200: (shapes.HeadToHead, "The results by game."), **_UNCHANGED},
        problems=["not_found"],
        gets={
            "player": AMEL,
            "other": _SAMI,
            "games": [
                {
                    "game": "scopa",
                    "name": "Scopa",
                    "against": 12,
                    "ahead": 7,
                    "level": 0,
                    "together": 3,
                    "together_won": 2,
                }
            ],
        },
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request, player_id: UUID, other_id: UUID) -> Response:
        """Return the results of two players with each other."""
        one, other = ratings.shown_together(player_id, other_id, self.player)
        games = [_meeting(row) for row in player_statistics.between(one, other)]
        return answered_once(request, shapes.HeadToHead(player=player(one), other=player(other), games=games))


class Conditions(MatchesView):
    """The entry requirements of a match, and the ratings of the seated players."""

    @operation(
        "getEntryRequirements",
        "Get the entry requirements of a match",
        tag="lobby",
        scope=Scope.READ,
        description=(
            "Read before you join whether the match is rated, the least reliability, and the rating and reliability of "
            "each seated player."
        ),
        parameters=[_ETAG],
        responses={200: (shapes.EntryRequirements, "The entry requirements."), **_UNCHANGED},
        problems=OF_A_MATCH,
        gets={
            "rated": True,
            "pool": POOL,
            "bots_give_way": False,
            "least_reliability": 80,
            "club": None,
            "undo": False,
            "hints": False,
            "seats": [{"seat": 0, "rating": _FIGURE, "reliability": _RELIABILITY, "wanted_by": [2]}],
        },
        public=True,
        headers=["ETag"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the entry requirements of a match."""
        loaded = self.find(match_id)
        asked = entry_requirements.asked_at(loaded.match)
        key = pool_of(loaded.match.game, match_clock.control_of(loaded.match))
        seated = {seat.number: seat.player_id for seat in loaded.seats if seat.player_id}
        known = ratings.beliefs(key, seated.values())
        shares = reliability.shares_of(seated.values(), self.now)
        wanted = seat_swaps.wanted_by(loaded) if loaded.match.status == Status.LOBBY else {}
        seats = [
            shapes.SeatStanding(
                seat=number,
                rating=_figure(known[who]) if who in known else None,
                reliability=_reliability(shares[who]),
                wanted_by=wanted.get(number, []),
            )
            for number, who in seated.items()
        ]
        club = club_of(loaded.match.pk)
        answer = shapes.EntryRequirements(
            rated=asked.rated,
            pool=pool_shape(key),
            bots_give_way=asked.bots_give_way,
            least_reliability=asked.least_reliability,
            club=shapes.ClubName(id=club.pk, name=club.name) if club and not club.ended_at else None,
            undo=asked.allows_undo,
            hints=asked.allows_hints(loaded.seats),
            seats=seats,
        )
        return answered_once(request, answer)


# --- shapes -----------------------------------------------------------------------------------------------------------


def pool_shape(key: str) -> shapes.Pool:
    """Return a rating pool by its key."""
    family, _, speed = key.rpartition(".")
    games = [game.key for game in GAMES.values() if game.family == family]
    named: Text = GAMES[games[0]].family_name if games else family
    return shapes.Pool(
        key=key,
        name=say(f"pool.{speed}", family=named),
        games=games,
        speed=Speed(speed).value,
    )


def leader(row: Rating) -> shapes.Leader:
    """Return a rating as an entry of a leaderboard."""
    return shapes.Leader(**_figures(row), player=player(row.player), matches=row.matches)


def player(shown: Player) -> shapes.RatedPlayer:
    """Return a player with nickname and avatar."""
    return shapes.RatedPlayer(id=shown.pk, name=name_of(shown), avatar=shown.avatar, is_bot=shown.is_bot)


def _figures(row: Rating | RatingChange) -> dict[str, Any]:
    belief = Belief(row.mu, row.sigma)
    return {"rating": round(belief.mu), "deviation": round(belief.sigma), "provisional": belief.is_provisional}


def _figure(belief: Belief) -> shapes.Figure:
    return shapes.Figure(rating=round(belief.mu), deviation=round(belief.sigma), provisional=belief.is_provisional)


def _reliability(shares: reliability.Shares | None) -> shapes.Reliability | None:
    return None if shares is None else shapes.Reliability(**shares._asdict())


def _point(row: RatingChange, *, is_own: bool) -> shapes.RatingPoint:
    can_see = is_own or row.match.visibility == Visibility.PUBLIC
    return shapes.RatingPoint(
        **_figures(row),
        number=row.number,
        before=round(row.mu_before),
        at=row.at,
        match=row.match_id if can_see else None,
    )


def _game_name(key: str) -> Text:
    return GAMES[key].name if key in GAMES else key


def _achieved(row: PlayerStatistics) -> shapes.GameStatistics:
    names = GAMES[row.game].categories if row.game in GAMES else {}
    as_on_sheets = [
        *names,
        *sorted(row.categories.keys() - names.keys()),
    ]  # databases change the order of keys
    return shapes.GameStatistics(
        game=row.game,
        name=_game_name(row.game),
        matches=row.matches,
        won=row.won,
        drawn=row.drawn,
        places=dict(sorted(row.places.items())),
        rounds=row.rounds,
        lines=[
            shapes.Line(key=key, name=names.get(key, key), rounds=times, points=points)
            for key in as_on_sheets
            if key in row.categories
            for times, points in [row.categories[key]]
        ],
    )


def _meeting(row: HeadToHead) -> shapes.Meeting:
    return shapes.Meeting(
        game=row.game,
        name=_game_name(row.game),
        against=row.against,
        ahead=row.ahead,
        level=row.level,
        together=row.together,
        together_won=row.together_won,
    )
