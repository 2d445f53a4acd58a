"""A model of the strength of players, and of how a match changes it. It uses plain values, without Django.

The belief about a player's strength is a normal distribution with mean ``mu`` and deviation ``sigma``. In a match each
player performs by strength plus luck, with deviation LUCK. The strengths of partners add up. The result of a match
updates the beliefs by Bayes' rule; a surprising result changes them more. Each outcome is approximated by a normal
distribution again (as TrueSkill does for two neighbours of a ranking, without passing messages to and fro).

openskill's models were tried and are worse at this (docs/decisions.md). ``python -m tests.proofs.torture.league``
measures how well this one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import erfc, exp, hypot, pi, sqrt
from typing import Final, NamedTuple


class Belief(NamedTuple):
    """The belief about a player's strength, in rating points."""

    mu: float
    sigma: float

    @property
    def is_provisional(self) -> bool:
        """True while too little is known about the player: for some twenty matches."""
        return self.sigma > PROVISIONAL


NEWCOMER: Final = Belief(1500.0, 300.0)
"""The belief about a player before the first match."""
LUCK: Final = 450.0
"""The deviation of luck in one match, per player, in rating points. Cards decide more than half of a match."""
DRIFT: Final = 3.0
"""The deviation of the change in strength from one match to the next, in rating points."""
PROVISIONAL: Final = 150.0
"""The deviation above which a rating is shown as provisional."""

_FAR: Final = -30.0
"""The number of deviations below which the tail of the normal distribution is too thin for floats."""

Sides = Sequence[Sequence[Belief]]


def chance(side: Sequence[Belief], other: Sequence[Belief]) -> float:
    """Return the probability that a side finishes ahead of another one."""
    return _below(_lead(side, other) / _spread(side, other))


def after(sides: Sides, places: Sequence[int], weight: float = 1.0) -> list[list[Belief]]:
    """Return the beliefs about the players of each side after a match with these places.

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
    """Return the belief about a player with two accounts, from the beliefs about each account.

    Both began with the belief about newcomers, which may count only once.
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
    """Return the standard deviation of the difference between the performances of two sides."""
    return sqrt(sum(one.sigma**2 + LUCK**2 for one in (*side, *other)))


def _won(lead: float) -> tuple[float, float]:
    """Return the shift of the mean and the loss of variance after a win of the side with this lead.

    All in standard deviations: they are those of a normal distribution cut off at 0.
    """
    moved = -lead if lead < _FAR else exp(-lead * lead / 2) / sqrt(2 * pi) / _below(lead)
    return moved, moved * (moved + lead)


def _tied(lead: float) -> tuple[float, float]:
    """Return the same for a draw, as the average of a win and a defeat."""
    (won, learnt), (lost, learnt_too) = _won(lead), _won(-lead)
    return (won - lost) / 2, (learnt + learnt_too) / 2


def _below(value: float) -> float:
    """Return the share of the standard normal distribution below a value."""
    return erfc(-value / sqrt(2)) / 2
