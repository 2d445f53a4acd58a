"""The time controls that there are. A new one is a file beside this one and its name in ``CONTROLS``."""

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
    """Any of them; ``type`` tells which."""
