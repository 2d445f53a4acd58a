"""The medium bot as it first was, for comparisons: ``manage.py tournament GAME medium medium-1``.

Its knowledge is kept as it was. What has not changed since is shared; copy it here before you change it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from games.bots.knowledge import camba
from games.bots.medium_1 import fishing, haggis
from games.engine.camba.view import View as CambaView
from games.engine.fishing.view import View as FishingView
from games.engine.haggis.view import View as HaggisView
from games.engine.protocol import AnyGame

_JUDGES: Final[dict[type, Callable[[Any, Any], float]]] = {
    CambaView: camba.worth,
    FishingView: fishing.worth,
    HaggisView: haggis.worth,
}


def choose(game: AnyGame, view: Any, moves: Sequence[Any], luck: Random) -> Any:
    """Return the best-looking move; among equals, any."""
    worth = _JUDGES[type(view)]
    worths = [worth(view, move) for move in moves]
    best = max(worths)
    return luck.choice([move for move, value in zip(moves, worths, strict=True) if value == best])
