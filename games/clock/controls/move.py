"""The simplest control: a fixed time for each move."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta

from games.clock.control import Control, span
from games.engine.messages import Message, say

SHORTEST: Final = 10
LONGEST: Final = 14 * 24 * 3600

TurnSeconds = Annotated[
    int, Meta(ge=SHORTEST, le=LONGEST, description="Seconds for each move, from 10 seconds to 14 days.")
]


class MoveControl(Control, frozen=True, tag="move", forbid_unknown_fields=True):
    """A fixed time for each move. Unused seconds are lost."""

    seconds: TurnSeconds

    @property
    def turn_seconds(self) -> int:
        """Seconds that each move may take."""
        return self.seconds

    @property
    def text(self) -> Message:
        """The control in words."""
        return say("control.move", time=span(self.seconds))

    def deadline(self, since: datetime, bank: float) -> datetime:
        """Return the moment at which the time for the move is up."""
        return since + timedelta(seconds=self.seconds)
