"""The control of a seat: by its player, by a bot, or by a bot that stands in for its player.

It decides whether the clock runs for a seat, whether the server moves at once and at which level, and whether the
player can take over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

STAND_IN: Final = "medium"
"""The level of a stand-in bot if no level was chosen."""


class Why(StrEnum):
    """The reasons why a bot stands in for a player."""

    ABSENT = "absent"
    """The player ran out of time too often, or the staff turned autopilot on. The player's own next move ends it."""
    RESIGNED = "resigned"
    STAFF = "staff"
    """The staff gave the seat to the bot, and can give it back."""


@dataclass(frozen=True)
class Person:
    """Control by the player of the seat, whose clock runs."""


@dataclass(frozen=True)
class Bot:
    """Control by a bot at a seat without a player."""

    level: str


@dataclass(frozen=True)
class StandIn:
    """Control by a bot in place of the seat's player."""

    level: str
    why: Why


Responder = Person | Bot | StandIn | None
"""The control of a seat; None for a free seat."""


def responder(*, has_player: bool, bot: str, autopilot: bool, resigned: bool) -> Responder:
    """Return the control of a seat. ``bot`` is the level of its bot, or ``""`` without one."""
    if not has_player:
        return Bot(bot) if bot else None
    if resigned:
        return StandIn(bot or STAND_IN, Why.RESIGNED)
    if bot:
        return StandIn(bot, Why.STAFF)
    return StandIn(STAND_IN, Why.ABSENT) if autopilot else Person()


@dataclass(frozen=True)
class LoggedSeat:
    """A seat of a match that is played, as the log describes it."""

    player: str | None
    """The id of the seated player."""
    bot: str
    autopilot: bool = False
    resigned: bool = False
    substitute_from: datetime | None = None
    substitute_wanted: bool = False
    offered_at: datetime | None = None
    """The time since which the seat is open to substitutes."""
    substitute_since: int | None = None

    @property
    def responder(self) -> Responder:
        """The control of the seat."""
        has_player = self.player is not None
        return responder(has_player=has_player, bot=self.bot, autopilot=self.autopilot, resigned=self.resigned)

    @property
    def taken(self) -> LoggedSeat:
        """The seat, no longer open to substitutes."""
        return replace(self, substitute_from=None, substitute_wanted=False, offered_at=None)
