"""Whose turn it is to be served where much waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

LOOKED_AT: Final = 10_000
"""Due matches among which the next one is chosen, those that have waited longest."""


class Waiting(NamedTuple):
    """A match at which something is due."""

    since: datetime
    match_id: UUID
    creator_id: UUID


def in_fair_order(waiting: Iterable[Waiting]) -> list[Waiting]:
    """Return what waits in the order in which it is to be done.

    Who made fewest of the matches that wait comes first, so that one player's thousands keep nobody else's waiting.
    """
    found = list(waiting)
    matches_of = Counter(one.creator_id for one in found)
    return sorted(found, key=lambda one: (matches_of[one.creator_id], one.since))
