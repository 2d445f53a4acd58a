"""Luck and skill of a side in each round: the value of its cards, and the points that it made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from games import log
from games.bots.dealt import Deals, ahead, is_dealt
from games.bots.interval import Interval
from games.engine.protocol import AnyGame
from games.models import Match, Move, Round

SEED: Final = "luck of the deal"
"""The seed of the deals. It is the same for every match, so a repeated request gets the same answer."""


class Played(NamedTuple):
    """A round that was played to its end."""

    number: int
    """The number of the round, from 0."""
    before: Any
    """The state before the shuffle."""
    dealt: Any
    """The state after the deal."""
    dealer: int
    scores: tuple[int, ...]
    """The points that the round brought to each side."""


def rounds(match: Match) -> Iterator[Played]:
    """Yield the rounds of a match that were played to their end, in order. Raises NoRules."""
    game, rows = log.game_of(match), log.rows_after(match)
    undone, state = log.undone_by(rows), log.first_state(match)
    before = dealt = state
    for row in rows:
        if not isinstance(row, Move | Round) or row.version in undone:
            continue
        if isinstance(row, Round) and row.attempt == 0:
            before, dealt = state, None
        for event in game.load_events(row.events):
            ended = game.round_result(event)
            state = game.evolve(state, event)
            if ended is not None:
                yield Played(ended.round, before, dealt, ended.dealer, ended.scores)
        if dealt is None and is_dealt(state):
            dealt = state


class Luck:
    """The value of the cards of a match for one side, and the points that it made of them."""

    def __init__(self, game: AnyGame, side: int) -> None:
        self.deals = Deals(game, side, SEED)
        self.side = side

    def worth(self, played: Played) -> Interval:
        """Return the value of the cards of a round. It takes part of a second."""
        return self.deals.worth(played.before, played.dealt, played.dealer)

    def made(self, played: Played) -> float:
        """Return the lead of the side over the mean of the others in a round, in points."""
        return ahead(played.scores, self.side)
