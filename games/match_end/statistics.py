"""The step that counts matches between people for the statistics of their players."""

from __future__ import annotations

from games.models import Match
from games.services.ratings import player_statistics


class Statistics:
    """Counts a finished match for the statistics of its players."""

    key = "statistics"

    def follow_up(self, match: Match) -> None:
        """Count a finished match for the statistics of its players."""
        player_statistics.count(match)
