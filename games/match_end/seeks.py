"""The step that resumes the search of standing seeks when one of their matches is over."""

from __future__ import annotations

from django.utils import timezone

from games.models import Match
from games.services.matchmaking import seek_matching


class Seeks:
    """Resumes the search of standing seeks."""

    key = "seeks"

    def follow_up(self, match: Match) -> None:
        """Look for new matches for the seeks that had found the finished match."""
        seek_matching.look_again(match, timezone.now())
