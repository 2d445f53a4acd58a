"""The results of rounds and matches: the score sheet of a round, and the places at the end."""

from __future__ import annotations

import msgspec

from games.engine.messages import Text


class Category(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a score sheet."""

    key: str
    name: Text
    """The name that players use; a plain text if it is the same in every language."""
    points: tuple[int, ...]
    """The points of each side."""
    text: Text
    """The explanation of the points: ``"23 cards to 17"``."""


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """The score sheet of a finished round. Tuples are per side."""

    round: int
    dealer: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    categories: tuple[Category, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a finished match. Tuples are per side; places count from 1, and equal sides share a place."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    winner: int | None
    """The winning side, or None for a draw."""
