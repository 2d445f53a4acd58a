"""Statistics of players count every match of people against people."""

from __future__ import annotations

from games.models import Match
from games.services import tallies


class Statistics:
    """Counts a match."""

    key = "statistics"

    def follow_up(self, match: Match) -> None:
        """See Follower."""
        tallies.count(match)
