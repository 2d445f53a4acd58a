"""Rules of thumb for Haggis: play many cards at a time, keep the high and wild ones, and go out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.engine.haggis.cards import FACES, HIGHEST, LOWEST, NUMBERS, RANK_MASKS, SUIT_MASKS
from games.engine.haggis.combinations import is_bomb, readings_of
from games.engine.haggis.moves import BETS, Bet, Move, Pass, Play
from games.engine.haggis.view import View

_FACE: Final = 2.5
"""The value of a face card in hand, in turns to play."""
QUICK: Final = 8.25
"""The most turns of a quick hand. With such a hand, some six of ten rounds for two are won (docs/bots.md)."""


def worth(view: View, move: Move) -> float:
    """Return how good a move looks; only values of the same moment can be compared."""
    if isinstance(move, Bet):
        return 500.0 if move.points == BETS["big"] and _bet_pays(view) else -100.0
    if isinstance(move, Pass):
        return 0.0
    left = view.hand & ~move.cards
    if not left:
        return 1000.0
    saved = turns_to_play(view.hand) - turns_to_play(left)
    value = 2.0 * saved - _FACE * (move.cards & FACES).bit_count() - 0.1 * _height(move)
    return value + (_urgency(view) if view.trick else 0.2 * move.cards.bit_count())


def _bet_pays(view: View) -> bool:
    """Return whether the viewer will probably go out first (docs/bots.md)."""
    return len(view.number_counts) == 2 and turns_to_play(view.hand) <= QUICK


def _urgency(view: View) -> float:
    """Return the extra value of beating a trick: higher if another player is nearly out, or the trick is large."""
    fewest = min(
        faces.bit_count() + count
        for seat, (faces, count) in enumerate(zip(view.face_cards, view.number_counts, strict=True))
        if seat != view.turn and faces.bit_count() + count
    )
    cards = sum(play.cards.bit_count() for play in view.trick)
    return max(0.0, 6.0 - fewest) + 0.3 * cards


def _height(play: Play) -> float:
    """Return the height of a combination. That of a bomb is very high, so that it is kept for the end."""
    reading = play.reading or readings_of(play.cards)[0]
    return 30.0 if is_bomb(reading) else float(reading.value)


@lru_cache(maxsize=4096)
def turns_to_play(hand: int) -> float:
    """Return an estimate of the turns that a hand takes: its ranks, fewer if a suit has a run, and its face cards."""
    numbers = hand & NUMBERS
    ranks = [numbers & mask for mask in RANK_MASKS.values()]
    turns = float(sum(bool(cards) for cards in ranks))
    alone = sum(cards for cards in ranks if cards.bit_count() == 1)
    for suit in SUIT_MASKS.values():
        if (alone & suit).bit_count() >= 3:
            turns -= max((length - 1 for _, length in runs_of(alone & suit)), default=0)
    return turns + 0.3 * (hand & FACES).bit_count()


def runs_of(cards: int) -> Iterator[tuple[int, int]]:
    """Yield the longest runs of one suit, each by its lowest rank and its length."""
    length = 0
    for rank in range(LOWEST, HIGHEST + 2):
        if cards & RANK_MASKS[rank] & NUMBERS:
            length += 1
        else:
            if length >= 3:
                yield rank - length, length
            length = 0
