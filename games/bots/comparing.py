"""The cost of a move compared with another one, by trying both on the same possible deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import sqrt
from typing import Any, Final

from games.bots.interval import QUANTILE, Interval
from games.bots.level import Turn
from games.bots.thought import trial
from games.bots.thought.depth import Depth

DEALS: Final = 1_000
"""The number of deals on which two moves are compared."""
FREE: Final = Interval(0.0, 0.0, 0.0)
"""The cost of the better move itself."""


def cost_of(turn: Turn, depth: Depth, better: Any, played: Any, deals: int = DEALS) -> Interval | None:
    """Return the points by which a move is behind a better one; None if one of them cannot be tried.

    The deals come from ``turn.luck``. If a caller used it to choose the better move, the comparison takes later deals.
    So the choice gains nothing from the deals on which it was made.
    """
    tried = trial(turn, depth)
    if not (tried.takes(better) and tried.takes(played)):
        return None
    behind = []
    for deal in islice(tried.deals, 1 if tried.known else max(2, deals // tried.cost)):
        turn.check()
        behind.append(tried.value(deal, better) - tried.value(deal, played))
    return _cost(behind, tried.point)


def _cost(behind: Sequence[int], point: int) -> Interval:
    count, total = len(behind), sum(behind)
    spread = sum([one * one for one in behind]) * count - total * total
    error = sqrt(spread / (count - 1)) / count if spread else 0.0
    mean, within = total / count / point, QUANTILE * error / point
    return Interval(mean, mean - within, mean + within)
