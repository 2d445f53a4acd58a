"""All time controls. To add one, put a file beside this one and its class into ``CONTROLS``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Union

from games.clock.control import Control
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl

CONTROLS: Final[tuple[type[Control], ...]] = (MoveControl, BankControl)

if TYPE_CHECKING:
    AnyControl = Control
else:
    AnyControl = Union[CONTROLS]  # noqa: UP007
    """Any of the time controls; ``type`` tells which."""
