"""Playouts of Haggis: the lead from a hand, and the cheapest combination that beats another one.

Both depend on the hand and little else, and hands recur in the deals of a search, so both are cached. Only some of the
legal moves are tried: the sets of a hand, its longest runs, and wild cards if they win something. No level plays its
own moves this way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final

from games.bots.knowledge.haggis import runs_of
from games.bots.search.haggis import Round
from games.engine.cards import cards_in
from games.engine.haggis.cards import FACES, HIGHEST, LOWEST, NUMBERS, RANK_MASKS, RANK_OF, SUIT_MASKS
from games.engine.haggis.combinations import Reading, beats, is_bomb, readings_of
from games.engine.haggis.playable import FACE_BOMBS

REMEMBERED: Final = 20_000
"""The number of hands in each cache: some 10 MB."""
NEARLY_OUT: Final = 5
"""The most cards of a hand that is nearly out. To stop such a player, others play also wild cards and bombs."""
STRAYS: Final = 6
"""In loose play, one in this number of moves is random."""
DEAR: Final = 8
"""The number of cards from which a trick is worth a wild card."""

Choice = tuple[int, Reading]


def play_out(played: Round) -> None:
    """Play a round to its end."""
    while not played.is_over:
        _play(played)


def play_loosely(played: Round, luck: Random) -> None:
    """Play a round to its end as people may: now and then a player passes, or leads any card."""
    while not played.is_over:
        if luck.randrange(STRAYS):
            _play(played)
        elif played.trick:
            played.pass_()
        else:
            card = 1 << luck.choice(tuple(cards_in(played.hands[played.turn])))
            played.play(card, readings_of(card)[0])


def _play(played: Round) -> None:
    hands, turn = played.hands, played.turn
    if not played.trick:
        played.play(*lead(hands[turn]))
        return
    fewest = min([hand.bit_count() for seat, hand in enumerate(hands) if hand and seat != turn], default=0)
    urgent = fewest <= NEARLY_OUT or sum([cards.bit_count() for _, cards, _ in played.trick]) >= DEAR
    chosen = follow(hands[turn], played.trick[-1][2], urgent)
    if chosen:
        played.play(*chosen)
    else:
        played.pass_()


@lru_cache(maxsize=REMEMBERED)
def lead(hand: int) -> Choice:
    """Return the lead of a trick: the last cards at once, or the combination that leaves the fewest turns."""
    if whole := readings_of(hand):
        return hand, whole[0]
    best, most = None, -1_000_000
    for cards, reading in _combinations(hand):
        worth = 2 * cards.bit_count() - 20 * turns(hand & ~cards) - reading.value
        if worth > most:
            best, most = (cards, reading), worth
    if best is None:  # only wild cards are left
        card = hand & -hand
        return card, readings_of(card)[0]
    return best


@lru_cache(maxsize=REMEMBERED)
def follow(hand: int, highest: Reading, urgent: bool) -> Choice | None:
    """Return the combination that beats another one and costs the hand least, or None if that costs too much."""
    found, least = None, 1_000_000
    before = turns(hand)
    for cards, reading in _beating(hand, highest):
        if cards == hand:
            return cards, reading
        wild = (cards & FACES).bit_count()
        if wild and not urgent and hand.bit_count() > 2 * NEARLY_OUT:
            continue
        cost = 20 * (turns(hand & ~cards) - before) + 15 * wild + reading.value + 40 * is_bomb(reading)
        if cost < least:
            found, least = (cards, reading), cost
    return found if urgent or least < 40 else None


def _beating(hand: int, highest: Reading) -> Iterator[Choice]:
    """Yield combinations in a hand that beat a given one: for each rank one with few wild cards, and all bombs."""
    if highest.length == 1:
        size = highest.width
        wild = [1 << card for card in cards_in(hand & FACES)]
        for rank in range(highest.value + 1, HIGHEST + 1):
            held = hand & RANK_MASKS[rank]
            numbers = held.bit_count()
            if held and numbers + len(wild) >= size:
                yield (
                    _first(held, min(size, numbers)) | sum(wild[: max(0, size - numbers)]),
                    Reading(size, 1, rank),
                )
        if size == 1:
            for card in wild:
                if RANK_OF[card.bit_length() - 1] > highest.value:
                    yield card, Reading(1, 1, RANK_OF[card.bit_length() - 1])
    elif highest.width == 1:
        for suit in SUIT_MASKS.values():
            for top in range(highest.value + 1, HIGHEST + 1):
                ranks = range(top - highest.length + 1, top + 1)
                run = [hand & suit & RANK_MASKS[rank] for rank in ranks if rank >= LOWEST]
                if len(run) == highest.length and all(run):
                    yield sum(run), Reading(1, highest.length, top)
    for cards, reading in FACE_BOMBS.items():
        if cards & hand == cards and beats(reading, highest):
            yield cards, reading


def _first(cards: int, count: int) -> int:
    chosen = 0
    for _ in range(count):
        chosen |= cards & -cards
        cards &= cards - 1
    return chosen


def _combinations(hand: int) -> Iterator[Choice]:
    """Yield the sets of a hand without wild cards, and its longest runs of single cards."""
    for rank in range(LOWEST, HIGHEST + 1):
        held = hand & RANK_MASKS[rank]
        if held:
            yield held, Reading(held.bit_count(), 1, rank)
    for suit in SUIT_MASKS.values():
        for lowest, length in runs_of(hand & suit):
            top = lowest + length - 1
            yield sum([hand & suit & RANK_MASKS[rank] for rank in range(lowest, top + 1)]), Reading(1, length, top)


@lru_cache(maxsize=REMEMBERED)
def turns(hand: int) -> int:
    """Return an estimate of the turns that a hand takes: its ranks, less those that runs of single cards save."""
    numbers = hand & NUMBERS
    count, alone = 0, 0
    for rank in range(LOWEST, HIGHEST + 1):
        held = numbers & RANK_MASKS[rank]
        if held:
            count += 1
            if not held & (held - 1):
                alone |= held
    for suit in SUIT_MASKS.values():
        count -= sum(length - 1 for _, length in runs_of(alone & suit))
    return count
