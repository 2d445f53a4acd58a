"""The state before the first deal, and the next state after each event. No event is refused here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.engine.fishing import events
from games.engine.fishing.rules import Rules
from games.engine.fishing.state import CUTTING, DECLARING, NO_SIDE, OVER, PLAYING, SCORED, TO_DEAL, State
from games.engine.seats import seat_after


def begin(rules: Rules, dealer: int) -> State:
    """Return the state of a match before its first deal."""
    return State(
        rules=rules,
        phase=TO_DEAL,
        round=0,
        attempt=0,
        dealer=dealer,
        turn=dealer,
        table=0,
        hands=rules.nobody,
        piles=rules.nothing,
        sweeps=rules.nothing,
        bonus=rules.nothing,
        stock=(),
        totals=rules.nothing,
        taker=NO_SIDE,
        matta=0,
        shown=rules.nobody,
        winner=NO_SIDE,
    )


def evolve(state: State, event: events.Event) -> State:
    """Return the state after an event."""
    return _EVOLVE[type(event)](state, event)


def _shuffled(state: State, event: events.Shuffled) -> State:
    rules = state.rules
    return replace(
        begin(rules, event.dealer),
        phase=CUTTING if rules.ruleset.cut else PLAYING,
        round=event.round,
        attempt=event.attempt + 1,
        turn=seat_after(event.dealer, rules.seats),
        stock=event.deck,
        totals=state.totals,
    )


def _cut_made(state: State, event: events.CutMade) -> State:
    return replace(state, phase=PLAYING)


def _dealt(state: State, event: events.Dealt) -> State:
    return replace(
        state,
        phase=DECLARING if state.rules.asks_for_declarations else PLAYING,
        turn=seat_after(state.dealer, state.rules.seats),
        hands=event.hands,
        table=state.table | event.table,
        stock=state.stock[event.count :],
    )


def _voided(state: State, event: events.Voided) -> State:
    return replace(state, phase=TO_DEAL, dealer=event.dealer, table=0, hands=state.rules.nobody, stock=())


def _table_bonus(state: State, event: events.TableBonus) -> State:
    side = state.rules.side_of[event.seat]
    return replace(
        state,
        table=state.table ^ event.capture,
        piles=_add(state.piles, side, event.capture),
        bonus=_add(state.bonus, side, event.points),
        taker=side if event.capture else state.taker,
    )


def _declared(state: State, event: events.Declared) -> State:
    shown = list(state.shown)
    shown[event.seat] |= event.cards
    state = replace(
        state,
        shown=tuple(shown),
        bonus=_add(state.bonus, state.rules.side_of[event.seat], event.points),
        matta=event.matta or state.matta,
    )
    return _next_asked(state) if state.phase == DECLARING else state


def _passed(state: State, event: events.Passed) -> State:
    return _next_asked(state)


def _next_asked(state: State) -> State:
    """Ask the next seat for its declaration; play begins when the dealer, the last seat, has answered."""
    return replace(
        state,
        phase=PLAYING if state.turn == state.dealer else DECLARING,
        turn=seat_after(state.turn, state.rules.seats),
    )


def _played(state: State, event: events.Played) -> State:
    rules = state.rules
    seat, capture = event.seat, event.capture
    bit = 1 << event.card
    hands = list(state.hands)
    hands[seat] ^= bit
    turn = (seat + 1) % rules.seats
    shown = state.shown
    if shown[seat] & bit:
        shown = _add(shown, seat, -bit)
    if not capture:
        return replace(state, turn=turn, table=state.table | bit, hands=tuple(hands), shown=shown)
    side = rules.side_of[seat]
    return replace(
        state,
        turn=turn,
        table=state.table ^ capture,
        hands=tuple(hands),
        piles=_add(state.piles, side, capture | bit),
        sweeps=_add(state.sweeps, side, event.sweep) if event.sweep else state.sweeps,
        taker=side,
        shown=shown,
    )


def _collected(state: State, event: events.Collected) -> State:
    return replace(state, table=0, piles=_add(state.piles, event.side, event.cards))


def _ended(state: State, event: events.Ended) -> State:
    return replace(state, phase=OVER if event.over else SCORED, totals=event.totals, winner=event.cappotto)


def _add(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    changed = list(values)
    changed[place] += more
    return tuple(changed)


_EVOLVE: dict[type, Callable[[State, Any], State]] = {
    events.Shuffled: _shuffled,
    events.CutMade: _cut_made,
    events.Dealt: _dealt,
    events.Voided: _voided,
    events.TableBonus: _table_bonus,
    events.Declared: _declared,
    events.Passed: _passed,
    events.Played: _played,
    events.Collected: _collected,
    events.Ended: _ended,
}
