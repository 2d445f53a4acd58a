"""Helpers that return score sheets and ends of the fishing games."""

from __future__ import annotations

from typing import Any

from games.engine.fishing.game import FishingGame
from games.engine.fishing.state import State
from games.engine.protocol import CHANCE
from games.engine.results import RoundResult
from tests.engine.fishing.tables import decided, engine, play, turn_with
from tests.helpers.english import english


def count(game: str | FishingGame, *piles: str, seats: int | None = None, **about: Any) -> RoundResult:
    """Return the result of a round that ends with these piles (and ``sweeps``, and ``bonus``).

    A player lays the last card on an empty table. As a leftover, it goes to the side in whose pile it must be.
    """
    taker = next(side for side, pile in enumerate(piles) if pile)
    *earlier, last = piles[taker].split()
    before = [" ".join(earlier) if side == taker else pile for side, pile in enumerate(piles)]
    state = turn_with(game, "", last, last=True, seats=seats or len(piles), piles=before, taker=taker, **about)
    return result_after(state, last)


def result_after(state: State, text: str) -> RoundResult:
    """Return the score sheet of the round that a move ends."""
    return next(result for event in decided(state, text) if (result := engine(state).round_result(event)))


def points(result: RoundResult) -> dict[str, tuple[int, ...]]:
    """Return the points of each line of a score sheet."""
    return {category.key: category.points for category in result.categories}


def words(result: RoundResult) -> dict[str, str]:
    """Return the explanation of each line in words."""
    return {category.key: english(category.text) for category in result.categories}


def sheet(game: str | FishingGame, *piles: str, **about: Any) -> dict[str, tuple[int, ...]]:
    """Return the points of each line of the sheet of a round that ends with these piles."""
    return points(count(game, *piles, **about))


def winner(
    game: str | FishingGame, *totals: int, before: tuple[int, ...] = (), seats: int | None = None, **options: Any
) -> int | None:
    """Return the side that wins when the totals become these at the end of a round, or None if another round follows.

    No side captures anything in that round; all the points are for sweeps.
    """
    before = before or (0,) * len(totals)
    sweeps = tuple(total - earlier for total, earlier in zip(totals, before, strict=True))
    seats = seats or len(totals)
    state = play(turn_with(game, "", "KC", last=True, seats=seats, sweeps=sweeps, totals=before, **options), "KC")
    outcome = engine(state).outcome(state)
    assert engine(state).totals(state) == totals
    assert outcome is not None or engine(state).to_act(state) == CHANCE
    return outcome.winner if outcome else None
