"""Planned moves for a player's next turn, as values that are the same for every game."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

MOST_STEPS: Final = 10
MOST_CARDS: Final = 20

CardNames = Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(min_length=1, max_length=MOST_CARDS)]


class CardsOnTable(Struct, frozen=True, kw_only=True, tag_field="type", tag="on_table", forbid_unknown_fields=True):
    """True when all these cards lie open on the table.

    In Čamba that is the top of the discard pile, in Haggis the combination to beat.
    """

    cards: CardNames
    """Names of cards, as moves write them."""


class CardsNotOnTable(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="not_on_table", forbid_unknown_fields=True
):
    """True when none of these cards lies open on the table."""

    cards: CardNames
    """Names of cards, as moves write them."""


class Played(Struct, frozen=True, kw_only=True, tag_field="type", tag="played", forbid_unknown_fields=True):
    """True when the player just before you has played one of these cards."""

    cards: CardNames
    """Names of cards, as moves write them."""


Condition = CardsOnTable | CardsNotOnTable | Played

PlainMove = Annotated[
    dict[str, Any],
    Meta(description="A move of the game that is played.", extra_json_schema={"$ref": "#/components/schemas/Move"}),
]


class PlannedMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="move", forbid_unknown_fields=True):
    """Make exactly this move."""

    move: PlainMove


class PlannedCards(Struct, frozen=True, kw_only=True, tag_field="type", tag="cards", forbid_unknown_fields=True):
    """Play exactly these cards of your hand. If there are several ways to play them, the server takes the safe one."""

    cards: CardNames
    """Names of cards, as moves write them."""


class PlannedSafeMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="safe", forbid_unknown_fields=True):
    """Make the safe move: the one that the server makes for you when your time is up."""


Play = PlannedMove | PlannedCards | PlannedSafeMove


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planned move. The server makes it if it is legal and all conditions hold."""

    play: Play
    """The move to make, the cards to play, or the safe move."""
    when: Annotated[list[Condition], Meta(max_length=4)] = []
    """Conditions that must all hold; leave it out for none."""


Steps = Annotated[list[Step], Meta(max_length=MOST_STEPS)]
