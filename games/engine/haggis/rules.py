"""What the players of Haggis may agree on, and the rules of one table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from games.engine.options import Option, Options


class Scoring(StrEnum):
    """What captured cards are worth (haggis.md 3.5)."""

    OLD = "old"
    """3, 5, 7 and 9 one point each, jack 2, queen 3, king 5."""
    NEW = "new"
    """Every card one point."""


TARGETS: Final = (250, 350)

OPTIONS: Final = (
    Option(
        name="target",
        schema={"type": "integer", "enum": list(TARGETS)},
        default=250,
        sentence="The points that win the match, counted at the end of a round.",
    ),
    Option(
        name="scoring",
        schema={"type": "string", "enum": [scoring.value for scoring in Scoring]},
        default=Scoring.OLD.value,
        sentence=(
            "What captured cards are worth: old is 1 for each 3, 5, 7 and 9, 2 for a jack, 3 for a queen, 5 for a "
            "king; new is 1 for every card."
        ),
    ),
)


class Rules(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The rules of one table."""

    seats: int
    target: int
    scoring: Scoring


def rules_of(options: Options, seats: int) -> Rules:
    """Return the rules of a table; ``options`` are the values of all options."""
    return Rules(seats, options["target"], Scoring(options["scoring"]))
