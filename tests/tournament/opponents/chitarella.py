"""Partners as Chitarella's rules of Scopone tell them to play.

The dealer plays last, so their side wants every rank to lie or be held in pairs, with one to answer each; the others
break pairs, by captures that add cards up. Sevens count before all else. Against the mulinello, in which one side can
only lay down what the other sweeps, the card is laid whose equals are gone or in one's own hand.
"""

from __future__ import annotations

from typing import Any, Final

from games.bots.knowledge import fishing
from games.bots.level import Level, Turn
from games.bots.memory.fishing import with_piles
from games.engine.catalogue import GAMES
from games.engine.fishing.cards import RANK_MASKS, RANK_OF, SEVENS
from games.engine.fishing.game import FishingGame
from games.engine.fishing.moves import Move, Play
from games.engine.fishing.view import View
from tests.tournament.opponents import style

_PAIR: Final = 1.5
"""What it counts that a rank is paired, or broken."""
_SEVEN: Final = 4.0
_EQUAL: Final = 2.0
"""What it counts of a card that is laid on an empty table for each of its equals that is gone, or in one's own hand."""


def choose(turn: Turn) -> Any:
    """Return the move that these rules praise most; among equals, any."""
    return style.best(turn, with_piles(turn), worth)


def worth(view: View, move: Move) -> float:
    """Return how good a move looks."""
    if not isinstance(move, Play):
        return fishing.worth(view, move)
    table, hand = fishing.table_after(view, move), view.hand ^ 1 << move.card
    value = fishing.gain(view, move) - fishing.left_to_next(view, table, hand)
    value += _SEVEN * (move.capture & SEVENS).bit_count()
    value += _PAIR * _broken(view, move) * (-1 if _is_of_dealer(view) else 1)
    return value + (0.0 if view.table else _EQUAL * _equals_gone(view, move))


def _is_of_dealer(view: View) -> bool:
    return view.rules.side_of[view.turn] == view.rules.side_of[view.dealer]


def _broken(view: View, play: Play) -> int:
    """Return how many more ranks are broken after a play: an odd number of their cards is captured."""
    captured = sum(view.piles)
    taken = play.capture | 1 << play.card if play.capture else 0
    return _odd(captured | taken) - _odd(captured)


def _odd(cards: int) -> int:
    return sum((cards & rank).bit_count() % 2 for rank in RANK_MASKS)


def _equals_gone(view: View, play: Play) -> int:
    equals = RANK_MASKS[RANK_OF[play.card]] ^ 1 << play.card
    return (equals & (sum(view.piles) | view.hand)).bit_count()


LEVEL = Level(
    key="chitarella",
    choose=choose,
    games=frozenset(key for key, game in GAMES.items() if isinstance(game, FishingGame) and game.ruleset.teams),
)
