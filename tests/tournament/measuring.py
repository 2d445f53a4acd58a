"""What can be said of measured results: how sure it is, whether it is enough, how strong that makes each level.

A board is played several times on the same cards, so its matches hang together; boards do not. Everything here is
about boards, therefore: intervals that take matches for independent would be wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, pvariance
from typing import Final

RESAMPLES: Final = 1_000
"""How often boards are drawn anew for an interval."""

Ratio = tuple[float, float]
"""What a board brought, and of how many: ``(3.0, 4)`` for three matches won of four."""

Pairing = tuple[str, str]

ERROR: Final = 0.05
"""How often a sequential test may say yes where no is right, and no where yes is."""
BOUND: Final = math.log((1 - ERROR) / ERROR)
"""Where the logarithm of the likelihood ratio of a sequential test decides."""
ENOUGH: Final = 30
"""Boards before which a sequential test says nothing: their variance is not known well enough."""


def ratio(boards: Sequence[Ratio]) -> float:
    """Return what all boards brought, of all there was."""
    return sum(brought for brought, _ in boards) / sum(of for _, of in boards)


def interval(boards: Sequence[Ratio], luck: Random, resamples: int = RESAMPLES) -> tuple[float, float]:
    """Return the interval of 95 % of a ratio, by drawing as many boards from these as there are, again and again."""
    drawn = sorted(ratio(luck.choices(boards, k=len(boards))) for _ in range(resamples))
    return drawn[int(0.025 * resamples)], drawn[int(0.975 * resamples) - 1]


def likelihood(shares: Sequence[float], low: float, high: float) -> float:
    """Return the logarithm of how much likelier ``high`` is than ``low`` to be the true share of matches won.

    ``shares`` are those of boards. With two sides a board has five results (0, ¼, ½, ¾, 1 of its two matches); what
    counts of them is their mean and their variance, as in the generalized test that engines of chess are tuned with.
    """
    variance = max(pvariance(shares), 1e-3)  # boards that all ended alike would decide at once
    return len(shares) * (high - low) * (2 * fmean(shares) - low - high) / (2 * variance)


def verdict(shares: Sequence[float], low: float, high: float) -> bool | None:
    """Say by a sequential test whether the true share is ``high`` rather than ``low``; None while that is open."""
    if len(shares) < ENOUGH:
        return None
    found = likelihood(shares, low, high)
    return found > 0 if abs(found) >= BOUND else None


def elo(results: Mapping[Pairing, Ratio]) -> dict[str, float]:
    """Return ratings that explain how often each came before the other; the first named has 0.

    400 points mean ten to one. Half a match either way is added to each pairing: nobody is infinitely much better.
    """
    names = list(dict.fromkeys(name for pairing in results for name in pairing))
    score = dict.fromkeys(names, 0.0)
    for (a, b), (ahead, of) in results.items():
        score[a] += ahead + 0.5
        score[b] += of - ahead + 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):  # Zermelo's iteration; it has long settled then
        expected = dict.fromkeys(names, 0.0)
        for (a, b), (_, of) in results.items():
            each = (of + 1) / (strength[a] + strength[b])
            expected[a] += each
            expected[b] += each
        strength = {name: score[name] / expected[name] for name in names}
    return {name: 400 * math.log10(strength[name] / strength[names[0]]) for name in names}


def elo_intervals(
    boards: Mapping[Pairing, Sequence[Ratio]], luck: Random, resamples: int = 200
) -> dict[str, tuple[float, float]]:
    """Return the interval of 95 % of each rating, by drawing the boards of each pairing anew."""
    drawn: dict[str, list[float]] = {}
    for _ in range(resamples):
        again = {pairing: luck.choices(list(found), k=len(found)) for pairing, found in boards.items()}
        for name, rating in elo({pairing: summed(found) for pairing, found in again.items()}).items():
            drawn.setdefault(name, []).append(rating)
    return {
        name: (ratings[int(0.025 * resamples)], ratings[int(0.975 * resamples) - 1])
        for name, ratings in ((name, sorted(ratings)) for name, ratings in drawn.items())
    }


def summed(boards: Sequence[Ratio]) -> Ratio:
    """Return what boards brought together, of how many."""
    return sum(brought for brought, _ in boards), sum(of for _, of in boards)
