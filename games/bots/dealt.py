"""The worth of a round's cards: the mean result of the round between players of equal strength.

It uses the cards as they lay, which no player could know. So it measures luck, and not how a player played. All seats
play quickly and make a random move now and then, so that a deal ends in many ways. The mean result is compared with
that of other deals to the same seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import Any, Final

from games.bots.interval import QUANTILE, Interval
from games.bots.search import camba, fishing, haggis, leading, tactics
from games.bots.search.trial import lead_of
from games.engine.camba import state as camba_state
from games.engine.camba.state import State as CambaState
from games.engine.fishing import state as fishing_state
from games.engine.fishing.state import State as FishingState
from games.engine.haggis import state as haggis_state
from games.engine.haggis.state import State as HaggisState
from games.engine.protocol import CHANCE, AnyGame

PLAYED: Final = 200
"""The number of times that a deal is played."""
COMPARED: Final = 400
"""The number of other deals that it is compared with, each played once."""


def ahead(scores: Sequence[int], side: int) -> float:
    """Return the points of a side above the mean of the other sides."""
    return lead_of(scores, side) / (len(scores) - 1)


class Deals:
    """Deals of one match, judged for one side. The worth of a deal is the same whenever it is worked out."""

    def __init__(self, game: AnyGame, side: int, seed: str) -> None:
        self.game = game
        self.side = side
        self.seed = seed
        self._usual = cache(self._worked_out)

    def worth(self, before: Any, dealt: Any, dealer: int) -> Interval:
        """Return the points by which a round's cards put the side ahead of the mean of the others.

        ``before`` is the state before the shuffle, ``dealt`` is the state after the deal.
        """
        luck = Random(f"{self.seed}|cards")
        mean, error = _mean([self._played(dealt, luck) for _ in range(PLAYED)])
        usual, usual_error = self._usual_of(before, dealer)
        within = QUANTILE * sqrt(error + usual_error)
        return Interval(mean - usual, mean - usual - within, mean - usual + within)

    def _usual_of(self, before: Any, dealer: int) -> tuple[float, float]:
        """Return the mean of random deals by the same dealer, and its variance; worked out once per dealer."""
        self._before = before
        return self._usual(dealer)

    def _worked_out(self, dealer: int) -> tuple[float, float]:
        luck = Random(f"{self.seed}|usual")
        return _mean([self._played(self._dealt(self._before, luck), luck) for _ in range(COMPARED)])

    def _dealt(self, state: Any, luck: Random) -> Any:
        """Return a state with random cards dealt, after random decisions before the deal, if the game has any."""
        game = self.game
        while not is_dealt(state):
            seat = game.to_act(state)
            if seat == CHANCE:
                deck = list(game.chance(state).cards)
                luck.shuffle(deck)
                state = game.fold(state, game.deal(state, deck))
            else:
                state = game.fold(state, game.decide(state, seat, luck.choice(game.legal_moves(state))))
        return state

    def _played(self, dealt: Any, luck: Random) -> float:
        return ahead(_LOOSELY[type(dealt)](dealt, luck), self.side)


def is_dealt(state: Any) -> bool:
    """Return whether the cards of a round are dealt: no shuffle and no cut is to come."""
    return state.phase not in _NOT_DEALT[type(state)]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values, and the variance of that mean."""
    mean = sum(values) / len(values)
    return mean, sum([(value - mean) ** 2 for value in values]) / (len(values) - 1) / len(values)


def _fishing(state: FishingState, luck: Random) -> Sequence[int]:
    played = fishing.Round(state)
    tactics.play_loosely(played, luck)
    return played.scores()


def _camba(state: CambaState, luck: Random) -> Sequence[int]:
    game = camba.Game(state)
    camba.play_loosely(game, luck)
    return [int(game.places[:1] == [seat]) for seat in range(game.seats)]


def _haggis(state: HaggisState, luck: Random) -> Sequence[int]:
    played = haggis.Round(state)
    leading.play_loosely(played, luck)
    return played.scores()


_LOOSELY: Final[dict[type, Callable[[Any, Random], Sequence[int]]]] = {
    FishingState: _fishing,
    CambaState: _camba,
    HaggisState: _haggis,
}

_NOT_DEALT: Final[dict[type, Sequence[int]]] = {
    FishingState: (fishing_state.TO_DEAL, fishing_state.CUTTING),
    CambaState: (camba_state.TO_DEAL,),
    HaggisState: (haggis_state.TO_DEAL,),
}
