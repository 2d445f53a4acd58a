"""What a viewer may see of Čamba, and a state that fits it."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from games.engine.camba.cards import NO_CARD, Cards
from games.engine.camba.discards import plays_on
from games.engine.camba.rules import Rules
from games.engine.camba.state import DRAWN, NORMAL, STICKING, State


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator (seat None), may see. The discard pile lay open card by card."""

    rules: Rules
    seat: int | None
    phase: int
    round: int
    attempt: int
    dealer: int
    turn: int
    direction: int
    hand: Cards
    """The viewer's own cards."""
    hand_counts: tuple[int, ...]
    draw_count: int
    bottom: int
    """The last card of the draw deck where everybody has seen it, else NO_CARD."""
    pile: Cards
    top: int
    mode: int
    asked: int
    drawn: int
    """The card just drawn, for the seat that may discard it; else NO_CARD."""
    owed: int
    places: tuple[int, ...]
    finishes: tuple[tuple[int, ...], ...]
    known: tuple[Cards, ...] = ()
    """Cards that the viewer remembers to be in each of the other hands. What is shown now tells of none: whoever has
    seen cards handed on fills this in, and what is imagined fits it."""


def observe(state: State, seat: int | None) -> View:
    """Return what a seat may see: the fields are named one by one, so that what is new stays hidden."""
    return View(
        rules=state.rules,
        seat=seat,
        phase=state.phase,
        round=state.round,
        attempt=state.attempt,
        dealer=state.dealer,
        turn=state.turn,
        direction=state.direction,
        hand=() if seat is None else state.hands[seat],
        hand_counts=tuple(map(len, state.hands)),
        draw_count=len(state.draw),
        bottom=state.draw[-1] if state.bottom_shown else NO_CARD,
        pile=state.pile,
        top=state.top,
        mode=state.mode,
        asked=state.asked,
        drawn=state.drawn if seat == state.turn else NO_CARD,
        owed=state.owed,
        places=state.places,
        finishes=state.finishes,
    )


def imagine(view: View, random: Random) -> State:
    """Return a state that fits the view: the cards that the viewer cannot see are dealt anew."""
    unseen = _unseen(view)
    random.shuffle(unseen)
    hands = _imagine_hands(view, unseen)
    bottom = () if view.bottom == NO_CARD else (view.bottom,)
    drawn = view.drawn
    if view.phase == DRAWN and view.turn != view.seat:
        drawn = random.choice(_less(hands[view.turn], _known(view, view.turn)) or hands[view.turn])
    return State(
        rules=view.rules,
        phase=view.phase,
        round=view.round,
        attempt=view.attempt,
        dealer=view.dealer,
        turn=view.turn,
        direction=view.direction,
        hands=hands,
        draw=(*unseen[: view.draw_count - len(bottom)], *bottom),
        bottom_shown=bool(bottom),
        pile=view.pile,
        top=view.top,
        mode=view.mode,
        asked=view.asked,
        drawn=drawn,
        owed=view.owed,
        places=view.places,
        finishes=view.finishes,
    )


def _unseen(view: View) -> list[int]:
    """Return the cards that lie where the viewer cannot see them."""
    unseen = Counter(view.rules.cards())
    unseen.subtract((*view.hand, *view.pile, *(card for cards in view.known for card in cards)))
    if view.bottom != NO_CARD:
        unseen[view.bottom] -= 1
    return list(unseen.elements())


def _imagine_hands(view: View, unseen: list[int]) -> tuple[Cards, ...]:
    """Deal the hands that the viewer cannot see from the unseen cards, which are taken away.

    A player who must stick a card on a prima has one that fits: that player is dealt to first.
    """
    hands = [view.hand] * len(view.hand_counts)
    if view.phase == STICKING and view.turn != view.seat and not _sticks(view.top, _known(view, view.turn)):
        _move_to_front_what_sticks(view.top, unseen)
    for seat in sorted(range(len(hands)), key=lambda seat: seat != view.turn):
        if seat != view.seat:
            known = _known(view, seat)
            count = view.hand_counts[seat] - len(known)
            hands[seat] = tuple(sorted((*known, *unseen[:count])))
            del unseen[:count]
    return tuple(hands)


def _known(view: View, seat: int) -> Cards:
    return view.known[seat] if view.known else ()


def _less(hand: Cards, cards: Cards) -> Cards:
    return tuple((Counter(hand) - Counter(cards)).elements())


def _sticks(prima: int, cards: Cards) -> bool:
    plays = plays_on(prima, NORMAL, 0)
    return any(plays[card] for card in cards)


def _move_to_front_what_sticks(prima: int, unseen: list[int]) -> None:
    plays = plays_on(prima, NORMAL, 0)
    place = next((place for place, card in enumerate(unseen) if plays[card]), 0)
    unseen.insert(0, unseen.pop(place))
