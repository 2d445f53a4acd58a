"""The view of Čamba for one viewer, and random states that fit a view."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import msgspec

from games.engine.camba.cards import NO_CARD, Cards
from games.engine.camba.discards import Plays, plays_on
from games.engine.camba.rules import Rules
from games.engine.camba.state import DRAWN, NORMAL, STICKING, State


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The view of one seat, or of a spectator (seat None). Every card of the discard pile has been seen."""

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
    """The last card of the draw deck if all players have seen it, else NO_CARD."""
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
    """Cards that the viewer knows to be in each of the other hands. ``observe`` leaves this empty; a caller that has
    seen hands exchanged fills it in, and ``imagine`` respects it."""


def observe(state: State, seat: int | None) -> View:
    """Return the view of a seat. The fields are named one by one, so that new ones stay hidden."""
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
    """Return a state that fits the view, with the cards that the viewer cannot see dealt at random.

    Every deal that could have led to the view is equally likely. Free choices of players give no evidence here; steps
    that the rules force in the present phase do.
    """
    unseen = _unseen(view)
    random.shuffle(unseen)
    drawn = view.drawn
    if view.turn != view.seat and view.phase == STICKING:
        unseen = _with_stuck_first(view, unseen, random)
    elif view.turn != view.seat and view.phase == DRAWN:
        unseen = _with_drawn_first(view, unseen, random)
        drawn = unseen[0] if _hidden_in_hand(view, view.turn) else random.choice(_known(view, view.turn))
    hands = _imagine_hands(view, unseen)
    bottom = () if view.bottom == NO_CARD else (view.bottom,)
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
    """Return the cards that the viewer cannot see."""
    unseen = Counter(view.rules.cards())
    unseen.subtract((*view.hand, *view.pile, *(card for cards in view.known for card in cards)))
    if view.bottom != NO_CARD:
        unseen[view.bottom] -= 1
    return list(unseen.elements())


def _imagine_hands(view: View, unseen: list[int]) -> tuple[Cards, ...]:
    """Deal the hidden hands from the unseen cards, the seat to act first; its cards leave ``unseen``."""
    hands = [view.hand] * len(view.hand_counts)
    for seat in sorted(range(len(hands)), key=lambda seat: seat != view.turn):
        if seat != view.seat:
            count = _hidden_in_hand(view, seat)
            hands[seat] = tuple(sorted((*_known(view, seat), *unseen[:count])))
            del unseen[:count]
    return tuple(hands)


def _known(view: View, seat: int) -> Cards:
    return view.known[seat] if view.known else ()


def _hidden_in_hand(view: View, seat: int) -> int:
    """Return the number of cards in a hand that the viewer does not know."""
    return view.hand_counts[seat] - len(_known(view, seat))


def _with_stuck_first(view: View, unseen: list[int], random: Random) -> list[int]:
    """Return the unseen cards, beginning with a hand that has at least one card to stick on its prima."""
    plays = plays_on(view.top, NORMAL, 0)
    if any(plays[card] for card in _known(view, view.turn)):
        return unseen
    count = _hidden_in_hand(view, view.turn)
    fitting, others = _parted(unseen, plays)
    ways = [comb(len(fitting), number) * comb(len(others), count - number) for number in range(1, count + 1)]
    if not any(ways):
        return unseen  # no match leads to such a view
    number = random.choices(range(1, count + 1), ways)[0]
    left = fitting[number:] + others[count - number :]
    random.shuffle(left)
    return [*fitting[:number], *others[: count - number], *left]


def _with_drawn_first(view: View, unseen: list[int], random: Random) -> list[int]:
    """Return the unseen cards: first the card just drawn, then a hand that had to draw, since no card of it fits."""
    count = _hidden_in_hand(view, view.turn)
    if view.rules.voluntary_draw or not count:
        return unseen
    fitting, others = _parted(unseen, plays_on(view.top, view.mode, view.asked))
    left = others[count - 1 :] + fitting
    random.shuffle(left)
    return [left[0], *others[: count - 1], *left[1:]]


def _parted(cards: list[int], plays: tuple[Plays, ...]) -> tuple[list[int], list[int]]:
    """Return the cards that can be played, and the other ones."""
    return [card for card in cards if plays[card]], [card for card in cards if not plays[card]]
