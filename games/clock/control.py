"""The base class of time controls."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from games.clock.calendar import Closure
from games.engine.messages import Message, say

SHORTEST_WITH_CLOSURES: Final = 3600
"""Seconds. A match with shorter turns honours no calendar: its players are at the screen."""
MOST_VACATIONS: Final = 60
"""Vacation days that a match can honour for each seat."""
USUAL_VACATIONS: Final = 30
"""The default of those days."""
_UNITS: Final = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


class Speed(StrEnum):
    """The speed of a time control.

    A good player of fast matches need not be good over weeks, so players have separate ratings for each speed.
    """

    BLITZ = "blitz"
    """Less than a minute for a move, with the increment and its share of the bank."""
    EVENING = "evening"
    """Less than an hour for a move."""
    DAYS = "days"
    """An hour or longer for a move: correspondence play."""


class Control(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """The agreed time control of a match. Clients send and read these fields, and the server stores them."""

    has_banks: ClassVar[bool] = False
    """True for controls with a bank for each seat: saved time for moves that take longer."""

    honours: Annotated[
        tuple[Closure, ...], Meta(description="Parts of a player's calendar that stop the clock; by default none.")
    ] = ()
    vacation_days: Annotated[
        int,
        Meta(ge=1, le=MOST_VACATIONS, description="The most days of vacation that stop the clock, for each seat."),
    ] = USUAL_VACATIONS

    @property
    def normal(self) -> Self:
        """The one form of equal controls: closures in order, each once, and usual vacation days if none count."""
        honours = tuple(kind for kind in Closure if kind in self.honours)
        days = self.vacation_days if Closure.VACATIONS in honours else USUAL_VACATIONS
        return replace(self, honours=honours, vacation_days=days)

    @property
    def turn_seconds(self) -> int:
        """Seconds that a first move may take. Lists of matches are filtered by it, whatever the control."""
        raise NotImplementedError

    @property
    def usual_seconds(self) -> float:
        """Seconds that each of many moves may take, to compare controls."""
        return float(self.turn_seconds)

    @property
    def speed(self) -> Speed:
        """The speed, by the usual time for a move."""
        if self.usual_seconds < 60:
            return Speed.BLITZ
        return Speed.EVENING if self.usual_seconds < 3600 else Speed.DAYS

    @property
    def text(self) -> Message:
        """The control in words, without its closures."""
        raise NotImplementedError

    @property
    def full_text(self) -> Message:
        """The control in words, with the closures that it honours."""
        if not self.honours:
            return self.text
        closures = tuple(say(f"control.honours.{kind}") for kind in Closure if kind in self.honours)
        return say("control.honours", control=self.text, closures=closures)

    @property
    def fault(self) -> Message | None:
        """The error of the fields together, or None. Each field has its own bounds besides."""
        if self.honours and self.turn_seconds < SHORTEST_WITH_CLOSURES:
            return say("invalid.control.honours")
        return None

    @property
    def first_bank(self) -> float:
        """Seconds in the bank of each seat when the match starts."""
        return 0.0

    def deadline(self, since: datetime, bank: float) -> datetime:
        """Return the deadline of a move whose time runs since ``since``, with ``bank`` seconds in the bank.

        Closed times are not counted here: the clock adds them.
        """
        raise NotImplementedError

    def bank_after(self, bank: float, left: float) -> float:
        """Return the seconds in a bank after a move that was made ``left`` seconds before its deadline."""
        return bank


def span(seconds: int) -> tuple[Message, ...]:
    """Return a duration by its units, the longest first, without units that are zero: ``1 day and 12 hours``."""
    parts = []
    for name, size in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(say(f"time.{name}", count=count))
    return tuple(parts) or (say("time.seconds", count=0),)
