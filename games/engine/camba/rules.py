"""What the players of one table agreed on (camba.md 7)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.engine.camba.cards import DECK, Cards
from games.engine.options import Option, Options

BOOLEAN: Final[dict[str, Any]] = {"type": "boolean"}

OPTIONS: Final = (
    Option(
        name="decks",
        schema={"type": "integer", "enum": [1, 2]},
        default=1,
        sentence="How many decks of 32 cards are played with; two are comfortable for four players.",
    ),
    Option(
        name="voluntary_draw",
        schema=BOOLEAN,
        default=False,
        sentence="Whether a player may draw a card although he could discard one.",
    ),
    Option(
        name="play_drawn_card",
        schema=BOOLEAN,
        default=False,
        sentence="Whether a player who drew one card may discard it at once.",
    ),
    Option(
        name="games",
        schema={"type": "integer", "minimum": 1, "maximum": 20},
        default=1,
        sentence="How many games make a match; most first places win it, then most second places, and so on.",
    ),
)


class Rules(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The number of seats, and the value of each option."""

    seats: int
    decks: int
    voluntary_draw: bool
    play_drawn_card: bool
    games: int

    def cards(self) -> Cards:
        """Return all the cards of the game in canonical order."""
        return tuple(card for card in range(DECK.size) for _ in range(self.decks))


def rules_of(options: Options, seats: int) -> Rules:
    """Return the rules of a table; every option has a value."""
    return Rules(
        seats=seats,
        decks=options["decks"],
        voluntary_draw=options["voluntary_draw"],
        play_drawn_card=options["play_drawn_card"],
        games=options["games"],
    )
