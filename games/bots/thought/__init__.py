"""The choice of moves by levels that think, for each kind of game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.bots.level import Turn
from games.bots.search.trial import Trial
from games.bots.thought import camba, fishing, haggis
from games.bots.thought.depth import Depth
from games.engine.camba.view import View as CambaView
from games.engine.fishing.view import View as FishingView
from games.engine.haggis.view import View as HaggisView

_THINKERS: Final[dict[type, Callable[[Turn, Depth], Any]]] = {
    CambaView: camba.choose,
    FishingView: fishing.choose,
    HaggisView: haggis.choose,
}


_TRIALS: Final[dict[type, Callable[[Turn, Depth], Trial]]] = {
    CambaView: camba.trial,
    FishingView: fishing.trial,
    HaggisView: haggis.trial,
}


def choose(turn: Turn, depth: Depth) -> Any:
    """Return the move with the best mean result over many deals."""
    return _THINKERS[type(turn.view)](turn, depth)


def trial(turn: Turn, depth: Depth) -> Trial:
    """Return the trial that compares the moves of a turn."""
    return _TRIALS[type(turn.view)](turn, depth)
