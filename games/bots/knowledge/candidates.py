"""The moves that a bot looks at closely: all if they are few, else the most promising ones.

Thinking takes about the same time for each move, and a crowded table has thousands. So this bounds the time to think.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from heapq import nlargest
from typing import Any, Final

from games.engine.fishing import cards as fishing
from games.engine.fishing import moves as fishing_moves
from games.engine.fishing.view import View as FishingView
from games.engine.haggis import cards as haggis
from games.engine.haggis import moves as haggis_moves
from games.engine.haggis.view import View as HaggisView
from games.engine.protocol import AnyGame

FEW: Final = 150
"""The most moves that a bot looks at closely without a selection."""
OF_A_KIND: Final = 40
"""The number of moves of each kind that a selection keeps."""


def candidates(game: AnyGame, view: Any, moves: Sequence[Any]) -> Sequence[Any]:
    """Return the moves that are worth a closer look."""
    if len(moves) <= FEW:
        return moves
    by_kind: dict[str, list[Any]] = defaultdict(list)
    for move in moves:
        by_kind[game.kind_of(move)].append(move)
    promise = partial(_PROMISES.get(game.kind, lambda view, move: 0), view)
    return [move for alike in by_kind.values() for move in nlargest(OF_A_KIND, alike, key=promise)]


def _promise_of_capture(view: FishingView, move: fishing_moves.Move) -> int:
    """Return the promise of a play: highest if it clears the table, and higher the more scoring cards it captures."""
    if not isinstance(move, fishing_moves.Play):
        return 0
    taken = move.capture
    diamonds, sevens = taken & fishing.DIAMONDS, taken & fishing.SEVENS
    scoring = (
        taken.bit_count() + 2 * diamonds.bit_count() + 3 * sevens.bit_count() + 8 * (diamonds & sevens).bit_count()
    )
    return scoring + 100 * (taken == view.table)


def _promise_of_combination(view: HaggisView, move: haggis_moves.Move) -> int:
    """Return the promise of a combination: higher for more cards, and lower for wild ones."""
    return (
        move.cards.bit_count() - 3 * (move.cards & haggis.FACES).bit_count() if type(move) is haggis_moves.Play else 0
    )


_PROMISES: Final[dict[str, Callable[[Any, Any], int]]] = {
    "fishing": _promise_of_capture,
    "haggis": _promise_of_combination,
}
