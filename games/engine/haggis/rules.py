"""What the players of Haggis may agree on, and the rules of one table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from games.engine.messages import say
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
        sentence=say("option.haggis.target"),
    ),
    Option(
        name="scoring",
        schema={"type": "string", "enum": [scoring.value for scoring in Scoring]},
        default=Scoring.OLD.value,
        sentence=say("option.haggis.scoring"),
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
