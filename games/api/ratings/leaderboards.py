"""The rating pools, and the leaderboard of each pool."""

from __future__ import annotations

from typing import Literal

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304
from games.api.paging import PageQuery, page_of
from games.api.ratings import rating_schemas as schemas
from games.api.ratings.rating_view import leader, pool_shape
from games.services.ratings import ratings


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
        found, links = page_of(self, leaders, ("-mu", "-id"))
        page = schemas.Leaderboard(**links, results=[leader(row) for row in found], pool=pool_shape(pool))
        return answer_or_304(request, page)
