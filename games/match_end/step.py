"""The interface of a step after the end of a match."""

from __future__ import annotations

from typing import Protocol

from games.models import Match


class MatchEndStep(Protocol):
    """A step after the end of each match."""

    key: str
    """The name under which a job stores that the step is done. It never changes."""

    def follow_up(self, match: Match) -> None:
        """Run the step for a match that has finished or was cancelled.

        The job calls it once for each match, and again after a crash or an error. So a second call must change nothing.
        No transaction is open.
        """
        ...
