"""Time for each move with a bank for longer ones, as leagues have it. Without time for each move: Fischer's clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from games.clock.control import Control, span
from games.clock.controls.move import LONGEST, SHORTEST
from games.engine.messages import Message, say

MOST: Final = 60 * 24 * 3600
"""Upper bound of a bank, in seconds."""
MOVES: Final = 40
"""Moves of a seat among which the first bank is shared, to compare controls."""


class BankControl(Control, frozen=True, tag="bank", forbid_unknown_fields=True):
    """A time for each move, then a bank. Each move of a seat adds the increment to the bank of that seat.

    The unused seconds of a move are lost. ``seconds`` 0 is Fischer's clock: all time is in the bank.
    """

    has_banks: ClassVar[bool] = True

    seconds: Annotated[int, Meta(ge=0, le=LONGEST, description="Seconds for each move, before the bank is used.")]
    bank_seconds: Annotated[int, Meta(ge=0, le=MOST, description="Seconds in the bank of each seat at the start.")]
    increment_seconds: Annotated[
        int, Meta(ge=0, le=LONGEST, description="Seconds that each move of a seat adds to its bank.")
    ]
    cap_seconds: Annotated[int, Meta(ge=0, le=MOST, description="The most seconds that a bank holds.")]

    @property
    def turn_seconds(self) -> int:
        """The time for a move with the whole bank of the start."""
        return self.seconds + self.bank_seconds

    @property
    def usual_seconds(self) -> float:
        """The time for a move, with the increment and the share of the first bank among some forty moves."""
        return self.seconds + self.increment_seconds + self.bank_seconds / MOVES

    @property
    def text(self) -> Message:
        """The control in words; a time, increment or cap that has no effect is left out."""
        time, bank = span(self.seconds), span(self.bank_seconds)
        if self.increment_seconds == 0:
            return say("control.bank", time=time, bank=bank)
        more = {"increment": span(self.increment_seconds), "cap": span(self.cap_seconds)}
        if self.seconds == 0:
            return say("control.bank.alone", bank=bank, **more)
        return say("control.bank.increment", time=time, bank=bank, **more)

    @property
    def fault(self) -> Message | None:
        """The error of the fields together. With an empty bank, a player must still have time for a move."""
        if self.bank_seconds > self.cap_seconds:
            return say("invalid.control.cap")
        if self.seconds + min(self.increment_seconds, self.cap_seconds) < SHORTEST:
            return say("invalid.control.short", count=SHORTEST)
        return super().fault

    @property
    def first_bank(self) -> float:
        """Seconds in the bank of each seat when the match starts."""
        return float(self.bank_seconds)

    def deadline(self, since: datetime, bank: float) -> datetime:
        """Return the moment at which the time for the move and the bank are used up."""
        return since + timedelta(seconds=self.seconds + bank)

    def bank_after(self, bank: float, left: float) -> float:
        """Return the bank after a move, with the increment and up to the cap.

        The bank is used last: its rest is the time left in all, if that is less than the bank.
        """
        return min(float(self.cap_seconds), min(bank, left) + self.increment_seconds)
