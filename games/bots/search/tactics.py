"""Playouts of fishing games: table look-ups give the worth of a capture and of the cards that it leaves.

The cards on the table are counted by *kind*: cards that capture alike and have the same worth. The captures of a card
depend on one part of the table, and are cached by it. The table that a play leaves is judged by its scoring cards and
its total. All hands of an imagined deal are known, so it is clear whether the next player can sweep that total. A move
thus costs one look-up for each card of the hand. No level plays its own moves this way.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

from games.bots.knowledge.fishing import SWEEP, VALUES
from games.bots.search.fishing import Round
from games.engine.cards import cards_in
from games.engine.fishing.captures import Captures
from games.engine.fishing.cards import DECK
from games.engine.fishing.ruleset import Ace, Capture
from games.engine.fishing.state import PLAYING

REMEMBERED: Final = 50_000
"""The number of parts of tables cached for one set of capture rules: some 25 MB."""
SCALE: Final = 20
"""The factor from worths to whole twentieths, which add up to the same sums on every machine."""
WORTH: Final = tuple(round(SCALE * value) for value in VALUES)
SWEPT: Final = round(SCALE * SWEEP)
LEFT: Final = tuple(round(0.3 * SCALE * (value - 1.0)) for value in VALUES)
"""The cost of leaving each card on the table: a part of its worth above that of an ordinary card."""
STRAYS: Final = 10
"""In loose play, fewer good plays than this number lie between two random ones."""
_WIDTH: Final = 3
"""The bits of a table's number for the count of each kind."""


class Way(NamedTuple):
    """A way to play a card of some kind."""

    worth: int
    """The worth of the play, without the total that it leaves and without a sweep."""
    less: int
    """The decrease of the total of the table."""
    taken: int
    """The decrease of the number of the table."""
    kinds: tuple[int, ...]
    """The kind of each captured card, as the set of that kind's cards; empty if the card is laid down."""


class Ways(dict[int, tuple[Way, ...]]):
    """The ways to play a card, by the part of a table's number that matters for it."""

    def __init__(self, tactics: Tactics, card: int) -> None:
        super().__init__()
        self._tactics = tactics
        self._card = card
        self._way = cache(self._worked_out)
        """A cache of ways by capture: captures have few cards, and the same ones recur."""

    def __missing__(self, part: int) -> tuple[Way, ...]:
        tactics = self._tactics
        tactics.count()
        plays = tactics.captures.plays(tactics.table_of(part), self._card)
        alike = {way.taken: way for way in [self._way(play.capture) for play in plays]}
        ways = self[part] = tuple(alike.values())
        return ways

    def _worked_out(self, capture: int) -> Way:
        tactics, card = self._tactics, self._card
        if not capture:
            worth = -WORTH[card] - LEFT[card]
            return Way(worth, -tactics.captures.values[card], -tactics.numbers[1 << card], ())
        taken = list(cards_in(capture))
        return Way(
            WORTH[card] + sum([WORTH[one] + LEFT[one] for one in taken]),
            tactics.captures.total(capture),
            tactics.number_of(capture),
            tuple([tactics.kinds[1 << one] for one in taken]),
        )


