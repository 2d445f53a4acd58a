"""Count each finished match for the reliability of its players."""

from __future__ import annotations

from games.models import Match
from games.services.ratings import reliability


class ReliabilityOfPlayers:
    """Counts a match."""

    key = "reliability"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        reliability.count(match)
