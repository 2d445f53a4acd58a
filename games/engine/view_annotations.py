"""Annotations for numbers in views and events: which of them name seats or sides."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

BY_SEAT: Final = msgspec.Meta(extra={"numbers": "by seat"})
BY_SIDE: Final = msgspec.Meta(extra={"numbers": "by side"})
SEATS: Final = msgspec.Meta(extra={"numbers": "seats"})
SIDES: Final = msgspec.Meta(extra={"numbers": "sides"})
"""Annotations for fields of ``view_type``: lists by seat or by side, and numbers that name seats or sides. With them, a
client that draws any game can tell these numbers from counts."""

SeatOfEvent = Annotated[int, SEATS, msgspec.Meta(description="The seat of the player who acts.")]
