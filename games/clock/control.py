"""What every time control can tell."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

import msgspec

from games.engine.messages import Message


class Control(msgspec.Struct, frozen=True, tag_field="type"):
    """What a match agreed on about time. Its fields are what clients send and read, and what is stored."""

    has_banks: ClassVar[bool] = False
    """Whether each seat has a bank: time that it saves up, and uses when a move takes longer."""

    @property
    def turn_seconds(self) -> int:
        """Seconds that a first move may take, for what knows no other control: lists are filtered by it."""
        raise NotImplementedError

    @property
    def text(self) -> Message:
        """What was agreed on, in words."""
        raise NotImplementedError

    @property
    def fault(self) -> Message | None:
        """What is wrong with the fields together; each has its own bounds besides. None where nothing is."""
        return None

    @property
    def first_bank(self) -> float:
        """Seconds in the bank of each seat when the match starts."""
        return 0.0

    def deadline(self, since: datetime, bank: float) -> datetime:
        """Return when the time for a move is up that began to run at a moment, with so many seconds in the bank."""
        raise NotImplementedError

    def bank_after(self, bank: float, left: float) -> float:
        """Return the seconds in a bank after a move that was made so many seconds before its deadline."""
        return bank
