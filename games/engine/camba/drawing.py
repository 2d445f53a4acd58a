"""Drawing cards, and turning the discard pile over when the draw deck is used up (camba.md 6)."""

from __future__ import annotations

from games.engine.camba.cards import Cards, without
from games.engine.camba.events import Drew
from games.engine.camba.state import PENDING, State


def cards_to_draw(state: State) -> int:
    """Return how many cards the next draw asks for: one, or a pending draw."""
    return state.asked if state.mode == PENDING else 1


def draw(state: State, count: int) -> Drew:
    """Return the draw of the seat whose slot it is; what the deck lacks is owed if a reshuffle can bring more."""
    cards = state.draw[:count]
    missing = count - len(cards)
    return Drew(state.turn, cards, missing if len(state.pile) > 1 else 0)


def cards_to_reshuffle(state: State) -> Cards:
    """Return the discard pile but for the effective card, in canonical order; transparent sextas are among them."""
    return without(tuple(sorted(state.pile)), state.top)
