"""Time for each move, and a bank for when one takes longer, as leagues have it; without the first, Fischer's clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from games.clock.control import Control
from games.clock.controls.move import LONGEST, SHORTEST
from games.clock.span import span
from games.engine.messages import Message, say

MOST: Final = 60 * 24 * 3600
"""Seconds that a bank can hold."""
MOVES: Final = 40
"""Among so many moves of a seat the bank of the start is shared out where controls are compared."""


class BankControl(Control, frozen=True, tag="bank", forbid_unknown_fields=True):
    """So many seconds for each move; who takes longer uses the bank, which each own move fills up by the increment.

    What is left of the seconds for a move is lost. ``seconds`` 0 is Fischer's clock: all time is in the bank.
    """

    has_banks: ClassVar[bool] = True

    seconds: Annotated[int, Meta(ge=0, le=LONGEST, description="Seconds for each move, before the bank is used.")]
    bank_seconds: Annotated[int, Meta(ge=0, le=MOST, description="Seconds in the bank of each seat at the start.")]
    increment_seconds: Annotated[
        int, Meta(ge=0, le=LONGEST, description="Seconds that a seat's own move adds to its bank.")
    ]
    cap_seconds: Annotated[int, Meta(ge=0, le=MOST, description="Seconds that a bank holds at the most.")]

    @property
    def turn_seconds(self) -> int:
        """See Control."""
        return self.seconds + self.bank_seconds

    @property
    def usual_seconds(self) -> float:
        """See Control. What is in the bank at the start is for the moves of a match, which are some forty."""
        return self.seconds + self.increment_seconds + self.bank_seconds / MOVES

    @property
    def text(self) -> Message:
        """See Control."""
        time, bank = span(self.seconds), span(self.bank_seconds)
        if self.increment_seconds == 0:
            return say("control.bank", time=time, bank=bank)
        more = {"increment": span(self.increment_seconds), "cap": span(self.cap_seconds)}
        if self.seconds == 0:
            return say("control.bank.alone", bank=bank, **more)
        return say("control.bank.increment", time=time, bank=bank, **more)

    @property
    def fault(self) -> Message | None:
        """See Control. With an empty bank there is still time for a move, also for who let the time run out."""
        if self.bank_seconds > self.cap_seconds:
            return say("invalid.control.cap")
        if self.seconds + min(self.increment_seconds, self.cap_seconds) < SHORTEST:
            return say("invalid.control.short", count=SHORTEST)
        return super().fault

    @property
    def first_bank(self) -> float:
        """See Control."""
        return float(self.bank_seconds)

    def deadline(self, since: datetime, bank: float) -> datetime:
        """See Control."""
        return since + timedelta(seconds=self.seconds + bank)

    def bank_after(self, bank: float, left: float) -> float:
        """See Control. The bank is used last: what is left of it is what is left in all, if that is less."""
        return min(float(self.cap_seconds), min(bank, left) + self.increment_seconds)
