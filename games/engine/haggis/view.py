"""The view of Haggis for one viewer, and random states that fit a view (haggis.md 1: public information)."""

from __future__ import annotations

from random import Random

import msgspec

from games.engine.cards import mask_of
from games.engine.haggis.cards import FACES, NUMBER_CARDS, NUMBERS
from games.engine.haggis.events import Played
from games.engine.haggis.rules import Rules
from games.engine.haggis.state import State


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The view of one seat, or of a spectator (seat None). Sets of cards are masks; tuples are per seat."""

    rules: Rules
    seat: int | None
    phase: int
    round: int
    dealer: int
    turn: int
    hand: int
    """The viewer's own cards."""
    face_cards: tuple[int, ...]
    """The face cards that each seat still holds, which all players see."""
    number_counts: tuple[int, ...]
    """The number of number cards that each seat holds."""
    haggis_count: int
    trick: tuple[Played, ...]
    passed: tuple[int, ...]
    captured: tuple[tuple[int, ...], ...]
    bets: tuple[int, ...]
    out: tuple[int, ...]
    out_points: tuple[int, ...]
    totals: tuple[int, ...]


def observe(state: State, seat: int | None) -> View:
    """Return the view of a seat. The fields are named one by one, so that new ones stay hidden."""
    return View(
        rules=state.rules,
        seat=seat,
        phase=state.phase,
        round=state.round,
        dealer=state.dealer,
        turn=state.turn,
        hand=0 if seat is None else state.hands[seat],
        face_cards=tuple(hand & FACES for hand in state.hands),
        number_counts=tuple((hand & NUMBERS).bit_count() for hand in state.hands),
        haggis_count=state.haggis.bit_count(),
        trick=state.trick,
        passed=state.passed,
        captured=state.captured,
        bets=state.bets,
        out=state.out,
        out_points=state.out_points,
        totals=state.totals,
    )


def imagine(view: View, random: Random) -> State:
    """Return a state that fits the view, with the number cards that the viewer cannot see dealt at random."""
    seen = view.hand
    for play in view.trick:
        seen |= play.cards
    for cards in view.captured:
        seen |= mask_of(cards)
    unseen = [card for card in NUMBER_CARDS[view.rules.seats] if not seen >> card & 1]
    random.shuffle(unseen)
    hands = []
    for seat, count in enumerate(view.number_counts):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(view.face_cards[seat] | mask_of(unseen[:count]))
            del unseen[:count]
    return State(
        rules=view.rules,
        phase=view.phase,
        round=view.round,
        dealer=view.dealer,
        turn=view.turn,
        hands=tuple(hands),
        haggis=mask_of(unseen[: view.haggis_count]),
        trick=view.trick,
        passed=view.passed,
        captured=view.captured,
        bets=view.bets,
        out=view.out,
        out_points=view.out_points,
        totals=view.totals,
    )
