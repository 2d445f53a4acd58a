"""The order in which waiting work is done, fair to all players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

LOOKED_AT: Final = 10_000
"""The number of due matches, the oldest first, among which the next one is chosen."""


class Waiting(NamedTuple):
    """A match with due work."""

    since: datetime
    match_id: UUID
    creator_id: UUID


def in_fair_order(waiting: Iterable[Waiting]) -> list[Waiting]:
    """Return waiting matches in the order in which they are handled.

    The creator with the fewest waiting matches comes first, so a player's thousands of matches delay no other player.
    """
    found = list(waiting)
    matches_of = Counter(one.creator_id for one in found)
    return sorted(found, key=lambda one: (matches_of[one.creator_id], one.since))
