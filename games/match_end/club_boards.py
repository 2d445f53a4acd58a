"""The step that counts matches between people at a club's tables for the boards of the club."""

from __future__ import annotations

from games.models import Match
from games.services.clubs import club_boards


class Clubs:
    """Counts a finished match for the boards of its club."""

    key = "clubs"

    def follow_up(self, match: Match) -> None:
        """Count a finished match for the boards of its club."""
        club_boards.count(match)
