"""The options of Haggis, and the rules of one match."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from games.engine.options import Options, option_of


class Scoring(StrEnum):
    """The values of captured cards (haggis.md 3.5)."""

    OLD = "old"
    """3, 5, 7 and 9 one point each, jack 2, queen 3, king 5."""
    NEW = "new"
    """Every card one point."""


OPTIONS: Final = (
    option_of("haggis", "target", {"type": "integer", "enum": [250, 350]}, default=250),
    option_of(
        "haggis", "scoring", {"type": "string", "enum": [one.value for one in Scoring]}, default=Scoring.OLD.value
    ),
)


class Rules(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The rules of one match: its seats and options."""

    seats: int
    target: int
    scoring: Scoring


def rules_of(options: Options, seats: int) -> Rules:
    """Return the rules of a match; ``options`` has a value for every option."""
    return Rules(seats, options["target"], Scoring(options["scoring"]))
