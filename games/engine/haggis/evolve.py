"""The next state after each event. No event is refused here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from games.engine.cards import cards_in
from games.engine.haggis.events import BetMade, Collected, Dealt, Ended, Event, Passed, Played, TrickEnded, WentOut
from games.engine.haggis.state import OVER, PLAYING, SCORED, State, begin
from games.engine.seats import seat_after, seats_after

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """Return the state after an event."""
    return _EVOLVE[type(event)](state, event)


def next_with_cards(seat: int, hands: tuple[int, ...]) -> int:
    """Return the first seat after ``seat`` that still has cards; ``seat`` itself comes last."""
    return next((other for other in seats_after(seat, len(hands)) if hands[other]), seat)


def _dealt(state: State, event: Dealt) -> State:
    return replace(
        begin(state.rules, event.dealer),
        phase=PLAYING,
        round=event.round,
        turn=seat_after(event.dealer, state.rules.seats),
        hands=event.hands,
        haggis=event.haggis,
        totals=state.totals,
    )


def _bet_made(state: State, event: BetMade) -> State:
    return replace(state, bets=_put(state.bets, event.seat, event.points))


def _played(state: State, event: Played) -> State:
    seat = event.seat
    hands = _put(state.hands, seat, state.hands[seat] ^ event.cards)
    return replace(
        state,
        turn=next_with_cards(seat, hands),
        hands=hands,
        trick=(*state.trick, event),
        passed=(),
    )


def _passed(state: State, event: Passed) -> State:
    return replace(state, turn=next_with_cards(event.seat, state.hands), passed=(*state.passed, event.seat))


def _went_out(state: State, event: WentOut) -> State:
    return replace(state, out=(*state.out, event.seat), out_points=_put(state.out_points, event.seat, event.points))


def _trick_ended(state: State, event: TrickEnded) -> State:
    captured = _put(state.captured, event.taker, state.captured[event.taker] + event.cards)
    return replace(state, turn=event.leader, trick=(), passed=(), captured=captured)


def _collected(state: State, event: Collected) -> State:
    cards = (*cards_in(event.hand), *cards_in(event.haggis))
    captured = _put(state.captured, event.taker, state.captured[event.taker] + cards)
    return replace(state, hands=(0,) * state.rules.seats, haggis=0, captured=captured)


def _ended(state: State, event: Ended) -> State:
    return replace(state, phase=OVER if event.over else SCORED, totals=event.totals)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


_EVOLVE: dict[type, Callable[[State, Any], State]] = {
    Dealt: _dealt,
    BetMade: _bet_made,
    Played: _played,
    Passed: _passed,
    WentOut: _went_out,
    TrickEnded: _trick_ended,
    Collected: _collected,
    Ended: _ended,
}
