"""The state of a match of Haggis."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.haggis.events import Played
from games.engine.haggis.rules import Rules

TO_DEAL: Final = 0
"""Before the first deal of the match."""
PLAYING: Final = 1
SCORED: Final = 2
"""A round is over; the next begins with the deal."""
OVER: Final = 3

NO_SEAT: Final = -1


class State(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The whole truth at one moment. Sets of cards are masks; tuples are per seat where nothing else is said."""

    rules: Rules
    phase: int
    round: int
    dealer: int
    turn: int
    """The seat that is asked, while a round is played."""
    hands: tuple[int, ...]
    haggis: int
    """The number cards not dealt."""
    trick: tuple[Played, ...]
    """The plays of the running trick in order; the last is the highest."""
    passed: tuple[int, ...]
    """The seats that have passed since the last play."""
    captured: tuple[tuple[int, ...], ...]
    """The cards of each seat in the order in which it captured them; face cards may stand there several times."""
    bets: tuple[int, ...]
    """The points of each seat's bet, or 0."""
    out: tuple[int, ...]
    """The seats that have gone out, the first one first."""
    out_points: tuple[int, ...]
    """Points for going out."""
    totals: tuple[int, ...]
    """Scores after the last finished round."""
