"""The step that closes the open seats of a finished match."""

from __future__ import annotations

from games.models import Match
from games.services.matchmaking import substitutes


class Substitutes:
    """Closes seats that were open to substitutes."""

    key = "substitutes"

    def follow_up(self, match: Match) -> None:
        """Close the open seats of a finished match."""
        substitutes.forget(match)
