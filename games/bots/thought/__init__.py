"""The choice of moves by levels that think, for each kind of game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.bots.level import Turn
from games.bots.search.trial import Trial
from games.bots.thought import camba, fishing, haggis
from games.bots.thought.depth import Depth

_THINKERS: Final[dict[str, Callable[[Turn, Depth], Any]]] = {
    "camba": camba.choose,
    "fishing": fishing.choose,
    "haggis": haggis.choose,
}


_TRIALS: Final[dict[str, Callable[[Turn, Depth], Trial]]] = {
    "camba": camba.trial,
    "fishing": fishing.trial,
    "haggis": haggis.trial,
}


def choose(turn: Turn, depth: Depth) -> Any:
    """Return the move with the best mean result over many deals."""
    return _THINKERS[turn.game.kind](turn, depth)


def trial(turn: Turn, depth: Depth) -> Trial:
    """Return the trial that compares the moves of a turn."""
    return _TRIALS[turn.game.kind](turn, depth)
