"""Drawing cards, and turning the discard pile over when the draw deck is used up (camba.md 6)."""

from __future__ import annotations

from typing import Final

from games.engine.camba.cards import Cards, without
from games.engine.camba.events import Drew
from games.engine.camba.rules import Rules
from games.engine.camba.state import PENDING, State

SHUFFLES_WITHOUT_NEED: Final = 50
"""The number of shuffles after which the players of a game draw only when they must. Random players reach 22."""


def cards_to_draw(state: State) -> int:
    """Return the number of cards that the next draw asks for: one, or those of a pending draw."""
    return state.asked if state.mode == PENDING else 1


def may_draw_without_need(rules: Rules, cards: int, attempt: int) -> bool:
    """Return whether a seat that could discard may draw instead (camba.md 7).

    ``cards`` counts those in the draw deck and the pile, ``attempt`` counts the shuffles of the game. Players who
    always draw would never finish. So there must be a card besides the effective one, and the number of shuffles is
    limited.
    """
    return rules.voluntary_draw and cards > 1 and attempt <= SHUFFLES_WITHOUT_NEED


def draw(state: State, count: int) -> Drew:
    """Return the draw of the seat that has the slot; missing cards are owed if a reshuffle can bring more."""
    cards = state.draw[:count]
    missing = count - len(cards)
    return Drew(state.turn, cards, missing if len(state.pile) > 1 else 0)


def cards_to_reshuffle(state: State) -> Cards:
    """Return the discard pile without the effective card, in canonical order; transparent sextas are included."""
    return without(tuple(sorted(state.pile)), state.top)
