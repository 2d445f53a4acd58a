"""The memory of a seat: its view, with the cards that it saw earlier in the round and no longer sees.

A view shows only the present. A player may remember cards that were shown earlier and are hidden now. So a bot may
remember them too, from the events that its seat saw. Code that thinks about whole deals imagines them from such a view:
``game.imagine(remembered(turn), turn.luck)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.bots.level import Turn
from games.bots.memory import camba, fishing

_MEMORIES: Final[dict[str, Callable[[Turn], Any]]] = {
    "camba": camba.remembered,
    "fishing": fishing.remembered,
}
"""The memories by the kind of game. Haggis needs none: its view still shows all cards that were played."""


def remembered(turn: Turn) -> Any:
    """Return the view of a turn with all that its seat can know. Events are read only if the view lacks anything."""
    memory = _MEMORIES.get(turn.game.kind)
    return memory(turn) if memory else turn.view
