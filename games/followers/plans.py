"""What was planned at a match is forgotten when that is over."""

from __future__ import annotations

from games.models import Match
from games.services.turns import planned_moves


class Plans:
    """Forgets plans for turns that do not come any more."""

    key = "plans"

    def follow_up(self, match: Match) -> None:
        """See Follower."""
        planned_moves.forget(match)
