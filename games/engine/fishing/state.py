"""The state of a match of a fishing game."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.fishing.rules import Rules

TO_DEAL: Final = 0
"""The match waits for a deal: the first one, or another one after a void deal."""
CUTTING: Final = 1
DECLARING: Final = 2
PLAYING: Final = 3
SCORED: Final = 4
"""A round is over; the next begins with the deal."""
OVER: Final = 5

NO_SIDE: Final = -1


class State(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The full state at one moment. Sets of cards are masks; tuples are per seat, or per side if the field says so."""

    rules: Rules
    phase: int
    round: int
    attempt: int
    """The number of shuffles in this round so far."""
    dealer: int
    turn: int
    """The seat to act, in phases in which a seat acts."""
    table: int
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    """Captured cards, per side."""
    sweeps: tuple[int, ...]
    """Points for sweeps in this round, per side."""
    bonus: tuple[int, ...]
    """Points of declarations and of the first table in this round, per side."""
    stock: tuple[int, ...]
    """The cards not dealt, the next one first."""
    totals: tuple[int, ...]
    """Scores after the last finished round, per side."""
    taker: int
    """The side that captured last in this round, or NO_SIDE."""
    matta: int
    """The capture value of a declared 7♥, or 0."""
    shown: tuple[int, ...]
    """Announced hand cards, which all players have seen."""
    winner: int
    """The side that has won by all ten diamonds, or NO_SIDE."""