class Tactics:
    """Look-up tables for one set of capture rules. Their keys are cards, each as a mask with one bit."""

    def __init__(self, captures: Captures) -> None:
        self.captures = captures
        sets: dict[tuple[int, float], int] = {}
        for card in range(DECK.size):
            kind = captures.values[card], VALUES[card]
            sets[kind] = sets.get(kind, 0) | 1 << card
        self.numbers: dict[int, int] = {}
        """The number that each card adds to the number of a table."""
        self.kinds: dict[int, int] = {}
        """All cards of each card's kind."""
        self._first: dict[int, int] = {}
        """The first cards of a kind, by the number that they add up to."""
        for place, cards in enumerate(sets.values()):
            first = 0
            for count, card in enumerate(cards_in(cards), start=1):
                self.numbers[1 << card] = 1 << _WIDTH * place
                self.kinds[1 << card] = cards
                first |= 1 << card
                self._first[count << _WIDTH * place] = first
        self.ways: dict[int, tuple[int, int, Ways]] = {}
        """For each card: the fields of a table's number that decide alone unless all are 0, the fields that decide
        otherwise, and the ways by these fields."""
        for cards in sets.values():
            last = cards.bit_length() - 1  # table_of takes the first cards of a kind, so this one lies on no table
            ways = Ways(self, last)
            alone, others = (self._fields(part) for part in captures.matters(last))
            self.ways |= {1 << card: (alone, others, ways) for card in cards_in(cards)}
        self.sweeping = [self._sweeping(total) for total in range(captures.total(DECK.full) + 1)]
        """The cards that may sweep a table, by its total."""
        self._remembered = 0

    def ways_of(self, card: int, number: int) -> tuple[Way, ...]:
        """Return the ways to play a card, given as a mask with one bit, on the table with a number."""
        first, others, ways = self.ways[card]
        return ways[number & first or number & others]

    def number_of(self, table: int) -> int:
        """Return the number of a table: the counts of its kinds."""
        return sum([self.numbers[1 << card] for card in cards_in(table)])

    def table_of(self, number: int) -> int:
        """Return one of the tables with this number."""
        table = 0
        while number:
            field = (1 << _WIDTH) - 1 << ((number & -number).bit_length() - 1) // _WIDTH * _WIDTH
            table |= self._first[number & field]
            number &= ~field
        return table

    def count(self) -> None:
        """Count a cached part, and clear the cache if there are too many."""
        self._remembered += 1
        if self._remembered > REMEMBERED:
            self._remembered = 0
            for _, _, ways in self.ways.values():
                ways.clear()

    def _fields(self, cards: int) -> int:
        ones = {self.numbers[1 << card] for card in cards_in(cards)}
        return sum(ones) * ((1 << _WIDTH) - 1)

    def _sweeping(self, total: int) -> int:
        values = [value for value in range(1, 11) if total and self._sweeps(value, total)]
        return sum([self.captures.same_value[value] for value in values])

    def _sweeps(self, value: int, total: int) -> bool:
        captures = self.captures
        if value == 1 and captures.ace is not Ace.PLAIN:
            return captures.ace is Ace.MAY_TAKE_ALL
        if captures.mode is Capture.FIFTEENS:
            return (value + total) % 15 == 0
        fifteen = captures.mode in (Capture.FIFTEEN, Capture.RANK_SUM_OR_FIFTEEN) and value + total == 15
        return fifteen or (captures.mode is not Capture.FIFTEEN and value == total)


tactics_of = cache(Tactics)
"""Return the tactics of captures; rulesets with the same capture rules share them."""


def play_out(played: Round) -> int:
    """Play a round to its end, and make every possible announcement; return the number of moves."""
    moves = 0
    while not played.is_over:
        if played.phase != PLAYING:
            played.move(played.legal_moves()[0])
            moves += 1
        else:
            moves += _play_packet(played)
    return moves


def play_loosely(played: Round, luck: Random) -> None:
    """Play a round to its end as people may: now and then, at each seat alike, a player plays any card."""
    while not played.is_over:
        if played.phase == PLAYING:
            _play_packet(played, luck.randrange(STRAYS))
        if not played.is_over:
            played.move(luck.choice(played.legal_moves()))


_NO_WAY: Final = Way(0, 0, 0, ())


def _play_packet(played: Round, most: int = 99) -> int:
    """Play cards until a new packet, an announced 7♥, the end of the round or ``most`` plays; return their number."""
    tactics = tactics_of(played.captures)
    all_ways, sweeping, hands, play = tactics.ways, tactics.sweeping, played.hands, played.play
    number, total, cards = tactics.number_of(played.table), tactics.captures.total(played.table), played.held
    seats = played.rules.seats
    in_turn = played.rules.announces_in_turn
    chosen = _NO_WAY
    for made in range(min(cards, most)):
        hand, next_hand, best, card = hands[played.turn], hands[(played.turn + 1) % seats], -1_000_000, 0
        if in_turn:
            played.announce()
            if played.captures is not tactics.captures:
                return made
            hand = played.shown[played.turn] or hand
        while hand:
            bit = hand & -hand
            hand ^= bit
            first, others, ways = all_ways[bit]
            for way in ways[number & first or number & others]:
                worth, less, taken, _ = way
                if next_hand & sweeping[total - less]:
                    worth -= SWEPT
                if taken == number:
                    worth += SWEPT
                if worth > best:
                    best, card, chosen = worth, bit, way
        _, less, taken, kinds = chosen
        capture = 0
        for kind in kinds:
            lying = played.table & kind & ~capture
            capture |= lying & -lying
        total -= less
        number -= taken
        play(card.bit_length() - 1, capture)
        if played.phase != PLAYING:
            return made + 1
    return min(cards, most)
