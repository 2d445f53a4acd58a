"""The turn of a bot: all that its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from games.bots.level import Level, Seen, Turn
from games.engine.protocol import AnyGame


def turn_of(game: AnyGame, state: Any, seat: int, bot: Level, luck: Random, happened: Sequence[Any]) -> Turn:
    """Return the turn of a bot at a seat."""
    recall = partial(seen, game, happened, seat)
    return Turn(game, game.observe(state, seat), game.legal_moves(state), luck, recall, bot.budget)


def seen(game: AnyGame, events: Sequence[Any], seat: int) -> list[Seen]:
    """Return events as a seat saw them."""
    return [shown for event in events if (shown := game.visible(event, seat)) is not None]
