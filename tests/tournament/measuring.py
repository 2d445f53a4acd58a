"""Statistics of tournaments: confidence intervals, sequential tests and Elo ratings.

A board is played several times on the same cards, so its matches are not independent, but boards are. All functions
here work on boards: intervals over matches would be wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, pvariance
from typing import Final

RESAMPLES: Final = 1_000
"""The number of bootstrap resamples for an interval."""

Ratio = tuple[float, float]
"""The result of a board and its maximum: ``(3.0, 4)`` for three matches won of four."""

Pairing = tuple[str, str]

ERROR: Final = 0.05
"""The error rate of a sequential test, of both kinds."""
BOUND: Final = math.log((1 - ERROR) / ERROR)
"""The absolute log-likelihood ratio at which a sequential test decides."""
ENOUGH: Final = 30
"""The boards before which a sequential test cannot decide, as their variance is not known well enough."""


def ratio(boards: Sequence[Ratio]) -> float:
    """Return the sum of all results divided by the sum of their maxima."""
    return sum(brought for brought, _ in boards) / sum(of for _, of in boards)


def interval(boards: Sequence[Ratio], luck: Random, resamples: int = RESAMPLES) -> tuple[float, float]:
    """Return the bootstrap interval of 95 % of a ratio, resampling boards."""
    drawn = sorted(ratio(luck.choices(boards, k=len(boards))) for _ in range(resamples))
    return drawn[int(0.025 * resamples)], drawn[int(0.975 * resamples) - 1]


def likelihood(shares: Sequence[float], low: float, high: float) -> float:
    """Return the log-likelihood ratio of ``high`` against ``low`` as the true share of matches won.

    ``shares`` are those of boards. With two sides a board has five results (0, ¼, ½, ¾, 1 of its two matches). Only
    their mean and variance count, as in the generalized sequential test by which chess engines are tuned.
    """
    variance = max(pvariance(shares), 1e-3)  # identical boards would decide at once
    return len(shares) * (high - low) * (2 * fmean(shares) - low - high) / (2 * variance)


def verdict(shares: Sequence[float], low: float, high: float) -> bool | None:
    """Decide by a sequential test: True for share ``high``, False for ``low``, None while it is open."""
    if len(shares) < ENOUGH:
        return None
    found = likelihood(shares, low, high)
    return found > 0 if abs(found) >= BOUND else None


def elo(results: Mapping[Pairing, Ratio]) -> dict[str, float]:
    """Return the Elo ratings that best explain the results; the first named bot has 0.

    400 points are odds of ten to one. Half a match for each bot is added to each pairing, so that ratings are finite.
    """
    names = list(dict.fromkeys(name for pairing in results for name in pairing))
    score = dict.fromkeys(names, 0.0)
    for (a, b), (ahead, of) in results.items():
        score[a] += ahead + 0.5
        score[b] += of - ahead + 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):  # Zermelo's iteration, which has converged by then
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
    """Return the bootstrap interval of 95 % of each rating, resampling the boards of each pairing."""
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
    """Return the sum of the results and of their maxima."""
    return sum(brought for brought, _ in boards), sum(of for _, of in boards)
