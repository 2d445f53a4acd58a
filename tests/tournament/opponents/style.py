"""Styles of play: for each kind of game, the values of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.bots.knowledge.candidates import candidates
from games.bots.level import Level, Turn
from games.bots.memory.fishing import with_piles
from games.engine.camba.view import View as CambaView
from games.engine.fishing.view import View as FishingView
from games.engine.haggis.view import View as HaggisView

Worth = Callable[[Any, Any], Any]
"""A function from a view and a move to a comparable value."""


def level(key: str, fishing: Worth, camba: Worth, haggis: Worth) -> Level:
    """Return a level that plays the best move of a style; among equals, a random one."""
    worths: Mapping[type, Worth] = {FishingView: fishing, CambaView: camba, HaggisView: haggis}

    def choose(turn: Turn) -> Any:
        view = with_piles(turn) if isinstance(turn.view, FishingView) else turn.view
        return best(turn, view, worths[type(view)])

    return Level(key=key, choose=choose)


def best(turn: Turn, view: Any, worth: Worth) -> Any:
    """Return the move with the highest value; among equals, a random one."""
    looked_at = candidates(turn.game, view, turn.moves)
    values = [worth(view, move) for move in looked_at]
    highest = max(values)
    return turn.luck.choice([move for move, value in zip(looked_at, values, strict=True) if value == highest])
