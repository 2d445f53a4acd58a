"""What a seat remembers: its view, with what it has seen in this round and the view has forgotten.

A view tells what lies before a player now. What was shown earlier, and by its rules stays hidden from then on, a player
may have kept in mind; so a bot may, too, from the events that its seat saw. Whoever thinks about whole deals imagines
them from such a view: ``game.imagine(remembered(turn), turn.luck)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.bots.level import Turn
from games.bots.memory import camba, fishing
from games.engine.camba.view import View as CambaView
from games.engine.fishing.view import View as FishingView

_MEMORIES: Final[dict[type, Callable[[Turn], Any]]] = {
    CambaView: camba.remembered,
    FishingView: fishing.remembered,
}
"""By the kind of view. That of Haggis forgets nothing: what was played lies in the tricks."""


def remembered(turn: Turn) -> Any:
    """Return the view of a turn with all that its seat can know. Events are read only where the view lacks anything."""
    memory = _MEMORIES.get(type(turn.view))
    return memory(turn) if memory else turn.view
