"""The steps after the end of a match, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog
from django.utils import timezone

from games import log
from games.models import Match
from games.services.clubs import club_boards
from games.services.log.verification import faults_now
from games.services.matchmaking import seek_matching, substitutes
from games.services.ratings import player_statistics, ratings, reliability
from games.services.turns import planned_moves

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class MatchEndStep:
    """A step after the end of each match."""

    key: str
    """The name under which a job stores that the step is done. It never changes."""
    follow_up: Callable[[Match], None]
    """Runs the step for a match that has finished or was cancelled.

    The job calls it once for each match, and again after a crash or an error. So a second call must change nothing. No
    transaction is open.
    """


def audit(match: Match) -> None:
    """Verify a match as ``manage.py verify_matches`` does, and log its faults: at once, and not years later."""
    if log.has_rules(match):
        for fault in faults_now(match.pk):
            logger.error("a match is broken", match=str(match.pk), fault=str(fault))


def resume_seeks(match: Match) -> None:
    """Look for new matches for the standing seeks that had found this one."""
    seek_matching.look_again(match, timezone.now())


STEPS: Final = (
    MatchEndStep("audit", audit),
    MatchEndStep("plans", planned_moves.forget),
    MatchEndStep("substitutes", substitutes.forget),
    MatchEndStep("seeks", resume_seeks),
    MatchEndStep("ratings", ratings.count),
    MatchEndStep("statistics", player_statistics.count),
    MatchEndStep("reliability", reliability.count),
    MatchEndStep("clubs", club_boards.count),
)
