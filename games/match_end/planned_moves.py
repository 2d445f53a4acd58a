"""Delete the plans of a finished match."""

from __future__ import annotations

from games.models import Match
from games.services.turns import planned_moves


class Plans:
    """Forgets plans for turns that do not come any more."""

    key = "plans"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        planned_moves.forget(match)
