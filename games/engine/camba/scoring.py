"""Places, in a game and in the match (camba.md 3; decision 7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.camba.events import Ended
from games.engine.camba.state import OVER, State
from games.engine.messages import say
from games.engine.results import Category, Outcome, RoundResult

PLACES = ("first", "second", "third", "fourth")


def totals(state: State) -> tuple[int, ...]:
    """Return the number of first places of each seat in the finished games."""
    return tuple(counts[0] for counts in state.finishes)


def result(ended: Ended) -> RoundResult:
    """Return the score sheet of a finished game: a line for each place; the first place is worth a point."""
    return RoundResult(
        round=ended.round,
        dealer=ended.dealer,
        scores=_points(ended, 0),
        totals=ended.totals,
        categories=tuple(_line(ended, place) for place in range(len(ended.places))),
    )


def _line(ended: Ended, place: int) -> Category:
    name, seat = PLACES[place], ended.places[place]
    last = place == len(ended.places) - 1
    return Category(
        key=name,
        name=say(f"camba.score.{name}"),
        points=_points(ended, place),
        text=say("camba.score.last_left" if last else f"camba.score.out.{name}", seat=seat),
    )


def _points(ended: Ended, place: int) -> tuple[int, ...]:
    """Return the points for a place, per seat: one point for the first place only."""
    return tuple(int(place == 0 and seat == ended.places[0]) for seat in range(len(ended.places)))


def outcome(state: State) -> Outcome:
    """Rank the seats of a finished match by first places, then by second places, and so on (decision 7)."""
    places = standings(state)
    winner = places.index(1) if places.count(1) == 1 else None
    return Outcome(totals=totals(state), places=places, winner=winner)


def standings(state: State) -> tuple[int, ...]:
    """Return the place of each seat by the finished games, as ``outcome`` ranks them."""
    return tuple(1 + sum(other > own for other in state.finishes) for own in state.finishes)


def loser(state: State, places: Sequence[int]) -> int | None:
    """Return the dealer of the next game: the loser of the last one (camba.md 1), or the only seat that gave up.

    None if several seats gave the match up: the rules do not say which of them has lost.
    """
    if state.phase == OVER:
        return state.places[-1]
    last = max(places)
    return places.index(last) if places.count(last) == 1 else None
