"""The simplest control: so much time for each move."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta

from games.clock.control import Control
from games.clock.span import span
from games.engine.messages import Message, say

SHORTEST: Final = 10
LONGEST: Final = 14 * 24 * 3600

TurnSeconds = Annotated[
    int, Meta(ge=SHORTEST, le=LONGEST, description="Seconds for each move, from 10 seconds to 14 days.")
]


class MoveControl(Control, frozen=True, tag="move", forbid_unknown_fields=True):
    """So many seconds for each move; what is left of them is lost."""

    seconds: TurnSeconds

    @property
    def turn_seconds(self) -> int:
        """See Control."""
        return self.seconds

    @property
    def text(self) -> Message:
        """See Control."""
        return say("control.move", time=span(self.seconds))

    def deadline(self, since: datetime, bank: float) -> datetime:
        """See Control."""
        return since + timedelta(seconds=self.seconds)
