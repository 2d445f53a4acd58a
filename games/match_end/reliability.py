"""The step that counts each finished match for the reliability of its players."""

from __future__ import annotations

from games.models import Match
from games.services.ratings import reliability


class ReliabilityOfPlayers:
    """Counts a finished match for the reliability of its players."""

    key = "reliability"

    def follow_up(self, match: Match) -> None:
        """Count a finished match for the reliability of its players."""
        reliability.count(match)
