"""Whole matches between bots, in memory, on reproducible decks, for fair comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.bots.boards import Board
from games.bots.level import Level
from games.bots.turns import turn_of
from games.engine.options import Options
from games.engine.protocol import CHANCE, AnyGame
from games.engine.results import Outcome
from tests.helpers.eventually import attempts
from tests.tournament.opponents import Cheater

Competitor = Level | Cheater


@dataclass(frozen=True)
class Match:
    """The course of a match. Tuples are per side."""

    outcome: Outcome
    rounds: tuple[tuple[int, ...], ...]
    """The points of each round, by side."""


@dataclass(frozen=True)
class Tally:
    """The result of a board for competitor A: sums over its matches, in which A has each side once."""

    matches: int
    won: float
    """First places of A; a shared first place counts as its share."""
    ahead: float
    """Matches in which A placed before another side, as a share of the other sides; a tie counts half."""
    deals: int
    points: float
    """A's points minus the mean of the other sides, summed over all deals."""
    deals_won: int
    deals_lost: int
    """Deals in which A had less than the mean of the other sides; ``deals_won`` are those with more."""


def play_board(game: AnyGame, options: Options, seats: int, a: Competitor, b: Competitor, board: Board) -> Tally:
    """Play a board once for each side, with A on that side and B on all others; return the result of A."""
    side_of = game.sides(options, seats)
    sides = range(max(side_of) + 1)
    won = ahead = 0.0
    margins: list[float] = []
    for mine in sides:
        bots = [a if side == mine else b for side in side_of]
        match = play_match(game, options, bots, board)
        places = match.outcome.places
        won += (places[mine] == 1) / places.count(1)
        ahead += sum((places[mine] < place) + (places[mine] == place) / 2 for place in places) - 0.5
        margins += [scores[mine] - (sum(scores) - scores[mine]) / (len(scores) - 1) for scores in match.rounds]
    return Tally(
        matches=len(sides),
        won=won,
        ahead=ahead / (len(sides) - 1),
        deals=len(margins),
        points=sum(margins),
        deals_won=sum(margin > 0 for margin in margins),
        deals_lost=sum(margin < 0 for margin in margins),
    )


def play_match(game: AnyGame, options: Options, bots: Sequence[Competitor], board: Board) -> Match:
    """Play a match with a bot for each seat. The same board gives the same match.

    A searching bot uses its number of iterations, without a time limit.
    """
    side_of = game.sides(options, len(bots))
    state: Any = game.start(options, len(bots), board.dealer(len(bots)))
    lucks = board.lucks(len(bots))
    happened: list[Any] = []
    rounds: list[tuple[int, ...]] = []
    for _ in attempts(100_000, "a match ends"):
        if (outcome := game.outcome(state)) is not None:
            return Match(outcome, tuple(rounds))
        seat = game.to_act(state)
        if seat == CHANCE:
            asked = game.chance(state)
            if asked.attempt == 0:
                happened.clear()
            events = game.deal(state, board.shuffled(asked))
        else:
            bot = bots[seat]
            turn = turn_of(game, state, seat, bot, lucks[seat], happened)
            move = bot.choose(turn, state, side_of) if isinstance(bot, Cheater) else bot.choose(turn)
            events = game.decide(state, seat, move)
        happened += events
        rounds += [ended.scores for event in events if (ended := game.round_result(event))]
        state = game.fold(state, events)
    raise AssertionError("attempts ends by a return, or raises")
