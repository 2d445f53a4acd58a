"""Something that follows from a match as a whole."""

from __future__ import annotations

from typing import Protocol

from games.models import Match


class Follower(Protocol):
    """What is done about each match that is over."""

    key: str
    """By which a follow-up knows that it is done; never changes."""

    def follow_up(self, match: Match) -> None:
        """Do it, for a match that has finished or was cancelled.

        It is called once for each match, and again where a worker died or this raised something; so doing it twice must
        be as good as doing it once. No transaction is open.
        """
        ...
