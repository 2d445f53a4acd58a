"""The results of a player in each game, also against and with another player."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.copying import copied
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304
from games.api.ratings import rating_schemas as schemas
from games.api.ratings.rating_view import player
from games.engine.catalogue import GAMES
from games.engine.messages import Text
from games.models import HeadToHead, PlayerStatistics
from games.services.ratings import player_statistics, ratings


class Statistics(MatchesView):
    """The results of a player in each game."""

    @operation(
        "getStatistics",
        Scope.READ,
        {200: (schemas.Statistics, "The results by game."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Get the results of a player in each game.

        Matches between people count, rated or not. You can read them if you can see the player's ratings
        (`getRatings`). A player who resigned takes the last place. The result of a match does not count for
        substitutes.
        """
        shown = ratings.shown(player_id, self.player)
        games = [_achieved(row) for row in player_statistics.statistics_of(shown)]
        return answer_or_304(request, schemas.Statistics(player=player(shown), games=games))


class HeadToHeadResults(MatchesView):
    """The results of two players with each other."""

    @operation(
        "getHeadToHead",
        Scope.READ,
        {200: (schemas.HeadToHead, "The results by game."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, player_id: UUID, other_id: UUID) -> Response:
        """Get the results of a player against and with another player.

        You can read them if you can see the ratings of both players, or if you are one of the two.
        """
        one, other = ratings.shown_together(player_id, other_id, self.player)
        games = [_meeting(row) for row in player_statistics.between(one, other)]
        return answer_or_304(request, schemas.HeadToHead(player=player(one), other=player(other), games=games))


def _game_name(key: str) -> Text:
    return GAMES[key].name if key in GAMES else key


def _achieved(row: PlayerStatistics) -> schemas.GameStatistics:
    names = GAMES[row.game].categories if row.game in GAMES else {}
    as_on_sheets = [
        *names,
        *sorted(row.categories.keys() - names.keys()),
    ]  # databases change the order of keys
    return copied(
        schemas.GameStatistics,
        row,
        name=_game_name(row.game),
        places=dict(sorted(row.places.items())),
        lines=[
            schemas.Line(key=key, name=names.get(key, key), rounds=times, points=points)
            for key in as_on_sheets
            if key in row.categories
            for times, points in [row.categories[key]]
        ],
    )


def _meeting(row: HeadToHead) -> schemas.Meeting:
    return copied(schemas.Meeting, row, name=_game_name(row.game))
