"""Counting finished matches into figures of players: one at a time on the whole server, and each once.

Whoever counts does so alone (a lock of PostgreSQL for the transaction), so that ratings change in one order, which
is written down, and no two wait for each other's rows. It takes milliseconds, in a worker, after the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

from django.db import connection, transaction

from accounts.aliases import now_of
from games.models import Counted, Match
from games.services.ratings.match_summary import Story, story_of

_LOCK: Final = 0x7374616E64696E67
"""The number of the lock: any that nobody else has."""


class Sums(Protocol):
    """What some matches come to."""

    def add(self, story: Story) -> None:
        """Count a match."""


SumsOf = TypeVar("SumsOf", bound=Sums)


def count(match: Match, figures: str, sums: SumsOf, add: Callable[[SumsOf], None]) -> None:
    """Count a match that is over into some figures, by way of empty sums which are added to what is stored.

    Harmless as often as anybody likes.
    """
    story = story_of(match)
    if story is None:
        return
    with alone():
        if first_time(match, figures):
            sums.add(of_now(story))
            add(sums)


def of_now(story: Story) -> Story:
    """Return a match told of who its players are now; whoever counts alone, so that nobody is merged meanwhile."""
    now = now_of(stint.player for stint in story.stints)
    return story.told_of(lambda player: now.get(player, player)) if now else story


@contextmanager
def alone() -> Iterator[None]:
    """Change figures of players, in a transaction, while nobody else does. On SQLite one writes at a time anyway."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


def first_time(match: Match, figures: str) -> bool:
    """Note that a match stands in some figures; return whether it did not before."""
    return Counted.objects.get_or_create(match=match, figures=figures)[1]
