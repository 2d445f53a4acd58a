"""The captures of a played card: rank, sum, fifteen, and the ace that takes all (table B, "capture")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import ClassVar, Final

from games.engine.cards import bits_in, cards_in
from games.engine.fishing.cards import DECK, MATTA, RANK_OF
from games.engine.fishing.moves import Play
from games.engine.fishing.ruleset import Ace, Capture, Courts, Ruleset

REMEMBERED: Final = 30_000_000
"""The approximate limit in bytes for all remembered plays together, of all games and cards."""
_TABLE, _PLAY = 200, 72
"""The estimated bytes of a remembered table, and of each of its plays."""
FEW: Final = 12
"""The most table cards for which plays are remembered. Larger tables are rare and have thousands of plays."""

_COURT_VALUES: Final = {
    Courts.JQK: {7: 8, 8: 9, 9: 10},
    Courts.QJK: {7: 9, 8: 8, 9: 10},
}


def values_of(courts: Courts, matta: int = 0) -> tuple[int, ...]:
    """Return the capture value of each card, 1 to 10; ``matta`` is the value of the declared 7♥, or 0 without one."""
    court = _COURT_VALUES[courts]
    values = [court.get(rank, rank + 1) for rank in RANK_OF]
    if matta:
        values[MATTA] = matta
    return tuple(values)


class Memory(dict[int, tuple[Play, ...]]):
    """The plays of a card by the table cards. When all memories together exceed the limit, all are cleared."""

    _all: ClassVar[list[Memory]] = []
    size: ClassVar[int] = 0
    """The size of all memories together, in bytes by estimate."""

    def __init__(self, work_out: Callable[[int], tuple[Play, ...]]) -> None:
        super().__init__()
        self._work_out = work_out
        self._all.append(self)

    def __missing__(self, table: int) -> tuple[Play, ...]:
        plays = self._work_out(table)
        if table.bit_count() <= FEW:
            if Memory.size >= REMEMBERED:
                for memory in self._all:
                    memory.clear()
                Memory.size = 0
            self[table] = plays
            Memory.size += _TABLE + _PLAY * len(plays)
        return plays


class Captures:
    """The captures under one set of capture rules, for one value of the seven of hearts.

    The captures of a card depend only on part of the table. ``_first`` and ``_others`` name that part for each value.
    If a card of ``_first`` lies on the table, only those of ``_first`` matter (a card of the same rank excludes sums);
    otherwise only ``_others`` do. Plays are remembered by that part, so that tables which differ elsewhere share them.
    """

    def __init__(
        self, mode: Capture, ace: Ace, ace_fifteen: bool, compulsory: bool, courts: Courts, matta: int = 0
    ) -> None:
        self.mode = mode
        self.ace = ace
        self.ace_fifteen = ace_fifteen
        self.compulsory = compulsory
        self.values = values_of(courts, matta)
        self.same_value = tuple(self._worth(value, value) for value in range(11))
        self._cards = tuple(
            (self._first(value), self._others(value), Memory(partial(self._work_out, card)))
            for card, value in enumerate(self.values)
        )

    def plays(self, table: int, card: int) -> tuple[Play, ...]:
        """Return the legal plays of a card, sorted by the captured set; laying the card down comes first."""
        first, others, remembered = self._cards[card]
        return remembered[table & first or table & others]

    def matters(self, card: int) -> tuple[int, int]:
        """Return the two parts of the table that decide the captures of a card: ``_first`` and ``_others``."""
        first, others, _ = self._cards[card]
        return first, others

    def plays_of_hand(self, table: int, hand: int) -> tuple[Play, ...]:
        """Return the legal plays of all cards of a hand, card by card."""
        plays: tuple[Play, ...] = ()
        cards = self._cards
        while hand:
            lowest = hand & -hand
            first, others, remembered = cards[lowest.bit_length() - 1]
            plays += remembered[table & first or table & others]
            hand ^= lowest
        return plays

    def allows(self, table: int, play: Play) -> bool:
        """Return whether the capture rules allow a play on this table."""
        first, others, remembered = self._cards[play.card]
        part = table & first or table & others
        if part.bit_count() <= FEW or (self.compulsory and not play.capture):
            return play in remembered[part]
        return not play.capture or self.may_take(table, play.card, play.capture)

    def may_take(self, table: int, card: int, capture: int) -> bool:
        """Return whether a card may take exactly these cards, without working out its other captures."""
        if not capture or capture & ~table:
            return False
        value = self.values[card]
        same = table & self.same_value[value]
        one_of_same = capture & (capture - 1) == 0 and capture & same != 0
        if value == 1 and self.ace is not Ace.PLAIN:
            if same:
                return one_of_same or (self.ace_fifteen and self.total(capture) == 14)
            return capture == table or (self.ace is Ace.MAY_TAKE_ALL and self.total(capture) == 14)
        if same and self.mode is Capture.RANK_BEFORE_SUM:
            return one_of_same
        return self.total(capture) in self._totals(value, table)

    def _work_out(self, card: int, part: int) -> tuple[Play, ...]:
        captures = self._captures(part, self.values[card])
        captures.sort()
        if not (captures and self.compulsory):
            captures.insert(0, 0)
        return tuple([Play(card, capture) for capture in captures])

    def _captures(self, table: int, value: int) -> list[int]:
        """Return every set of table cards that a card of this value may take, each once."""
        same = table & self.same_value[value]
        if value == 1 and self.ace is not Ace.PLAIN:
            return self._captures_of_ace(table, same)
        if same and self.mode is Capture.RANK_BEFORE_SUM:
            return bits_in(same)
        return self._with_total(table, *self._totals(value, table))

    def _totals(self, value: int, table: int) -> Sequence[int]:
        """Return the totals that captured cards may have, where sums count."""
        if self.mode is Capture.RANK_BEFORE_SUM:
            return (value,)
        if self.mode is Capture.FIFTEEN:
            return (15 - value,)
        if self.mode is Capture.FIFTEENS:
            return range(15 - value, self.total(table) + 1, 15)
        return (value, 15 - value)

    def _captures_of_ace(self, table: int, aces: int) -> list[int]:
        if aces:
            return bits_in(aces) + (self._with_total(table, 14) if self.ace_fifteen else [])
        if not table:
            return []
        fourteens = [] if self.ace is Ace.MUST_TAKE_ALL else self._with_total(table, 14)
        return fourteens if table in fourteens else [table, *fourteens]

    def _with_total(self, table: int, *totals: int) -> list[int]:
        """Return the sets of table cards that add up to one of these totals."""
        bits = bits_in(table)
        values = tuple([self.values[bit.bit_length() - 1] for bit in bits])
        if len(bits) > FEW:
            return _adding_many(bits, values, totals)
        return [sum([bits[place] for place in places]) for total in totals for places in _adding(values, total)]

    def _worth(self, least: int, most: int) -> int:
        return sum(1 << card for card, value in enumerate(self.values) if least <= value <= most)

    def _first(self, value: int) -> int:
        if value == 1 and self.ace is not Ace.PLAIN:
            return 0 if self.ace_fifteen else self.same_value[1]
        return self.same_value[value] if self.mode is Capture.RANK_BEFORE_SUM else 0

    def _others(self, value: int) -> int:
        if (value == 1 and self.ace is not Ace.PLAIN) or self.mode is Capture.FIFTEENS:
            return DECK.full
        if self.mode is Capture.RANK_BEFORE_SUM:
            return self._worth(1, value - 1)
        if self.mode is Capture.FIFTEEN:
            return self._worth(1, 15 - value)
        return self._worth(1, max(value, 15 - value))

    def total(self, cards: int) -> int:
        """Return the total of the capture values of a set of cards."""
        return sum([self.values[card] for card in cards_in(cards)])


@lru_cache(maxsize=20_000)
def _adding(values: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...]:
    """Return every choice of values that adds up to a total, each as the places of its values.

    Tables have few different values, so this cache knows most tables that have new combinations of suits.
    """
    sums: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for place, value in enumerate(values):
        sums += [(before + value, (*places, place)) for before, places in sums if before + value <= total]
    return tuple([places for reached, places in sums if reached == total])


def _adding_many(bits: Sequence[int], values: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Return the sets of many cards that add up to one of these totals.

    It combines the totals of both halves of the cards, and so it skips almost all sets that miss the totals.
    """
    most, half = max(totals, default=0), len(bits) // 2
    low = _by_total(bits[:half], values[:half], most)
    high = _by_total(bits[half:], values[half:], most)
    return [
        upper | lower
        for total in totals
        for reached, uppers in high.items()
        for lower in low.get(total - reached, ())
        for upper in uppers
    ]


def _by_total(bits: Sequence[int], values: Sequence[int], most: int) -> dict[int, list[int]]:
    """Return all sets of these cards by their total, for totals up to ``most``."""
    sets = {0: [0]}
    for bit, value in zip(bits, values, strict=True):
        for total, found in sorted(sets.items(), reverse=True):
            if total + value <= most:
                sets.setdefault(total + value, []).extend([cards | bit for cards in found])
    return sets


_shared = cache(Captures)  # unbounded: there are a few dozen, and an evicted one would leave its memories behind


def captures_of(ruleset: Ruleset, matta: int = 0) -> Captures:
    """Return the captures of a ruleset; rulesets with the same capture rules share the remembered plays."""
    return _shared(ruleset.capture, ruleset.ace, ruleset.ace_fifteen, ruleset.compulsory, ruleset.courts, matta)
