"""Schemas of hints and of the analysis of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.api.matches.move_schemas import LegalMove


class Hint(Struct, kw_only=True):
    """A hint: the move of an expert bot that knows only what you know."""

    state: Literal["none", "waiting", "ready", "failed"]
    """`none`: you have not asked for a hint in this turn. `waiting`: the server computes it. `ready`: see `move`.
    `failed`: the server found no move, and none will come."""
    version: int | None
    """The version of the feed entry with your request; null without a request."""
    move: LegalMove | None
    """The hint; null until it is ready."""


class Cost(Struct, kw_only=True):
    """The cost of a move compared with an expert's move, in points of the round."""

    points: float
    """The mean over the deals that were possible from your view."""
    low: float
    """The lower bound of the 95 % confidence interval."""
    high: float
    """The upper bound of the 95 % confidence interval."""


class Finding(Struct, kw_only=True):
    """The analysis of one of your moves."""

    version: int
    """The version of the feed entry with the move."""
    played: LegalMove
    """The move that you made."""
    better: LegalMove | None
    """The expert's move, from what you could know; null if you made the same move."""
    cost: Cost | None
    """The cost of your move; null if it cannot be computed, for example for a bet."""
    mistake: bool
    """True: the lower bound of the cost is above 0.15 points."""
    choices: list[LegalMove]
    """For a mistake, up to 12 moves among which you can look for the better one yourself. `played` and `better` are
    among them, in the order of the rules. Else empty."""


class CardsWorth(Struct, kw_only=True):
    """The points by which the cards of a round put your side ahead of the mean of the other sides: luck."""

    points: float
    """The mean over many simulated plays of these cards by equal players, compared with other deals to the same
    seats."""
    low: float
    """The lower bound of the 95 % confidence interval."""
    high: float
    """The upper bound of the 95 % confidence interval."""


class RoundLuck(Struct, kw_only=True):
    """A round, with its luck apart from the points that your side made."""

    round: int
    """The number of the round, from 0."""
    made: float
    """The points by which your side was ahead of the mean of the other sides in this round."""
    cards: CardsWorth
    """The worth of the cards as they were dealt. The rest of `made` comes from the play of all sides, and its luck."""


class Analysis(Struct, kw_only=True):
    """The analysis of your moves in a finished match."""

    state: Literal["none", "waiting", "done"]
    """`none`: you have not requested it. `waiting`: the server works on it. `done`: nothing more will come."""
    moves: int
    """The number of your moves in which you had a choice."""
    looked_at: int
    """The number of moves that the server has analysed. It stops after a minute of computing time."""
    remaining_today: int
    """The number of further matches that you can have analysed within a day."""
    findings: list[Finding]
    """The results so far, in the order of the moves."""
    rounds: list[RoundLuck]
    """The completed rounds that the server has analysed so far."""
