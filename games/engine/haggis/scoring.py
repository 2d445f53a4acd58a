"""Scoring of a round: captured cards, going out, bets; and whether the match is won (haggis.md 3.5, 4 and 5)."""

from __future__ import annotations

from typing import Final

from games.engine.haggis.cards import RANK_OF
from games.engine.haggis.events import Line
from games.engine.haggis.rules import Scoring
from games.engine.haggis.state import State

CAPTURED: Final = "captured"
OUT: Final = "out"
BETS: Final = "bets"
"""The keys of the three lines of every sheet."""

POINTS_PER_CARD: Final = 5
"""The points for going out, for each card of the largest other hand (3.4)."""

_OLD_POINTS: Final = {3: 1, 5: 1, 7: 1, 9: 1, 11: 2, 12: 3, 13: 5}

CARD_POINTS: Final = {
    Scoring.OLD: tuple(_OLD_POINTS.get(rank, 0) for rank in RANK_OF),
    Scoring.NEW: (1,) * len(RANK_OF),
}
"""The points of each captured card (3.5)."""


def captured_points(captured: tuple[tuple[int, ...], ...], scoring: Scoring) -> tuple[int, ...]:
    """Return the points of each seat's captured cards."""
    points = CARD_POINTS[scoring]
    return tuple(sum([points[card] for card in cards]) for cards in captured)


def bet_points(bets: tuple[int, ...], first_out: int) -> tuple[int, ...]:
    """Return the points of each seat from the bets of a round (4).

    The first seat to go out gets the points of its own bet. Each failed bet is paid, in full, to that seat and to every
    seat that did not bet. The seat that made a failed bet loses nothing.
    """
    failed = sum(bets) - bets[first_out]
    return tuple(bet + failed if seat == first_out else failed if not bet else 0 for seat, bet in enumerate(bets))


def score_sheet(state: State) -> tuple[Line, ...]:
    """Return the score sheet of a finished round."""
    return (
        Line(
            CAPTURED,
            captured_points(state.captured, state.rules.scoring),
            tuple(len(cards) for cards in state.captured),
        ),
        Line(OUT, state.out_points, tuple(points // POINTS_PER_CARD for points in state.out_points)),
        Line(BETS, bet_points(state.bets, state.out[0]), state.bets),
    )


def match_is_won(totals: tuple[int, ...], target: int) -> bool:
    """Return whether the highest total reaches the target and only one seat has it (5)."""
    best = max(totals)
    return best >= target and totals.count(best) == 1
