"""Thinking in Haggis: plays the round to its end on many possible deals, the same ones for each move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from heapq import nlargest
from typing import Any, Final

from games.bots.knowledge.candidates import candidates
from games.bots.knowledge.haggis import worth
from games.bots.level import Turn
from games.bots.search.haggis import Round
from games.bots.search.leading import play_out
from games.bots.search.racing import best_of
from games.bots.search.trial import Trial, lead_of
from games.bots.thought.depth import Depth
from games.engine.haggis.moves import Bet, Move, Play
from games.engine.haggis.view import View

OF_A_SHAPE: Final = 2
"""The most combinations of one width and length that are tried: a hand has hundreds that are nearly the same."""
COST: Final = 3
"""The cost of a deal in iterations: a round of Haggis takes about as long as three of the other games."""
MATCH: Final = 60
"""The value, in points, of winning the match with this round, or the cost of losing it, if the level plays for it."""


def choose(turn: Turn, depth: Depth) -> Any:
    """Return the move with the best mean result over many deals. Bets are chosen as medium does."""
    view: View = turn.view
    if len(turn.moves) == 1:
        return turn.moves[0]
    bets = [move for move in turn.moves if isinstance(move, Bet)]
    if bets and worth(view, best := max(bets, key=lambda bet: worth(view, bet))) > 0:
        return best
    moves = nlargest(depth.width, _of_each_shape(turn), key=lambda move: worth(view, move))
    return best_of(turn, moves, _deals(turn), partial(_played_out, view, depth), COST)


def trial(turn: Turn, depth: Depth) -> Trial:
    """Return the trial of combinations and passes; bets are not tried."""
    return Trial(
        takes=lambda move: not isinstance(move, Bet),
        deals=_deals(turn),
        value=partial(_played_out, turn.view, depth),
        point=len(turn.view.number_counts) - 1,
        cost=COST,
    )


def _played_out(view: View, depth: Depth, deal: Any, move: Move) -> int:
    played = Round(deal)
    played.move(move)
    play_out(played)
    if not depth.match:
        return lead_of(played.scores(), view.turn)
    totals, over = played.totals_after()
    won = MATCH * (len(totals) - 1) * (1 if totals[view.turn] == max(totals) else -1)
    return lead_of(totals, view.turn) + won * over


def _of_each_shape(turn: Turn) -> list[Move]:
    """Return the pass, and the combinations of each shape that look best."""
    shapes: dict[tuple[int, int] | None, list[Move]] = defaultdict(list)
    for move in candidates(turn.game, turn.view, turn.moves):
        if isinstance(move, Play) and move.reading is not None:
            shapes[move.reading.width, move.reading.length].append(move)
        elif not isinstance(move, Bet):
            shapes[None].append(move)
    return [
        move for alike in shapes.values() for move in nlargest(OF_A_SHAPE, alike, key=lambda one: worth(turn.view, one))
    ]


def _deals(turn: Turn) -> Iterator[Any]:
    while True:
        yield turn.game.imagine(turn.view, turn.luck)
