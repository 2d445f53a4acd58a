"""The boards of a club."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games.api.clubs import club_schemas as shapes
from games.api.clubs.clubs import OF_A_CLUB, ClubsQuery
from games.api.matches.base import UNCHANGED, MatchesView, answered_once
from games.api.paging import OF_PAGES, page_of
from games.api.ratings import rating_schemas, ratings
from games.services.clubs import club_boards

_AROUND: Final = {"next": None, "previous": None}


class Board(MatchesView):
    """The leaderboard of a club."""

    @operation(
        "getClubBoard",
        "What the members of a club have achieved at its tables",
        tag="clubs",
        scope=Scope.READ,
        description="For its members. In matches of people against people, whatever the game; who gave up came last.",
        parameters=OF_PAGES,
        responses={200: (shapes.ClubBoard, "A page of members, who has won most first."), **UNCHANGED},
        problems=[*OF_A_CLUB, "invalid"],
        gets={**_AROUND, "results": [{"player": ratings.AMEL, "matches": 12, "won": 7, "drawn": 1}]},
        headers=["ETag"],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Answer with a page."""
        read_query(request, ClubsQuery)
        rows = club_boards.scores(self.me, club_id)
        found, links = page_of(self, rows, ("-won", "-drawn", "matches", "id"))
        results = [
            shapes.ClubScore(player=ratings.player(row.player), matches=row.matches, won=row.won, drawn=row.drawn)
            for row in found
        ]
        return answered_once(request, shapes.ClubBoard(**links, results=results))


class ClubLeaderboard(MatchesView):
    """The strongest members."""

    @operation(
        "getClubLeaderboard",
        "The ratings of the members of a club in a pool",
        tag="clubs",
        scope=Scope.READ,
        description="For its members, of those who play rated matches (`rated` of `updateMe`); provisional ones, too.",
        parameters=OF_PAGES,
        responses={200: (rating_schemas.Leaderboard, "A page of members, the strongest first."), **UNCHANGED},
        problems=[*OF_A_CLUB, "invalid"],
        gets={
            **_AROUND,
            "results": [{"rating": 1584, "deviation": 96, "provisional": False, "player": ratings.AMEL, "matches": 61}],
            "pool": ratings.POOL,
        },
        headers=["ETag"],
    )
    def get(self, request: Request, club_id: UUID, pool: str) -> Response:
        """Answer with a page."""
        read_query(request, ClubsQuery)
        found, links = page_of(self, club_boards.leaders(self.me, club_id, pool), ("-mu", "-id"))
        page = rating_schemas.Leaderboard(
            **links, results=[ratings.leader(row) for row in found], pool=ratings.pool_shape(pool)
        )
        return answered_once(request, page)
