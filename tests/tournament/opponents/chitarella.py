"""Partners who follow Chitarella's rules of Scopone.

The dealer plays last, so the dealer's side wants every rank to lie or be held in pairs, with a card to answer each. The
other side breaks pairs by captures of several cards. Sevens come first. Against the mulinello, in which one side must
lay down what the other sweeps, it lays a card whose equals are gone or in its own hand.
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
"""The value of a rank that is paired or broken."""
_SEVEN: Final = 4.0
_EQUAL: Final = 2.0
"""The value of a card laid on an empty table, for each equal card that is gone or in the player's hand."""


def choose(turn: Turn) -> Any:
    """Return the best move by these rules; among equals, a random one."""
    return style.best(turn, with_piles(turn), worth)


def worth(view: View, move: Move) -> float:
    """Return the value of a move by these rules."""
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
    """Return how many more ranks the play breaks: ranks of which an odd number of cards is captured."""
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
