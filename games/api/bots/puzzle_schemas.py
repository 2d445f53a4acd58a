"""The shapes of puzzles."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from games.api.schema_types import AnyMove, AnyTable
from games.api.turns.move_schemas import LegalMove
from games.engine.messages import Text


class PuzzleOfDay(Struct, kw_only=True):
    """A puzzle in a list."""

    day: date
    """Its day, in UTC."""
    game: str
    """The key of what is played."""
    name: Text
    """The name that players use for it."""
    right: bool | None
    """True: your answer was right. Null: you have not answered."""


class PuzzleRecord(Struct):
    """How you do at puzzles."""

    answered: int
    """How many you have answered."""
    right: int
    """How many of them rightly."""
    streak: int
    """Right answers on days in a row, up to today or yesterday."""


class PuzzleList(Struct, kw_only=True):
    """The puzzles of the last days."""

    puzzles: list[PuzzleOfDay]
    """The newest first."""
    record: PuzzleRecord | None
    """How you do; null without a token."""


class PuzzleMove(Struct, kw_only=True, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    move: AnyMove
    """One of its `moves`."""


class PuzzleResult(Struct, kw_only=True):
    """The result of your answer."""

    right: bool
    """True: no other move ends better."""
    played: LegalMove
    """Your first answer."""
    points: int
    """Your lead in points at the end of the round, if both play their best after this move."""
    best: LegalMove
    """The move that ends best."""
    best_points: int
    """And by how many points you are ahead with that."""


class Puzzle(Struct, kw_only=True):
    """The puzzle of a day."""

    day: date
    """Its day, in UTC."""
    game: str
    """The key of what is played."""
    name: Text
    """The name that players use for it."""
    seat: int
    """In whose place you play."""
    table: AnyTable
    """The position as the player to move sees it."""
    others: list[str]
    """The opponent's cards, which a player who counts cards knows."""
    moves: list[LegalMove]
    """The legal moves."""
    answer: PuzzleResult | None
    """Your answer. Null without a token, or if you have not answered."""
