"""Whole matches between bots, in memory: to compare levels, and to try games out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from games.bots.level import Level, Seen, Turn
from games.engine.options import Options
from games.engine.protocol import CHANCE, AnyGame, Outcome


def play_match(game: AnyGame, options: Options, bots: Sequence[Level], luck: Random) -> Outcome:
    """Play a match, a bot for each seat; return how it ended. The same luck gives the same match.

    A bot that thinks has its iterations, however long they take.
    """
    state: Any = game.start(options, len(bots), luck.randrange(len(bots)))
    happened: list[Any] = []
    while (outcome := game.outcome(state)) is None:
        seat = game.to_act(state)
        if seat == CHANCE:
            asked = game.chance(state)
            deck = list(asked.cards)
            luck.shuffle(deck)
            if asked.attempt == 0:
                happened.clear()
            events = game.deal(state, deck)
        else:
            recall = partial(seen, game, happened, seat)
            view, moves = game.observe(state, seat), game.legal_moves(state)
            move = bots[seat].choose(Turn(game, view, moves, luck, recall, bots[seat].budget))
            events = game.decide(state, seat, move)
        happened += events
        state = game.fold(state, events)
    return outcome


def seen(game: AnyGame, events: Sequence[Any], seat: int) -> list[Seen]:
    """Return events as a seat saw them."""
    return [shown for event in events if (shown := game.visible(event, seat)) is not None]
