"""Move values of medium-1 in Haggis; it never bets. Frozen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.engine.cards import cards_in
from games.engine.haggis.cards import FACES, NUMBERS, RANK_MASKS, RANK_OF, SUIT_MASKS
from games.engine.haggis.combinations import is_bomb, readings_of
from games.engine.haggis.moves import Bet, Move, Pass, Play
from games.engine.haggis.view import View

_FACE: Final = 2.5
"""The value of a face card in hand, in turns to play."""


def worth(view: View, move: Move) -> float:
    """Return the value of a move, comparable only with other moves of the same turn."""
    if isinstance(move, Bet):
        return -100.0
    if isinstance(move, Pass):
        return 0.0
    left = view.hand & ~move.cards
    if not left:
        return 1000.0
    saved = turns_to_play(view.hand) - turns_to_play(left)
    value = 2.0 * saved - _FACE * (move.cards & FACES).bit_count() - 0.1 * _height(move)
    return value + (_urgency(view) if view.trick else 0.2 * move.cards.bit_count())


def _urgency(view: View) -> float:
    """Return the extra value of beating a trick: more when an opponent has few cards, and when the trick has many."""
    fewest = min(
        faces.bit_count() + count
        for seat, (faces, count) in enumerate(zip(view.face_cards, view.number_counts, strict=True))
        if seat != view.turn and faces.bit_count() + count
    )
    cards = sum(play.cards.bit_count() for play in view.trick)
    return max(0.0, 6.0 - fewest) + 0.3 * cards


def _height(play: Play) -> float:
    """Return the height of a combination; a bomb counts high, so that it is kept."""
    reading = play.reading or readings_of(play.cards)[0]
    return 30.0 if is_bomb(reading) else float(reading.value)


@lru_cache(maxsize=4096)
def turns_to_play(hand: int) -> float:
    """Estimate the turns that a hand takes: its ranks, fewer for runs of one suit, and its face cards."""
    numbers = hand & NUMBERS
    ranks = [numbers & mask for mask in RANK_MASKS.values()]
    turns = float(sum(bool(cards) for cards in ranks))
    alone = sum(cards for cards in ranks if cards.bit_count() == 1)
    for suit in SUIT_MASKS.values():
        turns -= max(0, _longest_run(alone & suit) - 1)
    return turns + 0.3 * (hand & FACES).bit_count()


def _longest_run(cards: int) -> int:
    """Return the length of the longest run among cards of one suit, or 0 below three cards."""
    ranks = sorted(RANK_OF[card] for card in cards_in(cards))
    longest = length = 0
    for place, rank in enumerate(ranks):
        length = length + 1 if place and rank == ranks[place - 1] + 1 else 1
        longest = max(longest, length)
    return longest if longest >= 3 else 0
