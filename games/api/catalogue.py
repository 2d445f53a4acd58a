"""The games that can be played."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from msgspec import structs
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.problems import Problem
from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import View
from games.api import examples, shapes
from games.bots import DESCRIPTIONS
from games.engine.catalogue import GAMES
from games.engine.options import options_schema
from games.engine.protocol import AnyGame


class Games(View):
    """Every game."""

    permission_classes = (AllowAny,)

    @operation(
        "listGames",
        "Every game, and the bots that play them",
        tag="games",
        responses={200: (shapes.Catalogue, "The catalogue.")},
        gets=examples.CATALOGUE,
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with the catalogue."""
        bots = [shapes.BotLevel(key=key, description=description) for key, description in DESCRIPTIONS.items()]
        games = [_summary(game) for game in GAMES.values()]
        return Response(shapes.Catalogue(games=games, bots=bots))


class OneGame(View):
    """One game."""

    permission_classes = (AllowAny,)

    @operation(
        "getGame",
        "A game with its options and rules",
        tag="games",
        parameters=[OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of a game.")],
        responses={200: (shapes.GameDetail, "The game.")},
        problems=["not_found"],
        gets=examples.GAME,
        public=True,
    )
    def get(self, request: Request, key: str) -> Response:
        """Answer with the game."""
        game = GAMES.get(key)
        if game is None:
            raise Problem("not_found", f"There is no game {key}.")
        defaults = {seats: game.read_options({}, seats) for seats in game.seats}
        highest = {str(seats): game.highest_target(defaults[seats], seats) for seats in game.seats}
        return Response(
            shapes.GameDetail(
                **structs.asdict(_summary(game)),
                version=game.version,
                sides={str(seats): list(game.sides(defaults[seats], seats)) for seats in game.seats},
                options=options_schema(game.options),
                highest_target={seats: most for seats, most in highest.items() if most is not None},
                rules=game.text,
                ruleset=game.published(),
            )
        )


def _summary(game: AnyGame) -> shapes.GameSummary:
    return shapes.GameSummary(
        key=game.key,
        name=game.name,
        summary=game.summary,
        seats=list(game.seats),
        direction=game.direction.value,
    )
