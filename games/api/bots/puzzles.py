"""The puzzle of the day: lists and answers. Each player can answer a puzzle once."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.bots import puzzle_schemas
from games.api.matches.base import MatchesView
from games.api.matches.legal_moves_view import legal_move_of
from games.engine.violations import RuleViolation
from games.models import PuzzleAnswer
from games.services.bots import puzzles
from games.services.bots.puzzles import Asked

_DAY: Final = OpenApiParameter(
    "day", OpenApiTypes.DATE, OpenApiParameter.PATH, description="A day in UTC, as `listPuzzles` names it."
)


class Puzzles(MatchesView):
    """The puzzles of the last days."""

    @operation(
        "listPuzzles", Scope.READ, {200: (puzzle_schemas.PuzzleList, "The puzzles of the last 30 days.")}, public=True
    )
    def get(self, request: Request) -> Response:
        """The puzzles of the last days, the newest first.

        There is a new puzzle each day at midnight UTC, the same for everyone: the end of a round in which all cards are
        known. With a token you also get your results. A streak is a right answer on each of several days in a row. The
        list is empty only until a new server has made its first puzzle.
        """
        newest = puzzles.newest(self.now)
        given = puzzles.answers_of(self.player, newest) if self.player else {}
        shown = [
            puzzle_schemas.PuzzleOfDay(
                day=one.day,
                game=one.game,
                name=puzzles.name_of(one),
                right=given[one.day].right if one.day in given else None,
            )
            for one in newest
        ]
        record = puzzle_schemas.PuzzleRecord(*puzzles.record_of(self.player, self.now)) if self.player else None
        return Response(puzzle_schemas.PuzzleList(puzzles=shown, record=record))


class OnePuzzle(MatchesView):
    """The puzzle of one day."""

    @operation("getPuzzle", Scope.READ, {200: (puzzle_schemas.Puzzle, "The puzzle.")}, parameters=[_DAY], public=True)
    def get(self, request: Request, day: date) -> Response:
        """The puzzle of a day.

        It is the turn of `seat`: you see its table and hand. No cards are left to deal, so the opponent's cards are
        known, and are in `others`. Find the move that ends best if both players play their best afterwards. With a
        token you also get your answer and the right one.
        """
        asked = puzzles.ask(day, self.now)
        given = puzzles.answers_of(self.player, [asked.puzzle]).get(day) if self.player else None
        return Response(_shown(asked, given))

    @operation(
        "answerPuzzle",
        Scope.PLAY,
        {200: (puzzle_schemas.Puzzle, "The puzzle, with your answer and the right one.")},
        parameters=[_DAY],
    )
    def post(self, request: Request, day: date, wanted: puzzle_schemas.PuzzleMove) -> Response:
        """Answer the puzzle of a day.

        Send one of its `moves`. Your first answer counts; a later one returns the result of the first. `points` is your
        lead at the end of the round if both players play their best afterwards.
        """
        return Response(_shown(*puzzles.answer(day, self.me, wanted.move, self.now)))


def _shown(asked: Asked, given: PuzzleAnswer | None) -> puzzle_schemas.Puzzle:
    game, state = asked.game, asked.state
    seat = game.to_act(state)
    seen = game.observe(state, seat)
    return puzzle_schemas.Puzzle(
        day=asked.puzzle.day,
        game=game.key,
        name=game.name,
        seat=seat,
        table=game.show(seen),
        others=[game.card_name(card) for card in asked.others],
        moves=[legal_move_of(asked.game, seen, move) for move in asked.moves],
        answer=None if given is None else _result(asked, seen, given),
    )


@never_raises(RuleViolation)  # the stored move was legal
def _result(asked: Asked, seen: Any, given: PuzzleAnswer) -> puzzle_schemas.PuzzleResult:
    move, values = asked.game.read_move(json.loads(given.move)), asked.puzzle.values
    return puzzle_schemas.PuzzleResult(
        right=given.right,
        played=legal_move_of(asked.game, seen, move),
        points=values[asked.moves.index(move)],
        best=legal_move_of(asked.game, seen, asked.moves[asked.best]),
        best_points=values[asked.best],
    )
