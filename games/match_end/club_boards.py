"""Count each finished match between people at a table of a club for its boards."""

from __future__ import annotations

from games.models import Match
from games.services.clubs import club_boards


class Clubs:
    """Counts a match."""

    key = "clubs"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        club_boards.count(match)
