"""The options of a match (camba.md 7)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.engine.camba.cards import DECK, Cards
from games.engine.messages import say
from games.engine.options import Option, Options

BOOLEAN: Final[dict[str, Any]] = {"type": "boolean"}

OPTIONS: Final = (
    Option(
        name="decks",
        schema={"type": "integer", "enum": [1, 2]},
        default=1,
        sentence=say("option.camba.decks"),
    ),
    Option(
        name="voluntary_draw",
        schema=BOOLEAN,
        default=False,
        sentence=say("option.camba.voluntary_draw"),
    ),
    Option(
        name="play_drawn_card",
        schema=BOOLEAN,
        default=False,
        sentence=say("option.camba.play_drawn_card"),
    ),
    Option(
        name="games",
        schema={"type": "integer", "minimum": 1, "maximum": 20},
        default=1,
        sentence=say("option.camba.games"),
    ),
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
