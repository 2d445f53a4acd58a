"""Schemas of the puzzle of the day."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from games.api.matches.move_schemas import LegalMove
from games.api.schema_types import AnyMove, AnyTable
from games.engine.messages import Text


class PuzzleOfDay(Struct, kw_only=True):
    """A puzzle in a list."""

    day: date
    """The day of the puzzle, in UTC."""
    game: str
    """The key of the game."""
    name: Text
    """The name of the game, as players read it."""
    right: bool | None
    """True: your answer was right. False: it was wrong. Null without a token, or if you have not answered."""


class PuzzleRecord(Struct):
    """Your results at all puzzles."""

    answered: int
    """The number of puzzles that you have answered."""
    right: int
    """The number of your right answers."""
    streak: int
    """Right answers on days in a row, up to today or yesterday."""


class PuzzleList(Struct, kw_only=True):
    """The puzzles of the last days."""

    puzzles: list[PuzzleOfDay]
    """The puzzles, the newest first."""
    record: PuzzleRecord | None
    """Your results; null without a token."""


class PuzzleMove(Struct, kw_only=True, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    move: AnyMove
    """One of the `moves` of the puzzle."""


class PuzzleResult(Struct, kw_only=True):
    """The result of your answer."""

    right: bool
    """True: no other move ends better."""
    played: LegalMove
    """The move of your first answer."""
    points: int
    """Your lead in points at the end of the round, if both play their best after this move."""
    best: LegalMove
    """The move that ends best."""
    best_points: int
    """Your lead in points at the end of the round after the best move."""


class Puzzle(Struct, kw_only=True):
    """The puzzle of a day."""

    day: date
    """The day of the puzzle, in UTC."""
    game: str
    """The key of the game."""
    name: Text
    """The name of the game, as players read it."""
    seat: int
    """The seat for which you play."""
    table: AnyTable
    """The position as the player to move sees it."""
    others: list[str]
    """The opponent's cards, which a player who counts cards knows."""
    moves: list[LegalMove]
    """The legal moves of `seat`."""
    answer: PuzzleResult | None
    """Your answer. Null without a token, or if you have not answered."""
