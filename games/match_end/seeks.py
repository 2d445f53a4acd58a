"""Start the search of standing seeks again when one of their matches is over."""

from __future__ import annotations

from django.utils import timezone

from games.models import Match
from games.services.matchmaking import seeks


class Seeks:
    """Has them looked at."""

    key = "seeks"

    def follow_up(self, match: Match) -> None:
        """See MatchEndStep."""
        seeks.look_again(match, timezone.now())
