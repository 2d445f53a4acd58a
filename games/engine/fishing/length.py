"""How long a match may last: which targets it can be played to."""

from __future__ import annotations

from typing import Final

from games.engine.fishing.cards import DECK
from games.engine.fishing.rules import Rules
from games.engine.fishing.ruleset import MajorityCategory, Prize
from games.engine.options import Options

LONGEST: Final = 7_000
"""Rows of the log that a match may take by the calculation below; matches of bots take about half as many."""
ROUND: Final = DECK.size + 1
"""Rows of a round: a play of each card, and the deck."""
MOST_ROUNDS: Final = 200
"""After 200 rounds a match ends as it stands: where captures are free, players who never capture would never finish."""
LEAD: Final = 10
"""By how much the highest target is lower for each point more that the winner must lead by."""


def highest_target(rules: Rules, options: Options) -> int:
    """Return the highest target that is reached within LONGEST rows, at a low estimate of what a round brings.

    That is the points for single cards, which somebody always captures, and half of those for having most of
    something, which ties may leave to nobody; shared equally among the sides.
    """
    points = 0.0
    for score in rules.ruleset.scores:
        if isinstance(score, Prize) and len(score.cards) == 1:
            points += score.points
        elif isinstance(score, MajorityCategory):
            points += score.points / 2
    margin: int = options["margin"]
    return int(LONGEST / ROUND * points / rules.sides) - LEAD * (margin - 1)
