"""The next state after each event. No event is refused here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.engine.camba import events
from games.engine.camba.calls import Call
from games.engine.camba.cards import CLASS_OF, COLOUR_OF, KVARTA, KVINTA, NO_CARD, SEKUNDA, Cards, without
from games.engine.camba.state import (
    CLASS,
    COLOUR,
    DRAWN,
    NORMAL,
    OVER,
    PENDING,
    PLAYING,
    RESHUFFLING,
    SCORED,
    STICKING,
    State,
    begin,
    next_seat,
)
from games.engine.seats import seat_after


def evolve(state: State, event: events.Event) -> State:
    """Return the state after an event."""
    return _EVOLVE[type(event)](state, event)


def _shuffled(state: State, event: events.Shuffled) -> State:
    return replace(
        begin(state.rules, event.dealer),
        phase=PLAYING,
        round=event.round,
        attempt=1,
        turn=seat_after(event.dealer, state.rules.seats),
        draw=event.deck,
        finishes=state.finishes,
    )


def _dealt(state: State, event: events.Dealt) -> State:
    mode, asked = _first_mode(event)
    return replace(
        state,
        hands=event.hands,
        draw=state.draw[sum(map(len, event.hands)) + 1 :],
        bottom_shown=event.bottom != NO_CARD,
        pile=(event.turned,),
        top=event.turned,
        mode=mode,
        asked=asked,
    )


def _first_mode(event: events.Dealt) -> tuple[int, int]:
    """Return the mode that the first card sets, and what it asks for (camba.md 1)."""
    number = CLASS_OF[event.turned]
    if number == SEKUNDA:
        return PENDING, 2
    if number == KVARTA:
        return COLOUR, COLOUR_OF[event.bottom]
    if number == KVINTA:
        return CLASS, CLASS_OF[event.bottom]
    return NORMAL, 0


def _played(state: State, event: events.Played) -> State:
    seat, call = event.seat, event.call
    top, mode, asked = event.card, NORMAL, 0
    direction = state.direction
    if call is Call.PASA_DOBLE:
        top, mode, asked = state.top, state.mode, state.asked
    elif call is Call.TAKE_TWO:
        mode, asked = PENDING, (state.asked if state.mode == PENDING else 0) + 2
    elif call is Call.CHANGES:
        mode, asked = COLOUR, event.named
    elif call is Call.VOJADZR:
        mode, asked = CLASS, event.named
    elif call is Call.SEET:
        direction = -direction
    sticks = call is Call.CAMBA_STICKS
    return replace(
        state,
        phase=STICKING if sticks else PLAYING,
        turn=seat if sticks else next_seat(state, seat, direction),
        direction=direction,
        hands=_with_hand(state.hands, seat, without(state.hands[seat], event.card)),
        pile=(*state.pile, event.card),
        top=top,
        mode=mode,
        asked=asked,
        drawn=NO_CARD,
        owed=0,
    )


def _exchanged(state: State, event: events.Exchanged) -> State:
    return replace(state, hands=event.taken)


def _drew(state: State, event: events.Drew) -> State:
    """Take the cards. The slot is over unless more are owed, or the drawn card may be played."""
    seat = event.seat
    phase, turn, mode, asked, drawn = PLAYING, seat, state.mode, state.asked, NO_CARD
    if event.owed:
        phase = RESHUFFLING
    elif state.rules.play_drawn_card and mode != PENDING and event.cards:
        phase, drawn = DRAWN, event.cards[0]
    else:
        turn = next_seat(state, seat, state.direction)
        if mode == PENDING:
            mode, asked = NORMAL, 0
    draw = state.draw[len(event.cards) :]
    return replace(
        state,
        phase=phase,
        turn=turn,
        hands=_with_hand(state.hands, seat, tuple(sorted((*state.hands[seat], *event.cards)))),
        draw=draw,
        bottom_shown=state.bottom_shown and bool(draw),
        mode=mode,
        asked=asked,
        drawn=drawn,
        owed=event.owed,
    )


def _reshuffled(state: State, event: events.Reshuffled) -> State:
    return replace(state, attempt=state.attempt + 1, draw=event.deck, pile=(state.top,))


def _kept(state: State, event: events.Kept) -> State:
    return replace(state, phase=PLAYING, turn=next_seat(state, event.seat, state.direction), drawn=NO_CARD)


def _skipped(state: State, event: events.Skipped) -> State:
    return replace(state, turn=next_seat(state, event.seat, state.direction))


def _finished(state: State, event: events.Finished) -> State:
    after = replace(state, places=(*state.places, event.seat))
    return replace(after, turn=next_seat(after, event.seat, state.direction))


def _ended(state: State, event: events.Ended) -> State:
    finishes = tuple(
        tuple(count + (event.places[place] == seat) for place, count in enumerate(counts))
        for seat, counts in enumerate(state.finishes)
    )
    return replace(state, phase=OVER if event.over else SCORED, places=event.places, finishes=finishes)


def _with_hand(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


_EVOLVE: dict[type, Callable[[State, Any], State]] = {
    events.Shuffled: _shuffled,
    events.Dealt: _dealt,
    events.Played: _played,
    events.Exchanged: _exchanged,
    events.Drew: _drew,
    events.Reshuffled: _reshuffled,
    events.Kept: _kept,
    events.Skipped: _skipped,
    events.Finished: _finished,
    events.Ended: _ended,
}
