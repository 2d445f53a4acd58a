"""Groups of seeks that fit each other, and so may share a match. The longest waiting comes first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from games import match_clock
from games.contact_rules import Ties, ties_among
from games.models import Seat, Seek, Status
from games.rating_model import NEWCOMER
from games.services.ratings.match_summary import pool_of
from games.services.ratings.ratings import beliefs
from games.services.ratings.reliability import shares_of

_OPEN: Final = (Status.LOBBY, Status.RUNNING)


@dataclass(frozen=True)
class Waiting:
    """A seek that waits for a match, with all data that decide which other seeks fit it."""

    seek: Seek
    going: frozenset[UUID] = field(default=frozenset())
    rating: float = NEWCOMER.mu
    """The rating of the seek's player in the pool of the wanted match."""
    reliability: int | None = None
    """The reliability of the seek's player, in percent; None if unknown."""
    ties: Ties = field(default=Ties())
    """The relations among all waiting players."""


def fit(one: Waiting, other: Waiting) -> bool:
    """Return whether two seeks may share a match. All seeks of a match must fit each other.

    Everything that keeps two players apart belongs here. Two standing seeks do not meet again while they share a match:
    a player who wants five matches wants them with more than one other player.
    """
    if one.seek.player_id == other.seek.player_id or one.seek.terms != other.seek.terms:
        return False
    if one.ties.part(one.seek.player_id, other.seek.player_id):
        return False
    return not one.going & other.going and _suits(one, other) and _suits(other, one)


def _suits(one: Waiting, other: Waiting) -> bool:
    """Return whether the rating and the reliability of a player meet another player's seek.

    A newcomer has the rating of newcomers, and counts as reliable.
    """
    within, least = one.seek.rating_within, one.seek.least_reliability
    if within is not None and abs(one.rating - other.rating) > within:
        return False
    return least is None or other.reliability is None or other.reliability >= least


# --- groups -----------------------------------------------------------------------------------------------------------


def first_group(ours: Seek, now: datetime) -> list[Waiting]:
    """Return the group for a match with a seek. Of several groups it is the longest waiting. Empty if there is none.

    Each group contains the seek, since all others were checked before. So few seeks wait, most of which do not fit each
    other, and trying all groups takes no time.
    """
    here = Seek.objects.filter(terms=ours.terms, looking_since__isnull=False, expires_at__gt=now)
    seeks = list(here.order_by("looking_since", "pk"))
    waiting = _known(ours, seeks, now)
    us = next((one for one in waiting if one.seek.pk == ours.pk), None)
    if us is None:
        return []
    group = _grown([us], [one for one in waiting if fit(us, one)], ours.seat_count)
    return sorted(group, key=lambda one: (one.seek.looking_since, one.seek.pk))


def _known(ours: Seek, seeks: Sequence[Seek], now: datetime) -> list[Waiting]:
    """Return seeks with the same terms as ours, with the data of their players, in four queries."""
    pool = pool_of(ours.game, match_clock.agreed_in({"control": ours.control}))
    players = {one.player_id for one in seeks}
    going, ties = open_matches_of(seeks), ties_among(players)
    ratings, shares = beliefs(pool, players), shares_of(players, now)
    return [
        Waiting(
            one,
            going=frozenset(going[one.pk]),
            ties=ties,
            rating=ratings.get(one.player_id, NEWCOMER).mu,
            reliability=share.percent if (share := shares[one.player_id]) else None,
        )
        for one in seeks
    ]


def _grown(group: list[Waiting], others: Sequence[Waiting], size: int) -> list[Waiting]:
    """Return a group completed by the first others that fit each other; empty if there are none."""
    if len(group) == size:
        return group
    for place, one in enumerate(others[: len(others) - (size - len(group)) + 1]):
        rest = [other for other in others[place + 1 :] if fit(one, other)]
        if grown := _grown([*group, one], rest, size):
            return grown
    return []


def open_matches_of(seeks: Iterable[Seek]) -> dict[UUID, set[UUID]]:
    """Return the open matches of the given seeks, in one query."""
    seats = Seat.objects.filter(seek__in=[one.pk for one in seeks], resigned=False, match__status__in=_OPEN)
    going: dict[UUID, set[UUID]] = defaultdict(set)
    for seek_id, match_id in seats.values_list("seek_id", "match_id"):
        going[seek_id].add(match_id)
    return going
