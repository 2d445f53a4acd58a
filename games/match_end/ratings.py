"""Change ratings by each finished rated match."""

from __future__ import annotations

from games.models import Match
from games.services.ratings import ratings


class Ratings:
    """Counts a match."""

    key = "ratings"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        ratings.count(match)
