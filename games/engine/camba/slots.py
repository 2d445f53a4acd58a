"""Events between two decisions: turn slots without a decision (camba.md 3, decision 7), and the end of a game."""

from __future__ import annotations

from functools import reduce

from games.engine.camba.drawing import cards_to_draw, draw
from games.engine.camba.events import Ended, Event, Exchanged, Finished, Skipped
from games.engine.camba.evolve import evolve
from games.engine.camba.state import PENDING, RESHUFFLING, State


def then_pass_slots(state: State, events: list[Event], *, skips: bool = False) -> list[Event]:
    """Add the events of the slots that follow, up to the next decision or reshuffle, or the end of the game.

    ``state`` is the state before the events. ``skips`` is true if an oktáva skips the next slot. Returns ``events``.
    """
    if all(state.hands) and not skips and not isinstance(events[-1], Exchanged):
        return events  # A fast path for the usual case: the next seat holds cards, so it must decide.
    state = reduce(evolve, events, state)
    while state.phase != RESHUFFLING:
        passed = _pass_slot(state, skips)
        if passed is None:
            break
        events.append(passed)
        state = evolve(state, passed)
        if len(state.places) >= state.rules.seats - 1:
            events.append(_end(state))
            break
        skips = False
    return events


def _pass_slot(state: State, skipped: bool) -> Event | None:
    """Return the event of a slot without a decision, or None if the seat must decide."""
    seat = state.turn
    if not state.hands[seat]:
        if state.mode == PENDING:
            return draw(state, cards_to_draw(state))
        return Finished(seat, len(state.places) + 1)
    return Skipped(seat) if skipped else None


def _end(state: State) -> Ended:
    """Return the end of a game in which all seats but one have finished; that seat is the loser."""
    seats = range(state.rules.seats)
    loser = next(seat for seat in seats if seat not in state.places)
    places = (*state.places, loser)
    return Ended(
        round=state.round,
        dealer=state.dealer,
        places=places,
        totals=tuple(state.finishes[seat][0] + (seat == places[0]) for seat in seats),
        over=state.round + 1 == state.rules.games,
    )
