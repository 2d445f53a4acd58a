"""A model of the strength of players, and how a match changes it: values, no Django.

The strength of a player is believed to be normally distributed around ``mu``, with deviation ``sigma``. In a match each
player plays by strength and by luck, with deviation LUCK; the strengths of partners add up. The result of the match is
more or less of a surprise, and changes the beliefs by Bayes' rule. The outcome is taken as normal again (as TrueSkill
does for two neighbours of a ranking, without passing messages to and fro).

openskill's models were tried and are worse at this (docs/decisions.md). ``python -m tests.proofs.torture.league`` shows
how well it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import erfc, exp, hypot, pi, sqrt
from typing import Final, NamedTuple


class Belief(NamedTuple):
    """What is believed of a player's strength."""

    mu: float
    sigma: float

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known of the player yet: some twenty matches."""
        return self.sigma > PROVISIONAL


NEWCOMER: Final = Belief(1500.0, 300.0)
"""What is believed of somebody who has not played yet."""
LUCK: Final = 450.0
"""What a match has of chance for each player, in the same units: cards decide more than half of it."""
DRIFT: Final = 3.0
"""How far a strength may have moved from one match to the next."""
PROVISIONAL: Final = 150.0
"""A rating with more spread than this is shown as provisional."""

_FAR: Final = -30.0
"""Below this many standard deviations the tail of the normal distribution is too thin for floats."""

Sides = Sequence[Sequence[Belief]]


def chance(side: Sequence[Belief], other: Sequence[Belief]) -> float:
    """Return the probability that a side comes before another one."""
    return _below(_lead(side, other) / _spread(side, other))


def after(sides: Sides, places: Sequence[int], weight: float = 1.0) -> list[list[Belief]]:
    """Return what is believed of the players of each side after a match in which the sides came to these places.

    Places count from 1, and sides may share one. Each side is compared with its neighbours in the ranking. ``weight``
    is the part of the match that counts, from 0 to 1.
    """
    drifted = [[Belief(one.mu, hypot(one.sigma, DRIFT * sqrt(weight))) for one in side] for side in sides]
    ranking = sorted(range(len(sides)), key=lambda side: (places[side], side))
    shift, shrink = [0.0] * len(sides), [0.0] * len(sides)
    for upper, lower in pairwise(ranking):
        spread = _spread(drifted[upper], drifted[lower])
        lead = _lead(drifted[upper], drifted[lower]) / spread
        moved, learnt = _tied(lead) if places[upper] == places[lower] else _won(lead)
        for side, sign in ((upper, 1), (lower, -1)):
            shift[side] += sign * moved / spread * weight
            shrink[side] += learnt / spread**2 * weight
    return [[_moved(one, shift[number], shrink[number]) for one in side] for number, side in enumerate(drifted)]


def together(one: Belief, other: Belief) -> Belief:
    """Return what is believed of somebody who has played under two names, by what each of these was believed to be.

    Both began from what is believed of newcomers, which counts once: what is learnt are the differences.
    """
    precision = 1 / one.sigma**2 + 1 / other.sigma**2 - 1 / NEWCOMER.sigma**2
    mean = one.mu / one.sigma**2 + other.mu / other.sigma**2 - NEWCOMER.mu / NEWCOMER.sigma**2
    return Belief(mean / precision, 1 / sqrt(precision))


def _moved(one: Belief, shift: float, shrink: float) -> Belief:
    variance = one.sigma**2
    return Belief(one.mu + variance * shift, sqrt(variance * max(1 - variance * shrink, 0.01)))


def _lead(side: Sequence[Belief], other: Sequence[Belief]) -> float:
    return sum(one.mu for one in side) - sum(one.mu for one in other)


def _spread(side: Sequence[Belief], other: Sequence[Belief]) -> float:
    """Return the standard deviation of by how much one side beats the other."""
    return sqrt(sum(one.sigma**2 + LUCK**2 for one in (*side, *other)))


def _won(lead: float) -> tuple[float, float]:
    """Return how far it moves the leader, and how much it teaches, that they won, who had so much of a lead before.

    In standard deviations: the mean and the loss of variance of a normal distribution that is cut off at 0.
    """
    moved = -lead if lead < _FAR else exp(-lead * lead / 2) / sqrt(2 * pi) / _below(lead)
    return moved, moved * (moved + lead)


def _tied(lead: float) -> tuple[float, float]:
    """Return the same for a draw: half a win and half a defeat."""
    (won, learnt), (lost, learnt_too) = _won(lead), _won(-lead)
    return (won - lost) / 2, (learnt + learnt_too) / 2


def _below(value: float) -> float:
    """Return the share of a standard normal distribution below a value."""
    return erfc(-value / sqrt(2)) / 2
