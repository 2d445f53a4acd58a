"""The first dealer of a match: the seeds choose, or the match before if its rules say who deals next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from accounts import aliases
from games import log, shuffle
from games.models import Match, TableEvent


class FirstDealer(NamedTuple):
    """The first dealer, and the reason."""

    seat: int
    named_by: dict[str, Any] | None
    """``match``, the previous match, and ``seat``, the next dealer there; None if the seeds choose."""


def first_dealer(match: Match, players: Sequence[UUID | None], seeds: Sequence[str]) -> FirstDealer:
    """Return the first dealer of a match with these players, in the order of seats (None: a bot), and these seeds.

    The player that the match before names deals in any seat. Instead of a bot, or of a player who did not come, the
    seat deals that a rematch would have given to them. If the cards of a match are dealt again, its dealer deals again.
    """
    if match.deal_of:
        before = json.loads(TableEvent.objects.get(match=match.deal_of, type="started").data)
        return FirstDealer(before["dealer"], before.get("dealer_from"))
    if (named := _named_by_match_before(match)) is None:
        drawn = shuffle.first_dealer(match.seat_count, seed=match.seed, match=str(match.id), seat_seeds=seeds)
        return FirstDealer(drawn, None)
    last, seat = named
    person = last.seats.values_list("player", flat=True).get(number=seat)
    dealer = next(iter(_seats_of(person, players)), turned(seat, match.seat_count))
    return FirstDealer(dealer, {"match": str(last.pk), "seat": seat})


def _seats_of(person: UUID | None, players: Sequence[UUID | None]) -> list[int]:
    """Return the seats of a person, whose account may have been merged between the two matches."""
    if person is None:
        return []
    if person in players:
        return [players.index(person)]
    now = aliases.now_of([person, *filter(None, players)])
    return [seat for seat, one in enumerate(players) if one and now.get(one, one) == now.get(person, person)]


def turned(seat: int, seats: int) -> int:
    """Return the seat in a rematch of the player of this seat."""
    return (seat + 1) % seats


def _named_by_match_before(match: Match) -> tuple[Match, int] | None:
    """Return the previous match and the seat that was to deal next there; None if the seeds choose."""
    before = match.rematch_of
    if before is None or before.result is None or not log.has_rules(before):
        return None
    game = log.game_of(before)
    seat = game.next_dealer(game.load_state(before.snapshot), before.result["places"])
    return None if seat is None else (before, seat)
