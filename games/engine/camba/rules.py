"""The options of a match (camba.md 7)."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.camba.cards import DECK, Cards
from games.engine.options import Options, option_of

OPTIONS: Final = (
    option_of("camba", "decks", {"type": "integer", "enum": [1, 2]}, default=1),
    option_of("camba", "voluntary_draw", {"type": "boolean"}, default=False),
    option_of("camba", "play_drawn_card", {"type": "boolean"}, default=False),
    option_of("camba", "games", {"type": "integer", "minimum": 1, "maximum": 20}, default=1),
)


class Rules(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The number of seats, and the value of each option of OPTIONS."""

    seats: int
    decks: int
    voluntary_draw: bool
    play_drawn_card: bool
    games: int

    def cards(self) -> Cards:
        """Return all cards of the game, in canonical order."""
        return tuple(card for card in range(DECK.size) for _ in range(self.decks))


def rules_of(options: Options, seats: int) -> Rules:
    """Return the rules of a match; ``options`` has a value for every option."""
    return Rules(seats, **options)
