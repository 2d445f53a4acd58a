"""A follower, which does something about each finished match."""

from __future__ import annotations

from typing import Protocol

from games.models import Match


class Follower(Protocol):
    """Does something about each finished match."""

    key: str
    """By which a follow-up knows that it is done; never changes."""

    def follow_up(self, match: Match) -> None:
        """Do it, for a match that has finished or was cancelled.

        It is called once for each match, and again where a worker died or this raised something; so doing it twice must
        be as good as doing it once. No transaction is open.
        """
        ...
