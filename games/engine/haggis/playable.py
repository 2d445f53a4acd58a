"""All combinations that a hand can play, found from masks and not by trying all groups of cards (haggis.md 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from games.engine.cards import cards_in
from games.engine.haggis.cards import (
    FACES,
    HIGHEST,
    LOWEST,
    RANK_MASKS,
    RANK_OF,
    SUIT_MASKS,
    SUITS_OF,
)
from games.engine.haggis.combinations import BOMB_RANKS, BOMBS, Reading, beats, is_bomb, shortest_run
from games.engine.haggis.moves import Play

FACE_BOMBS: Final = {cards: reading for cards, reading in BOMBS.items() if cards & FACES}


class Window(NamedTuple):
    """A place for runs: a number of ranks upward from a lowest one, with number cards in exactly these suits."""

    reading: Reading
    size: int
    """The number of cards in the run, wild ones included."""
    grid: int
    """The number cards that fit."""
    needed: tuple[int, ...]
    """Parts of the grid that must each give a card: the lowest rank, and every suit."""


class Lane(NamedTuple):
    """Windows of one width that begin at the same rank in the same suits, the shortest first.

    Each further rank needs at least as many cards as it offers. So if a window cannot be filled, longer ones cannot
    either. No run lies in two windows, so going through all of them finds each run once.
    """

    lowest: int
    """The number cards of the lowest rank."""
    windows: tuple[Window, ...]


@cache
def lanes_of(width: int, seats: int, wild: int) -> tuple[Lane, ...]:
    """Return the lanes of all runs of a width, for a number of seats and of wild cards in hand."""
    suits = SUITS_OF[seats]
    lanes = (
        _lane(width, lowest, used, wild)
        # With one suit less than the width among the number cards, every rank needs a wild card.
        for present in range(max(width - 1, 1), min(width, len(suits)) + 1)
        for used in combinations(suits, present)
        for lowest in range(LOWEST, HIGHEST + 1)
    )
    return tuple(lane for lane in lanes if lane.windows)


def _lane(width: int, lowest: int, suits: Sequence[str], wild: int) -> Lane:
    in_suits = sum(SUIT_MASKS[suit] for suit in suits)
    windows = []
    for length in range(shortest_run(width), HIGHEST - lowest + 1 + wild + 1):
        ranks = range(lowest, min(lowest + length - 1, HIGHEST) + 1)
        grid = in_suits & sum(RANK_MASKS[rank] for rank in ranks)
        if width * length - grid.bit_count() <= wild:
            needed = (grid & RANK_MASKS[lowest], *(grid & SUIT_MASKS[suit] for suit in suits))
            windows.append(Window(Reading(width, length, lowest + length - 1), width * length, grid, needed))
    return Lane(in_suits & RANK_MASKS[lowest], tuple(windows))


@cache
def lanes_above(highest: Reading, seats: int, wild: int) -> tuple[Lane, ...]:
    """Return the lanes of the runs that beat a run; each has one window."""
    lanes = (
        Lane(lane.lowest, tuple(window for window in lane.windows if beats(window.reading, highest)))
        for lane in lanes_of(highest.width, seats, wild)
    )
    return tuple(lane for lane in lanes if lane.windows)


def plays_of(hand: int, highest: Reading | None, seats: int) -> list[Play]:
    """Return every combination that a hand may play: any if it leads, else those that beat the trick.

    Each set of cards is listed once for each reading: sets first, then runs, then bombs.
    """
    bombs = _bombs(hand, highest)
    if highest is None:
        return _sets(hand, None) + _all_runs(hand, seats) + bombs
    if is_bomb(highest):
        return bombs
    if highest.length == 1:
        return _sets(hand, highest) + bombs
    return _runs(hand, lanes_above(highest, seats, (hand & FACES).bit_count())) + bombs


def _sets(hand: int, highest: Reading | None) -> list[Play]:
    """Return the sets of a hand: all of them, or the higher ones of the same size (2.1)."""
    size, least = (0, LOWEST) if highest is None else (highest.width, highest.value + 1)
    if size > hand.bit_count():
        return []
    wild = by_size(hand & FACES)
    plays: list[Play] = []
    for rank in range(least, HIGHEST + 1):
        held = hand & RANK_MASKS[rank]
        if not held:
            continue
        for numbers, chosen in enumerate(by_size(held)):
            for faces, added in enumerate(wild):
                if numbers and size in (0, numbers + faces):
                    reading = Reading(numbers + faces, 1, rank)
                    plays += [Play(cards | more, reading) for cards in chosen for more in added]
    if size <= 1:
        plays += [
            Play(1 << card, Reading(1, 1, RANK_OF[card])) for card in cards_in(hand & FACES) if RANK_OF[card] >= least
        ]
    return plays


def _all_runs(hand: int, seats: int) -> list[Play]:
    size, wild = hand.bit_count(), (hand & FACES).bit_count()
    plays: list[Play] = []
    for width in range(1, len(SUITS_OF[seats]) + 2):
        if width * shortest_run(width) > size:
            break
        plays += _runs(hand, lanes_of(width, seats, wild))
    return plays


def _runs(hand: int, lanes: Iterable[Lane]) -> list[Play]:
    """Return the runs of a hand that lie in these lanes (2.2)."""
    wild = by_size(hand & FACES)
    faces = len(wild) - 1
    plays: list[Play] = []
    for lowest, windows in lanes:
        if hand & lowest:
            for reading, size, grid, needed in windows:
                held = hand & grid
                spare = held.bit_count() + faces - size
                if spare < 0:
                    break
                # A card of the grid that is left out makes room for one more wild card.
                for left_out, kept in enumerate(_kept(held, spare, needed)):
                    more = wild[faces - spare + left_out]
                    plays += [Play(cards | wild_cards, reading) for cards in kept for wild_cards in more]
    return plays


def _kept(held: int, most: int, needed: tuple[int, ...]) -> list[list[int]]:
    """Return what remains of a set without up to ``most`` of its cards, by the number of cards left out.

    At least one card of each needed part remains. So a card that is the only one of a part is never left out.
    """
    sole = 0
    for part in needed:
        there = held & part
        if not there:
            return []
        if not there & (there - 1):
            sole |= there
    if not most:
        return [[held]]
    bits = [1 << card for card in cards_in(held ^ sole)]
    kept = [[held], [held ^ bit for bit in bits]]
    kept += [[held - sum(left_out) for left_out in combinations(bits, count)] for count in range(2, most + 1)]
    for part in needed:
        if 1 < (held & part).bit_count() <= most:
            kept = [[cards for cards in level if cards & part] for level in kept]
    return kept


def _bombs(hand: int, highest: Reading | None) -> list[Play]:
    """Return the bombs of a hand: all of them, or those that beat a combination (2.3)."""
    among = BOMBS if all(hand & RANK_MASKS[rank] for rank in BOMB_RANKS) else FACE_BOMBS
    return [
        Play(cards, reading)
        for cards, reading in among.items()
        if cards & hand == cards and (highest is None or beats(reading, highest))
    ]


@cache
def by_size(cards: int) -> tuple[tuple[int, ...], ...]:
    """Return all subsets of a few cards, by their size."""
    bits = [1 << card for card in cards_in(cards)]
    return tuple(tuple(map(sum, combinations(bits, size))) for size in range(len(bits) + 1))
