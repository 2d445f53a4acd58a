"""Limits on the length of a match: its targets and its rounds."""

from __future__ import annotations

from typing import Final

from games.engine.fishing.cards import DECK
from games.engine.fishing.rules import Rules
from games.engine.fishing.ruleset import MajorityCategory, Prize
from games.engine.options import Options

LONGEST: Final = 7_000
"""The most log rows of a match, by the estimate of ``highest_target``; matches of bots take about half as many."""
ROUND: Final = DECK.size + 1
"""The log rows of a round: one for the play of each card, and one for the deck."""
MOST_ROUNDS: Final = 200
"""The most rounds of a match; then the match ends with its present score. Where captures are optional, players who
never capture would never finish."""
LEAD: Final = 10
"""The reduction of the highest target for each point of ``margin`` above 1."""


def highest_target(rules: Rules, options: Options) -> int:
    """Return the highest target that a match reaches within LONGEST log rows, if each round brings few points.

    The estimate of the points per round is low. It has the points for single cards, which one side always captures,
    and half of the points for majorities, which no side gets in a tie. Each side gets an equal share of the estimate.
    """
    points = 0.0
    for score in rules.ruleset.scores:
        if isinstance(score, Prize) and len(score.cards) == 1:
            points += score.points
        elif isinstance(score, MajorityCategory):
            points += score.points / 2
    margin: int = options["margin"]
    return int(LONGEST / ROUND * points / rules.sides) - LEAD * (margin - 1)
