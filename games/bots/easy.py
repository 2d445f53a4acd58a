"""The easy bot, weak as a beginner: it overlooks moves, remembers nothing, and hardly looks ahead.

It plays the best of the moves that it notices; it never plays badly on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from games.bots.knowledge import camba, fishing, haggis
from games.bots.knowledge.candidates import candidates
from games.bots.level import Level, Turn
from games.engine.cards import cards_in
from games.engine.fishing.moves import Play
from games.engine.fishing.view import View as FishingView

SUMS: Final = 0.4
"""The probability of overlooking a capture of three cards or more."""
SWEEPS: Final = 0.2
"""The probability of forgetting that the next player may sweep the table."""
MOVES: Final = 0.55
"""The probability of overlooking a move of Čamba or Haggis."""


def choose(turn: Turn) -> Any:
    """Return the move that looks best among those that the bot notices; among equals, a random one."""
    view, luck = turn.view, turn.luck
    notices, judge = _HABITS[turn.game.kind]
    looked_at = candidates(turn.game, view, turn.moves)
    noticed = [move for move in looked_at if notices(move, luck)] or looked_at
    worth = judge(view, luck)
    worths = [worth(view, move) for move in noticed]
    highest = max(worths)
    return luck.choice([move for move, value in zip(noticed, worths, strict=True) if value == highest])


def _notices_play(move: Any, luck: Random) -> bool:
    return not isinstance(move, Play) or move.capture.bit_count() < 3 or luck.random() >= SUMS


def _notices(move: Any, luck: Random) -> bool:
    return luck.random() >= MOVES


def _fishing(view: FishingView, luck: Random) -> Callable[[Any, Any], float]:
    return _gain if luck.random() < SWEEPS else _gain_and_fear


def _gain(view: FishingView, move: Any) -> float:
    return fishing.gain(view, move) if isinstance(move, Play) else fishing.worth(view, move)


def _gain_and_fear(view: FishingView, move: Any) -> float:
    """Return the gain of a play less the cost of a sweep, if the next player held a random unseen card."""
    worth = _gain(view, move)
    table = fishing.table_after(view, move) if isinstance(move, Play) else 0
    if not table:
        return worth
    captures = view.rules.captures[view.matta]
    unseen = fishing.unseen_by(view, table, view.hand)
    sweeping = sum(captures.may_take(table, card, table) for card in cards_in(unseen))
    return worth - fishing.SWEEP * sweeping / max(1, unseen.bit_count())


_HABITS: Final[
    dict[str, tuple[Callable[[Any, Random], bool], Callable[[Any, Random], Callable[[Any, Any], float]]]]
] = {
    "camba": (_notices, lambda view, luck: camba.worth),
    "fishing": (_notices_play, _fishing),
    "haggis": (_notices, lambda view, luck: haggis.worth),
}
"""The functions that notice and judge moves, by the kind of game."""

LEVEL = Level(key="easy", choose=choose)
