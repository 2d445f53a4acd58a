"""The boards of a club: results and ratings of its members."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.clubs import club_schemas as schemas
from games.api.copying import copied
from games.api.matches.base import ETAG, UNCHANGED, MatchesView
from games.api.paging import PageQuery
from games.api.ratings import rating_schemas, rating_view
from games.models import ClubScore
from games.services.clubs import club_boards


class Board(MatchesView):
    """The results of a club's members in its matches."""

    @operation(
        "getClubBoard",
        Scope.READ,
        {200: (schemas.ClubBoard, "A page of members, most wins first."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, club_id: UUID, query: PageQuery) -> Response:
        """List the results of a club's members.

        Only members may read them. Matches of the club between people count, in all games. A player who resigned takes
        the last place.
        """
        rows = club_boards.scores(self.me, club_id)
        return self.listed(rows, ("-won", "-drawn", "matches", "id"), schemas.ClubBoard, _score)


class ClubLeaderboard(MatchesView):
    """The ratings of a club's members in a pool."""

    @operation(
        "getClubLeaderboard",
        Scope.READ,
        {200: (rating_schemas.Leaderboard, "A page of members, strongest first."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, club_id: UUID, pool: str, query: PageQuery) -> Response:
        """List the ratings of a club's members in a pool.

        Only members may read them. The list has members who play rated matches (`rated` of `updateMe`), also with
        provisional ratings.
        """
        rows = club_boards.leaders(self.me, club_id, pool)
        shape = rating_view.pool_shape(pool)
        return self.listed(rows, ("-mu", "-id"), rating_schemas.Leaderboard, rating_view.leader, pool=shape)


def _score(row: ClubScore) -> schemas.ClubScore:
    return copied(schemas.ClubScore, row, player=rating_view.player(row.player))
