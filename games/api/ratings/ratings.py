"""The ratings of a player, their history in a pool, the pools and their leaderboards."""

from __future__ import annotations

from functools import partial
from typing import Literal
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304
from games.api.paging import PageQuery
from games.api.ratings import rating_schemas as schemas
from games.api.ratings.rating_view import figures_of, leader, player, pool_shape, reliability_of
from games.models import RatingChange, Visibility
from games.services.ratings import ratings, reliability


class Ratings(MatchesView):
    """The ratings of a player."""

    @operation(
        "getRatings", Scope.READ, {200: (schemas.Ratings, "The ratings."), **UNCHANGED}, parameters=[ETAG], public=True
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Get the ratings and the reliability of a player.

        Your own, or those of a player who plays rated matches (`rated` of `updateMe`). For other players the answer is
        404.
        """
        shown = ratings.shown(player_id, self.player)
        figures = [
            schemas.Rating(**figures_of(row), pool=pool_shape(row.pool), matches=row.matches, last_at=row.last_at)
            for row in ratings.ratings_of(shown)
        ]
        shares = reliability.shares_of([shown.pk], self.now)[shown.pk]
        return answer_or_304(
            request, schemas.Ratings(player=player(shown), reliability=reliability_of(shares), ratings=figures)
        )


class History(MatchesView):
    """The rating history of a player in a pool."""

    @operation(
        "getRatingHistory",
        Scope.READ,
        {200: (schemas.RatingHistory, "A page of ratings, latest match first."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, player_id: UUID, pool: str, query: PageQuery) -> Response:
        """List the rating history of a player in a pool.

        The history has one entry per match. You can read it if you can see the player's ratings (`getRatings`).
        """
        shown = ratings.shown(player_id, self.player)
        changes = ratings.history(shown, ratings.must_be_pool(pool)).select_related("match")
        is_own = self.player is not None and self.player.pk == shown.pk
        return self.listed(changes, ("-number",), schemas.RatingHistory, partial(_point, is_own=is_own))


def _point(row: RatingChange, *, is_own: bool) -> schemas.RatingPoint:
    can_see = is_own or row.match.visibility == Visibility.PUBLIC
    return schemas.RatingPoint(
        **figures_of(row),
        number=row.number,
        before=round(row.mu_before),
        at=row.at,
        match=row.match_id if can_see else None,
    )


class LeadersQuery(PageQuery, forbid_unknown_fields=True):
    """Query parameters of a leaderboard."""

    bots: Literal["true", "false"] = "false"
    """List bot accounts instead of people."""


class Pools(MatchesView):
    """The pools in which players are rated."""

    @operation(
        "listRatingPools", None, {200: (schemas.Pools, "All pools."), **UNCHANGED}, parameters=[ETAG], public=True
    )
    def get(self, request: Request) -> Response:
        """List the rating pools.

        Each pool is a family of games at one speed: a player who is strong at one of these games is strong at the
        others.
        """
        return answer_or_304(request, schemas.Pools(pools=[pool_shape(key) for key in ratings.POOLS]))


class Leaderboard(MatchesView):
    """The strongest players of a pool."""

    @operation(
        "getLeaderboard",
        Scope.READ,
        {200: (schemas.Leaderboard, "A page of players, strongest first."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, pool: str, query: LeadersQuery) -> Response:
        """List the strongest players of a pool.

        Players who play rated matches, have a rating that is not provisional, and have played a rated match within
        ninety days. Bot accounts have the same ratings and a list of their own (`bots=true`).
        """
        leaders = ratings.leaders(ratings.must_be_pool(pool), self.player, self.now, bots=query.bots == "true")
        return self.listed(leaders, ("-mu", "-id"), schemas.Leaderboard, leader, pool=pool_shape(pool))
