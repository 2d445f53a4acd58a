"""The catalogue: games, bots and time controls."""

from __future__ import annotations

from typing import Final

from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import OpenApiParameter
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import DomainError
from chkobba_api.rest.language import spoken
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from games.api.copying import copied
from games.api.matches import catalogue_schemas
from games.api.matches.catalogue_schemas import BotLevel
from games.bots import DESCRIPTIONS, LEVELS
from games.clock.calendar import Closure
from games.clock.paces import PACES
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.engine.options import options_schema
from games.engine.protocol import AnyGame
from games.texts import ENGLISH
from games.texts.rules import translation

LENGTHS: Final = ("short", "usual", "long")


@method_decorator(gzip_page, name="dispatch")
class Games(View):
    """The catalogue of games. It is the same for everyone, so its compressed length reveals no secret."""

    @operation("listGames", None, {200: (catalogue_schemas.Catalogue, "The catalogue.")}, public=True)
    def get(self, request: Request) -> Response:
        """The games, the levels of bots, and time controls.

        The games of this server with their numbers of seats, the levels of bots that can take free seats, and time
        controls to choose from.
        """
        bots = [
            BotLevel(key=key, description=DESCRIPTIONS[key], games=[game for game in GAMES if level.plays(game)])
            for key, level in LEVELS.items()
        ]
        games = [_summary(game) for game in GAMES.values()]
        paces = [copied(catalogue_schemas.Pace, pace, text=pace.control.full_text) for pace in PACES]
        return Response(catalogue_schemas.Catalogue(games=games, bots=bots, paces=paces, honours=list(Closure)))


@method_decorator(gzip_page, name="dispatch")
class OneGame(View):
    """A game of the catalogue."""

    @operation(
        "getGame",
        None,
        {200: (catalogue_schemas.GameDetail, "The game.")},
        parameters=[OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of a game.")],
        public=True,
    )
    def get(self, request: Request, key: str) -> Response:
        """A game with its options and rules.

        If there is no translation of the rules into your language, they are in English. Then `rules_language` says so,
        and `Content-Language` names both languages.
        """
        game = GAMES.get(key)
        if game is None:
            raise DomainError("not_found", say("refused.no_game", game=key))
        defaults = {seats: game.read_options({}, seats) for seats in game.seats}
        highest = {str(seats): game.highest_target(defaults[seats], seats) for seats in game.seats}
        language = spoken()
        translated = translation(language, key)
        rules_language = language if translated else ENGLISH
        languages = dict.fromkeys([language, rules_language])
        return Response(
            catalogue_schemas.GameDetail(
                **structs.asdict(_summary(game)),
                version=game.version,
                sides={str(seats): list(game.sides(defaults[seats], seats)) for seats in game.seats},
                options=options_schema(game.options),
                highest_target={seats: most for seats, most in highest.items() if most is not None},
                rules=translated.text if translated else game.text,
                rules_language=rules_language,
                ruleset=game.published(),
            ),
            headers={"Content-Language": ", ".join(languages)},
        )


def _summary(game: AnyGame) -> catalogue_schemas.GameSummary:
    return copied(
        catalogue_schemas.GameSummary,
        game,
        seats=list(game.seats),
        direction=game.direction.value,
        lengths=[
            catalogue_schemas.MatchLength(key=key, name=say(f"length.{key}"), options=agreed)
            for key in LENGTHS
            if (agreed := {} if key == "usual" else game.lengths.get(key)) is not None
        ],
    )
