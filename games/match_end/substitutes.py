"""Close the open seats of a finished match."""

from __future__ import annotations

from games.models import Match
from games.services.matchmaking import substitutes


class Substitutes:
    """Closes open seats that no substitute has taken."""

    key = "substitutes"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        substitutes.forget(match)
