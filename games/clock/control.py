"""What every time control can tell."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from games.clock.calendar import Closure
from games.engine.messages import Message, say

SHORTEST_WITH_CLOSURES: Final = 3600
"""Seconds of a turn below which nothing of a calendar is honoured: who plays so fast is at the table."""
MOST_VACATIONS: Final = 60
"""Days of vacations that a match can honour for each seat."""


class Control(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """What a match agreed on about time. Its fields are what clients send and read, and what is stored."""

    has_banks: ClassVar[bool] = False
    """Whether each seat has a bank: time that it saves up, and uses when a move takes longer."""

    honours: Annotated[
        tuple[Closure, ...], Meta(description="What of a player's calendar does not count; left out: all time counts.")
    ] = ()
    vacation_days: Annotated[
        int,
        Meta(ge=1, le=MOST_VACATIONS, description="Days of vacations that count for nobody, for each seat at most."),
    ] = 30

    @property
    def turn_seconds(self) -> int:
        """Seconds that a first move may take, for what knows no other control: lists are filtered by it."""
        raise NotImplementedError

    @property
    def usual_seconds(self) -> float:
        """Seconds that each of many moves may take: by these controls are compared (``games.clock.speed``)."""
        return float(self.turn_seconds)

    @property
    def text(self) -> Message:
        """What was agreed on, in words."""
        raise NotImplementedError

    @property
    def full_text(self) -> Message:
        """What was agreed on, in words, with what is honoured."""
        if not self.honours:
            return self.text
        closures = tuple(say(f"control.honours.{kind}") for kind in Closure if kind in self.honours)
        return say("control.honours", control=self.text, closures=closures)

    @property
    def fault(self) -> Message | None:
        """What is wrong with the fields together; each has its own bounds besides. None where nothing is."""
        if self.honours and self.turn_seconds < SHORTEST_WITH_CLOSURES:
            return say("invalid.control.honours")
        return None

    @property
    def first_bank(self) -> float:
        """Seconds in the bank of each seat when the match starts."""
        return 0.0

    def deadline(self, since: datetime, bank: float) -> datetime:
        """Return when the time for a move is up that began to run at a moment, with so many seconds in the bank.

        As if nothing were closed meanwhile: the clock adds what is.
        """
        raise NotImplementedError

    def bank_after(self, bank: float, left: float) -> float:
        """Return the seconds in a bank after a move that was made so many seconds before its deadline."""
        return bank
