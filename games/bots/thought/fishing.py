"""Thinking in fishing games: plays the round to its end on many possible deals, the same ones for each move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from heapq import nlargest
from itertools import repeat
from typing import Any, Final

from games.bots import medium
from games.bots.knowledge.fishing import unseen_by
from games.bots.level import Turn
from games.bots.memory import remembered
from games.bots.search.endgame import LIMIT, Endgame, TooMany
from games.bots.search.fishing import Round
from games.bots.search.racing import best_of
from games.bots.search.tactics import SWEPT, play_out, tactics_of
from games.bots.search.trial import Trial, lead_of
from games.bots.search.weighed_deals import deals
from games.bots.thought.depth import Depth
from games.engine.fishing.moves import Play
from games.engine.fishing.state import NO_SIDE
from games.engine.fishing.view import View

DIAMONDS: Final = 30
"""The value, in points, of winning the match at once by all ten diamonds, or the cost of losing it so."""
MATCH: Final = 10
"""The value, in points, of winning the match with this round, or the cost of losing it, if the level plays for it."""


def choose(turn: Turn, depth: Depth) -> Any:
    """Return the play with the best mean result over many deals; without plays, choose as medium does."""
    view: View = remembered(turn)
    plays = [move for move in turn.moves if isinstance(move, Play)]
    if len(turn.moves) == 1 or not plays:
        return medium.best(turn, view)
    moves = nlargest(depth.width, plays, key=lambda play: promise(view, play))
    if depth.exact and _is_known(view):
        try:
            return _endgame(view, depth).best_of(turn.game.imagine(view, turn.luck), moves)
        except TooMany:
            pass
    return best_of(turn, moves, deals(turn, view, depth.tells), _played_out(view, depth))


def trial(turn: Turn, depth: Depth) -> Trial:
    """Return the trial of plays; if all cards are known, it solves the rest of the round if it can."""
    view: View = remembered(turn)
    about: dict[str, Any] = {"takes": lambda move: isinstance(move, Play), "point": view.rules.sides - 1}
    if depth.exact and _is_known(view):
        deal = turn.game.imagine(view, turn.luck)
        return Trial(deals=repeat(deal), value=_solved(view, depth), known=True, **about)
    return Trial(deals=deals(turn, view, depth.tells), value=_played_out(view, depth), **about)


def _reward(view: View, depth: Depth) -> Callable[[Round], int]:
    """Return a function for the value of a finished round to the viewer's side."""
    return partial(margin, side=view.rules.side_of[view.turn], for_match=depth.match)


def _endgame(view: View, depth: Depth) -> Endgame:
    return Endgame(view.rules.side_of[view.turn], _reward(view, depth), depth.exact)


def _played_out(view: View, depth: Depth) -> Callable[[Any, Any], int]:
    """Return a function for the value of a deal after a move, which plays the rest out quickly."""
    reward = _reward(view, depth)

    def value(deal: Any, move: Any) -> int:
        played = Round(deal)
        played.move(move)
        play_out(played)
        return reward(played)

    return value


def _solved(view: View, depth: Depth) -> Callable[[Any, Any], int]:
    """Return a function for the value of a known deal after a move, exact unless it takes too many positions."""
    quickly = _played_out(view, depth)

    def value(deal: Any, move: Any) -> int:
        played = Round(deal)
        played.move(move)
        try:
            return _endgame(view, depth).of(played, -LIMIT, LIMIT)
        except TooMany:
            return quickly(deal, move)

    return value


def promise(view: View, play: Play) -> int:
    """Return how good a play looks, by its capture, and by the chance that the next player sweeps the rest."""
    tactics = tactics_of(view.rules.captures[view.matta])
    number, card = tactics.number_of(view.table), 1 << play.card
    taken = tactics.number_of(play.capture) or -tactics.numbers[card]
    way = next(way for way in tactics.ways_of(card, number) if way.taken == taken)
    if taken == number:
        return way.worth + SWEPT
    left = tactics.captures.total(view.table) - way.less
    unseen = unseen_by(view, view.table, view.hand)
    following = view.hand_counts[(view.turn + 1) % view.rules.seats]
    sweeping = (unseen & tactics.sweeping[left]).bit_count()
    return way.worth - min(SWEPT, SWEPT * sweeping * following // max(1, unseen.bit_count()))


def margin(played: Round, side: int, *, for_match: bool) -> int:
    """Return the lead of a side in a finished round, in points times the number of the other sides."""
    others = played.rules.sides - 1
    if played.winner != NO_SIDE:
        return DIAMONDS * others * (1 if played.winner == side else -1)
    if not for_match:
        return lead_of(played.scores(), side)
    totals, over = played.totals_after()
    ahead = lead_of(totals, side)
    if not over:
        return ahead
    return ahead + MATCH * others * (1 if totals[side] == max(totals) else -1)


def _is_known(view: View) -> bool:
    """Return whether the viewer knows where all cards are: all unseen cards are in one hand."""
    hidden = [count for seat, count in enumerate(view.hand_counts) if count and seat != view.seat]
    known = view.stock_count == 0 and len(hidden) <= 1
    return known and unseen_by(view, view.table, view.hand).bit_count() == sum(hidden)
