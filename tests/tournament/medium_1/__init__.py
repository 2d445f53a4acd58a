"""The first version of the medium bot, for comparisons: ``python -m tests.tournament GAME medium medium-1``.

Its knowledge is frozen. Unchanged parts are shared with the current bot; copy a part here before you change it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.bots.knowledge import camba
from games.bots.level import Level, Turn
from games.engine.camba.view import View as CambaView
from games.engine.fishing.view import View as FishingView
from games.engine.haggis.view import View as HaggisView
from tests.tournament.medium_1 import fishing, haggis

_JUDGES: Final[dict[type, Callable[[Any, Any], float]]] = {
    CambaView: camba.worth,
    FishingView: fishing.worth,
    HaggisView: haggis.worth,
}


def choose(turn: Turn) -> Any:
    """Return the best-looking move; among equals, a random one."""
    worth = _JUDGES[type(turn.view)]
    worths = [worth(turn.view, move) for move in turn.moves]
    best = max(worths)
    return turn.luck.choice([move for move, value in zip(turn.moves, worths, strict=True) if value == best])


LEVEL = Level(key="medium-1", choose=choose)
