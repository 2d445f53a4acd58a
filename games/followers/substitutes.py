"""Seats that were offered at a match are not any more when that is over."""

from __future__ import annotations

from games.models import Match
from games.services.matchmaking import substitutes


class Substitutes:
    """Ends offers that nobody has taken."""

    key = "substitutes"

    def follow_up(self, match: Match) -> None:
        """See Follower."""
        substitutes.forget(match)
