"""About the upper bound: a search that sees all cards, even those not dealt yet. Only the arena can use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import nlargest
from random import Random
from typing import Any, Final

from games.bots import medium
from games.bots.knowledge.candidates import candidates
from games.bots.level import Budget, Turn
from games.engine.protocol import CHANCE, AnyGame
from tests.helpers.eventually import attempts

WIDTH: Final = 8
"""The number of moves to try, the best by medium's values."""
CONTINUATIONS: Final = 3
"""Playouts of each move to the end of the round; they differ in medium's choices among equals."""


@dataclass(frozen=True, kw_only=True)
class Cheater:
    """A bot that sees the whole state. It is no ``Level``, so it cannot get a seat in a real match."""

    key: str
    choose: Callable[[Turn, Any, Sequence[int]], Any]
    """The choice by the turn, the state and the side of each seat."""
    games: None = None
    budget: Budget | None = None

    def plays(self, game: str) -> bool:
        """Say whether it can play a game: any."""
        return True


def choose(turn: Turn, state: Any, side_of: Sequence[int]) -> Any:
    """Return the move with the best end of the round if all players then play as medium does, without cheating."""
    game = turn.game
    worth = medium.JUDGES[turn.game.kind]
    looked_at = candidates(game, turn.view, turn.moves)
    tried = nlargest(WIDTH, looked_at, key=lambda move: worth(turn.view, move))
    if len(tried) == 1:
        return tried[0]
    lucks = [turn.luck.random() for _ in range(CONTINUATIONS)]
    return max(tried, key=lambda move: sum(_margin(game, state, side_of, move, Random(luck)) for luck in lucks))


def _margin(game: AnyGame, state: Any, side_of: Sequence[int], move: Any, luck: Random) -> float:
    """Return the side's margin over the mean of the others in this round, if medium plays on after the move."""
    seat = game.to_act(state)
    side = side_of[seat]
    for _ in attempts(10_000, "a round ends"):
        events = game.decide(state, seat, move)
        state = game.fold(state, events)
        for _ in attempts(100, "the deal is over"):
            for event in events:
                if ended := game.round_result(event):
                    return ended.scores[side] - (sum(ended.scores) - ended.scores[side]) / (len(ended.scores) - 1)
            if (seat := game.to_act(state)) != CHANCE:
                break
            deck = list(game.chance(state).cards)
            luck.shuffle(deck)
            events = game.deal(state, deck)
            state = game.fold(state, events)
        turn = Turn(game, game.observe(state, seat), game.legal_moves(state), luck)
        move = medium.best(turn, turn.view)
    raise AssertionError("attempts ends by a return, or raises")


CHEATER = Cheater(key="cheating", choose=choose)
