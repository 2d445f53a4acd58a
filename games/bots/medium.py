"""The medium bot: plays the move that looks best at once, by what it knows about the kind of game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.bots.candidates import candidates
from games.bots.knowledge import camba, fishing, haggis
from games.engine.camba.view import View as CambaView
from games.engine.fishing.view import View as FishingView
from games.engine.haggis.view import View as HaggisView
from games.engine.protocol import AnyGame

JUDGES: dict[type, Callable[[Any, Any], float]] = {
    CambaView: camba.worth,
    FishingView: fishing.worth,
    HaggisView: haggis.worth,
}
"""What says how good a move looks, by the kind of view."""


def choose(game: AnyGame, view: Any, moves: Sequence[Any], luck: Random) -> Any:
    """Return the best-looking move; among equals, any."""
    worth = JUDGES[type(view)]
    looked_at = candidates(game, view, moves)
    worths = [worth(view, move) for move in looked_at]
    best = max(worths)
    return luck.choice([move for move, value in zip(looked_at, worths, strict=True) if value == best])
