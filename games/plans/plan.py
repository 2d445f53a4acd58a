"""What a player plans for their next turn: values, the same for every game."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

MOST_STEPS: Final = 10
MOST_CARDS: Final = 20

CardNames = Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(min_length=1, max_length=MOST_CARDS)]


class CardsOnTable(Struct, frozen=True, kw_only=True, tag_field="type", tag="on_table", forbid_unknown_fields=True):
    """All of these cards lie open on the table.

    In Čamba that is the top of the discard pile, in Haggis the combination to be beaten.
    """

    cards: CardNames
    """The cards, by their names."""


class CardsNotOnTable(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="not_on_table", forbid_unknown_fields=True
):
    """None of these cards lies open on the table."""

    cards: CardNames
    """The cards, by their names."""


class Played(Struct, frozen=True, kw_only=True, tag_field="type", tag="played", forbid_unknown_fields=True):
    """Whoever moved just before you has played one of these cards."""

    cards: CardNames
    """The cards, by their names."""


Condition = CardsOnTable | CardsNotOnTable | Played

PlainMove = Annotated[
    dict[str, Any],
    Meta(description="A move of the game that is played.", extra_json_schema={"$ref": "#/components/schemas/Move"}),
]


class PlannedMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="move", forbid_unknown_fields=True):
    """Exactly this move."""

    move: PlainMove


class PlannedCards(Struct, frozen=True, kw_only=True, tag_field="type", tag="cards", forbid_unknown_fields=True):
    """These cards of your hand, and no others; where there are several ways to play them, as the server would."""

    cards: CardNames
    """The cards, by their names."""


class PlannedSafeMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="safe", forbid_unknown_fields=True):
    """The safe move: what the server would play for you when your time is up."""


Play = PlannedMove | PlannedCards | PlannedSafeMove


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to be played, where it is a legal move then and all conditions hold."""

    play: Play
    """What to play."""
    when: Annotated[list[Condition], Meta(max_length=4)] = []
    """What has to be so; left out, nothing."""


Steps = Annotated[list[Step], Meta(max_length=MOST_STEPS)]
