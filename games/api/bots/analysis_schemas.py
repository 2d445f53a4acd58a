"""Schemas of hints and of the analysis of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.api.turns.move_schemas import LegalMove


class Hint(Struct, kw_only=True):
    """A hint: the move of an expert bot that knows only what you know."""

    state: Literal["none", "waiting", "ready", "failed"]
    """`none`: you have asked for none in this turn. `failed`: nothing was found; it will not come."""
    version: int | None
    """The entry of the feed by which you have asked for it; null where you have not."""
    move: LegalMove | None
    """The hint; null until it is ready."""


class Cost(Struct, kw_only=True):
    """The cost of a move compared with an expert's move, in points of the round."""

    points: float
    """In the mean of the deals that could have been."""
    low: float
    """In 95 of 100 cases it is no less than this."""
    high: float
    """And no more than this."""


class Finding(Struct, kw_only=True):
    """The analysis of one of your moves."""

    version: int
    """The entry of the feed with the move."""
    played: LegalMove
    """Your move."""
    better: LegalMove | None
    """The expert's move, by what you could know; null if it is the same."""
    cost: Cost | None
    """The cost; null if it cannot be computed, for example of a bet."""
    mistake: bool
    """True: it has certainly cost more than 0.15 points."""
    choices: list[LegalMove]
    """At a mistake, moves among which you may try to find the better one before you look: at most 12, in the order of
    the rules; `played` and `better` are among them."""


class CardsWorth(Struct, kw_only=True):
    """By how many points the cards of a round put your side ahead of the mean of the others, as luck has it."""

    points: float
    """In the mean of many ways to play them, all seats alike; beside other deals to the same seats."""
    low: float
    """In 95 of 100 cases it is no less than this."""
    high: float
    """And no more than this."""


class RoundLuck(Struct, kw_only=True):
    """A round, and luck in it apart from what you have made of it."""

    round: int
    """From 0."""
    made: float
    """By how many points your side was ahead of the mean of the others in it."""
    cards: CardsWorth
    """What the cards were worth, as they lay. What is left of `made` is play, yours and theirs, and its luck."""


class Analysis(Struct, kw_only=True):
    """The analysis of your moves in a finished match."""

    state: Literal["none", "waiting", "done"]
    """`none`: you have not asked for it."""
    moves: int
    """How many there are that you had the choice of."""
    looked_at: int
    """How many of them were looked at; where that took a minute, the others are not."""
    left_today: int
    """How many more matches you can ask for within a day."""
    findings: list[Finding]
    """The results so far, in the order of the moves."""
    rounds: list[RoundLuck]
    """The rounds that were played to their end and looked at by now."""
