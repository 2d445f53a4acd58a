"""The control of a seat: by its player, by a bot, or by a bot that stands in for its player.

It decides whether the clock runs for a seat, whether the server moves at once and at which level, and whether the
player can take over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

STAND_IN: Final = "medium"
"""The level of a bot that stands in where nobody has chosen one."""


class Why(StrEnum):
    """Why a bot stands in for a player."""

    ABSENT = "absent"
    """The player let the time run out too often, or the staff said so; the next move of the player's own ends it."""
    RESIGNED = "resigned"
    STAFF = "staff"
    """The staff gave the seat to the bot, and can give it back."""


@dataclass(frozen=True)
class Person:
    """The player of the seat, whose clock runs."""


@dataclass(frozen=True)
class Bot:
    """A bot of its own right."""

    level: str


@dataclass(frozen=True)
class StandIn:
    """A bot in the place of the seat's player."""

    level: str
    why: Why


Responder = Person | Bot | StandIn | None
"""Who answers for a seat; None for a free one."""


def responder(*, has_player: bool, bot: str, autopilot: bool, resigned: bool) -> Responder:
    """Return the control of a seat with or without a player, and with a bot of a level or none (``""``)."""
    if not has_player:
        return Bot(bot) if bot else None
    if resigned:
        return StandIn(bot or STAND_IN, Why.RESIGNED)
    if bot:
        return StandIn(bot, Why.STAFF)
    return StandIn(STAND_IN, Why.ABSENT) if autopilot else Person()
