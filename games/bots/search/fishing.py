"""A round of a fishing game that changes in place, for searches that play it to its end thousands of times.

The engine makes a new state for each move, and events to store; a search needs neither.
``tests/engine/fishing/test_round.py`` compares ``Round`` with the engine: legal moves, successors and scores are the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.engine.fishing.deciding import legal_moves, sweep
from games.engine.fishing.declarations import best_declaration, declarations_of, paying_trios
from games.engine.fishing.events import Declared
from games.engine.fishing.moves import Declare, Move, Play
from games.engine.fishing.rules import Rules
from games.engine.fishing.scoring import all_diamonds, match_is_won, score_sheet
from games.engine.fishing.state import DECLARING, NO_SIDE, OVER, PLAYING, SCORED, State


class Round:
    """A round from the first decision after its deal on. Its fields mean the same as in ``State``."""

    __slots__ = (
        "bonus",
        "captures",
        "dealer",
        "hands",
        "held",
        "matta",
        "phase",
        "piles",
        "rules",
        "shown",
        "stock",
        "sweeps",
        "table",
        "taker",
        "totals",
        "turn",
        "winner",
    )

    def __init__(self, state: State | Round) -> None:
        self.rules: Rules = state.rules
        self.phase: int = state.phase
        self.dealer: int = state.dealer
        self.turn: int = state.turn
        self.table: int = state.table
        self.hands: list[int] = list(state.hands)
        self.piles: list[int] = list(state.piles)
        self.sweeps: list[int] = list(state.sweeps)
        self.bonus: list[int] = list(state.bonus)
        self.stock: Sequence[int] = state.stock
        self.totals: tuple[int, ...] = state.totals
        self.taker: int = state.taker
        self.matta: int = state.matta
        self.shown: list[int] = list(state.shown)
        self.winner: int = state.winner
        self.captures = self.rules.captures[self.matta]
        self.held = sum(self.hands).bit_count()
        """The number of cards in all hands."""

    @property
    def is_over(self) -> bool:
        """True if the round is over."""
        return self.phase in (SCORED, OVER)

    def legal_moves(self) -> Sequence[Move]:
        """Return the legal moves, as the engine lists them."""
        return legal_moves(cast("State", self))

    def move(self, move: Move) -> None:
        """Make a legal move."""
        if type(move) is Play:
            self.play(move.card, move.capture)
            return
        if isinstance(move, Declare):
            declarations = declarations_of(cast("State", self), self.turn)
            self._declare(next(declared for possible, declared in declarations if possible == move))
        if self.phase == DECLARING:
            if self.turn == self.dealer:
                self.phase = PLAYING
            self.turn = (self.turn + 1) % self.rules.seats

    def announce(self) -> None:
        """Make the first announcement of the seat to act, if it has one; for games that announce in turn."""
        if not self.shown[self.turn]:
            for _, declared in declarations_of(cast("State", self), self.turn):
                self._declare(declared)
                return

    def play(self, card: int, capture: int) -> None:
        """Make a legal play and all that follows, up to the next decision."""
        rules, seat, bit = self.rules, self.turn, 1 << card
        side = rules.side_of[seat]
        if capture and capture == self.table:
            self.sweeps[side] += sweep(cast("State", self), card, capture)
        self.hands[seat] ^= bit
        if self.shown[seat]:
            self.shown[seat] &= ~bit
        if capture:
            self.table ^= capture
            self.piles[side] |= capture | bit
            self.taker = side
            if rules.cappotto and all_diamonds(self.piles[side]):
                self.phase, self.winner = OVER, side
        else:
            self.table |= bit
        self.turn = (seat + 1) % rules.seats
        self.held -= 1
        if not self.held and self.winner == NO_SIDE:
            if self.stock:
                self._deal()
            else:
                self._end()

    def _deal(self) -> None:
        """Deal the next packet, and make the announcements that the engine makes."""
        rules, stock = self.rules, self.stock
        seats = rules.seats
        count = min(rules.ruleset.hand * seats, len(stock))
        seat = first = (self.dealer + 1) % seats
        for place in range(seats):
            hand = 0
            for card in stock[place:count:seats]:
                hand |= 1 << card
            self.hands[seat] = hand
            seat = (seat + 1) % seats
        self.stock = stock[count:]
        self.held = count
        self.turn = first
        if rules.asks_for_declarations:
            self.phase = DECLARING
        elif rules.declares_for_players:
            paying = paying_trios(rules.ruleset.announce, rules.ruleset.courts)
            for place in range(seats):
                seat = (first + place) % seats
                if self.hands[seat] in paying and (declared := best_declaration(cast("State", self), seat)):
                    self._declare(declared)

    def _declare(self, declared: Declared) -> None:
        self.shown[declared.seat] |= declared.cards
        self.bonus[self.rules.side_of[declared.seat]] += declared.points
        if declared.matta:
            self.matta = declared.matta
            self.captures = self.rules.captures[self.matta]

    def _end(self) -> None:
        """Give the cards left on the table to the side that captured last, and end the round."""
        if self.table and self.taker != NO_SIDE:
            self.piles[self.taker] |= self.table
            self.table = 0
            if self.rules.cappotto and all_diamonds(self.piles[self.taker]):
                self.phase, self.winner = OVER, self.taker
                return
        self.phase = SCORED

    def scores(self) -> tuple[int, ...]:
        """Return the points of the round, per side; zeros if all ten diamonds ended the match."""
        if self.winner != NO_SIDE:
            return self.rules.nothing
        lines = score_sheet(cast("State", self))
        return tuple(map(sum, zip(*[line.points for line in lines], strict=True)))

    def totals_after(self) -> tuple[tuple[int, ...], bool]:
        """Return the totals including this round, and whether they end the match."""
        totals = tuple(map(sum, zip(self.totals, self.scores(), strict=True)))
        return totals, self.winner != NO_SIDE or match_is_won(totals, self.rules.ruleset)
