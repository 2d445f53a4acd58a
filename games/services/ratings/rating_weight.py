"""The weight of a rated match. It prevents a person with two guests from making a rating.

It is computed once, when the match is over, and stored with its evidence (``RatedMatch.evidence``). So ratings can be
recomputed after the networks of the players are deleted, and the staff sees why a match did not count:

- ``rounds``: the rounds that were played to their end. With none the weight is 0.
- ``one_network``: the pairs of opponents' seats that shared a network within the day before the start or the end of the
  match. With any the weight is 0.
- ``met``: for each pair of opponents, the number of their matches that have counted in this pool within ``LATELY``. The
  first three count in full, the *n*-th as 3/*n*: their sum grows like a logarithm.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Final
from uuid import UUID

from accounts.devices import networks
from games.models import Abandonment, EntryRequirements, Match, RatedMatch, Seat
from games.services.ratings.match_summary import MatchSummary, Stint

LATELY: Final = timedelta(days=30)
"""The time within which earlier matches of two players reduce the weight of the next one."""
IN_FULL: Final = 3
"""The number of matches that count in full."""


def note_start(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Store the seats that share a network at the start: the networks may be deleted before the match is over."""
    players = [(seat.number, seat.player_id) for seat in seats if seat.player_id]
    if pairs := _of_one_network(players, now):
        EntryRequirements.objects.filter(match=match).update(one_network=pairs)


def weigh(summary: MatchSummary) -> tuple[float, dict[str, Any]]:
    """Return the weight of a match, from 0 to 1, and the evidence."""
    shared, met = _shared(summary), _met(summary)
    evidence = {"rounds": 0 if summary.is_short else summary.rounds, "one_network": shared, "met": met}
    if summary.is_short or shared:
        return 0.0, evidence
    shares = [min(1.0, IN_FULL / (1 + times)) for _, _, times in met]
    return sum(shares) / len(shares) if shares else 0.0, evidence


def _opponents(summary: MatchSummary) -> list[tuple[Stint, Stint]]:
    return [(one, other) for one, other in combinations(summary.starters, 2) if one.side != other.side]


def _shared(summary: MatchSummary) -> list[list[int]]:
    """Return the pairs of opponents' seats that shared a network, or whose accounts were merged."""
    noted = EntryRequirements.objects.filter(match=summary.match).values_list("one_network", flat=True).first() or []
    at_the_end = _of_one_network([(one.seat, one.player) for one in summary.starters], summary.finished_at)
    found = {*map(tuple, noted), *map(tuple, at_the_end)}
    opponents = _opponents(summary)
    found |= {(one.seat, other.seat) for one, other in opponents if one.player == other.player}
    return [[one.seat, other.seat] for one, other in opponents if (one.seat, other.seat) in found]


def _of_one_network(players: Sequence[tuple[int, UUID]], now: datetime) -> list[list[int]]:
    pairs = networks.together([player for _, player in players], now)
    return [
        [one, other]
        for (one, player), (other, opponent) in combinations(sorted(players), 2)
        if frozenset((player, opponent)) in pairs
    ]


def _met(summary: MatchSummary) -> list[list[int]]:
    """Return each pair of opponents' seats with the number of their matches that have counted in this pool lately.

    A match also counts for a player who has lost the seat to a substitute.
    """
    over = summary.finished_at
    lately = RatedMatch.objects.filter(
        pool=summary.pool, weight__gt=0, match__finished_at__gt=over - LATELY, match__finished_at__lte=over
    )
    at: dict[UUID | None, set[UUID]] = defaultdict(set)
    for model in (Seat, Abandonment):
        there = model._default_manager.filter(
            player__in=[one.player for one in summary.starters], match__in=lately.values("match")
        )
        for player, match in there.values_list("player", "match"):
            at[player].add(match)
    return [[one.seat, other.seat, len(at[one.player] & at[other.player])] for one, other in _opponents(summary)]
