"""The medium bot: plays the move that looks best, by rules of thumb and the cards that it has seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bots.knowledge import camba, fishing, haggis
from games.bots.knowledge.candidates import candidates
from games.bots.level import Level, Turn
from games.bots.memory.fishing import with_piles

JUDGES: dict[str, Callable[[Any, Any], float]] = {
    "camba": camba.worth,
    "fishing": fishing.worth,
    "haggis": haggis.worth,
}
"""The functions that judge a move, by the kind of game."""


def choose(turn: Turn) -> Any:
    """Return the move that looks best to the seat; among equals, a random one."""
    return best(turn, with_piles(turn) if turn.game.kind == "fishing" else turn.view)


def best(turn: Turn, view: Any) -> Any:
    """Return the move that looks best to a player who sees ``view``, a view of the game; among equals, a random one."""
    worth = JUDGES[turn.game.kind]
    looked_at = candidates(turn.game, view, turn.moves)
    worths = [worth(view, move) for move in looked_at]
    highest = max(worths)
    return turn.luck.choice([move for move, value in zip(looked_at, worths, strict=True) if value == highest])


LEVEL = Level(key="medium", choose=choose)
