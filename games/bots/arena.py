"""Whole matches between bots, in memory: to compare levels, and to try games out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine.options import Options
from games.engine.protocol import CHANCE, AnyGame, Outcome

if TYPE_CHECKING:
    from games.bots import Choose


def play_match(game: AnyGame, options: Options, bots: Sequence[Choose], luck: Random) -> Outcome:
    """Play a match, a bot for each seat; return how it ended. The same luck gives the same match."""
    state: Any = game.start(options, len(bots), luck.randrange(len(bots)))
    while (outcome := game.outcome(state)) is None:
        seat = game.to_act(state)
        if seat == CHANCE:
            deck = list(game.chance(state).cards)
            luck.shuffle(deck)
            events = game.deal(state, deck)
        else:
            move = bots[seat](game, game.observe(state, seat), game.legal_moves(state), luck)
            events = game.decide(state, seat, move)
        state = game.fold(state, events)
    return outcome
