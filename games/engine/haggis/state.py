"""The state of a match of Haggis."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.haggis.events import Played
from games.engine.haggis.rules import Rules

TO_DEAL: Final = 0
"""The match waits for its first deal."""
PLAYING: Final = 1
SCORED: Final = 2
"""A round is over; the next begins with the deal."""
OVER: Final = 3

NO_SEAT: Final = -1


class State(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The full state at one moment. Sets of cards are masks; tuples are per seat unless the field says otherwise."""

    rules: Rules
    phase: int
    round: int
    dealer: int
    turn: int
    """The seat to act, while a round is played."""
    hands: tuple[int, ...]
    haggis: int
    """The number cards that were not dealt."""
    trick: tuple[Played, ...]
    """The plays of the current trick in order; the last is the highest."""
    passed: tuple[int, ...]
    """The seats that have passed since the last play."""
    captured: tuple[tuple[int, ...], ...]
    """The cards of each seat in the order in which it captured them; a face card may occur several times."""
    bets: tuple[int, ...]
    """The points of each seat's bet, or 0."""
    out: tuple[int, ...]
    """The seats that have gone out, the first one first."""
    out_points: tuple[int, ...]
    """The points for going out in this round."""
    totals: tuple[int, ...]
    """Scores after the last finished round."""


def begin(rules: Rules, dealer: int) -> State:
    """Return the state of a match before its first deal."""
    nothing = (0,) * rules.seats
    return State(
        rules=rules,
        phase=TO_DEAL,
        round=0,
        dealer=dealer,
        turn=NO_SEAT,
        hands=nothing,
        haggis=0,
        trick=(),
        passed=(),
        captured=((),) * rules.seats,
        bets=nothing,
        out=(),
        out_points=nothing,
        totals=nothing,
    )
