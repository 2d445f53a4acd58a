"""Count each finished match between people for the statistics of its players."""

from __future__ import annotations

from games.models import Match
from games.services.ratings import player_statistics


class Statistics:
    """Counts a match."""

    key = "statistics"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        player_statistics.count(match)
