"""Drawing cards, and turning the discard pile over when the draw deck is used up (camba.md 6)."""

from __future__ import annotations

from typing import Final

from games.engine.camba.cards import Cards, without
from games.engine.camba.events import Drew
from games.engine.camba.rules import Rules
from games.engine.camba.state import PENDING, State

SHUFFLES_WITHOUT_NEED: Final = 50
"""After 50 shuffles of a game, its players draw only when they must. Random players reach 22."""


def cards_to_draw(state: State) -> int:
    """Return how many cards the next draw asks for: one, or a pending draw."""
    return state.asked if state.mode == PENDING else 1


def may_draw_without_need(rules: Rules, cards: int, attempt: int) -> bool:
    """Return whether a seat that could discard may draw all the same (camba.md 7).

    ``cards`` are those in the draw deck and the pile, ``attempt`` counts the shuffles of the game. Players who always
    draw would never finish: so there must be a card beside the effective one, and after many shuffles it is over.
    """
    return rules.voluntary_draw and cards > 1 and attempt <= SHUFFLES_WITHOUT_NEED


def draw(state: State, count: int) -> Drew:
    """Return the draw of the seat whose slot it is; what the deck lacks is owed if a reshuffle can bring more."""
    cards = state.draw[:count]
    missing = count - len(cards)
    return Drew(state.turn, cards, missing if len(state.pile) > 1 else 0)


def cards_to_reshuffle(state: State) -> Cards:
    """Return the discard pile but for the effective card, in canonical order; transparent sextas are among them."""
    return without(tuple(sorted(state.pile)), state.top)
