"""The step that deletes the plans of a finished match."""

from __future__ import annotations

from games.models import Match
from games.services.turns import planned_moves


class Plans:
    """Deletes plans for turns that will never come."""

    key = "plans"

    def follow_up(self, match: Match) -> None:
        """Delete the plans of a finished match."""
        planned_moves.forget(match)
