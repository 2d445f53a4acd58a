"""Limits on the length of a match: its targets and its rounds."""

from __future__ import annotations

from typing import Final

from games.engine.fishing.cards import DECK
from games.engine.fishing.rules import Rules
from games.engine.fishing.ruleset import MajorityCategory, Prize
from games.engine.options import Options

LONGEST: Final = 7_000
"""The most rows of the log for a match, by the estimate below; matches of bots take about half as many."""
ROUND: Final = DECK.size + 1
"""The rows of a round: a play of each card, and the deck."""
MOST_ROUNDS: Final = 200
"""The most rounds of a match; after them it ends as it stands. Where captures are optional, players who never capture
would never finish."""
LEAD: Final = 10
"""The reduction of the highest target for each point of ``margin`` above 1."""


def highest_target(rules: Rules, options: Options) -> int:
    """Return the highest target that is reached within LONGEST rows, by a low estimate of the points of a round.

    The estimate is the points for single cards, which one side always captures. It adds half of the points for having
    most of something, which a tie may leave to no side. All sides share them equally.
    """
    points = 0.0
    for score in rules.ruleset.scores:
        if isinstance(score, Prize) and len(score.cards) == 1:
            points += score.points
        elif isinstance(score, MajorityCategory):
            points += score.points / 2
    margin: int = options["margin"]
    return int(LONGEST / ROUND * points / rules.sides) - LEAD * (margin - 1)
