"""Steps after the end of a match: ratings, statistics, reliability. To add one, add a file and a line here.

``jobs`` runs each step once for every finished match. docs/adding-a-match-end-step.md shows how to add one.
"""

from __future__ import annotations

from typing import Final

from games.match_end.audit import Audit
from games.match_end.club_boards import Clubs
from games.match_end.planned_moves import Plans
from games.match_end.ratings import Ratings
from games.match_end.reliability import ReliabilityOfPlayers
from games.match_end.seeks import Seeks
from games.match_end.statistics import Statistics
from games.match_end.step import MatchEndStep
from games.match_end.substitutes import Substitutes

__all__ = ["STEPS"]

STEPS: Final[tuple[MatchEndStep, ...]] = (
    Audit(),
    Plans(),
    Substitutes(),
    Seeks(),
    Ratings(),
    Statistics(),
    ReliabilityOfPlayers(),
    Clubs(),
)
"""All steps, in the order in which they run."""
