"""The step that updates ratings after a rated match."""

from __future__ import annotations

from games.models import Match
from games.services.ratings import ratings


class Ratings:
    """Counts a finished match for the ratings of its players."""

    key = "ratings"

    def follow_up(self, match: Match) -> None:
        """Count a finished match for ratings, if it is rated."""
        ratings.count(match)
