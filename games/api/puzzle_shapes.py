"""The shapes of puzzles."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from games.api.shapes import AnyMove, AnyTable, LegalMove
from games.engine.messages import Text


class PuzzleOfDay(Struct, kw_only=True):
    """A puzzle in a list."""

    day: date
    """Its day, in UTC."""
    game: str
    """The key of what is played."""
    name: Text
    """What people call that."""
    right: bool | None
    """Whether you have answered rightly; null where you have not answered."""


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
    """What became of your answer."""

    right: bool
    """Whether no move ends better."""
    played: LegalMove
    """What you have answered first."""
    points: int
    """By how many points you are ahead with it at the end of the round, if both play their best from there on."""
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
    """What people call that."""
    seat: int
    """In whose place you play."""
    table: AnyTable
    """What they see."""
    others: list[str]
    """The cards that the other one holds: whoever has counted knows them."""
    moves: list[LegalMove]
    """What may be played."""
    answer: PuzzleResult | None
    """What you have answered; null where you have not, and without a token."""
