"""The medium bot as it first was, for comparisons: ``python -m tests.tournament GAME medium medium-1``.

Its knowledge is kept as it was. What has not changed since is shared; copy it here before you change it.
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
    """Return the best-looking move; among equals, any."""
    worth = _JUDGES[type(turn.view)]
    worths = [worth(turn.view, move) for move in turn.moves]
    best = max(worths)
    return turn.luck.choice([move for move, value in zip(turn.moves, worths, strict=True) if value == best])


LEVEL = Level(key="medium-1", choose=choose)
