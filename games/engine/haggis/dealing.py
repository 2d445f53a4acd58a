"""The deal, and the dealer and the leader of a round (haggis.md 1 and 3.1; decisions 1 and 9)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import mask_of
from games.engine.haggis.cards import FACES, NUMBERS_DEALT
from games.engine.haggis.events import Dealt
from games.engine.haggis.state import SCORED, State
from games.engine.seats import seats_after


def deal(state: State, deck: Sequence[int]) -> Dealt:
    """Return the deal of the next round: one card at a time from the seat after the dealer, then the haggis."""
    seats = state.rules.seats
    dealer = next_dealer(state)
    dealt = seats * NUMBERS_DEALT
    hands = [0] * seats
    for place, seat in enumerate(seats_after(dealer, seats)):
        hands[seat] = FACES | mask_of(deck[place:dealt:seats])
    return Dealt(next_round(state), dealer, tuple(hands), mask_of(deck[dealt:]))


def next_round(state: State) -> int:
    """Return the number of the round that the next deal begins."""
    return state.round + 1 if state.phase == SCORED else state.round


def next_dealer(state: State) -> int:
    """Return the dealer of the next round: in round 1 as given, later the seat before the leader (decision 9)."""
    if state.phase != SCORED:
        return state.dealer
    return (next_leader(state.totals, state.out[0]) - 1) % state.rules.seats


def next_leader(totals: tuple[int, ...], round_winner: int) -> int:
    """Return the leader of the next round: the seat with the fewest points.

    If several seats have fewest, it is the first of them after the seat with the most points. If several have most, it
    is the first after the round's winner (3.1).
    """
    fewest, most = min(totals), max(totals)
    after = round_winner if totals.count(most) > 1 else totals.index(most)
    return next(seat for seat in seats_after(after, len(totals)) if totals[seat] == fewest)
