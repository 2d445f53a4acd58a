"""A round of Haggis that changes in place, for searches that play it to its end.

``tests/engine/haggis/test_round.py`` compares ``Round`` with the engine: successors and scores are the same. Captured
cards are counted at once, since only their points matter.
"""

from __future__ import annotations

from games.engine.cards import mask_of
from games.engine.haggis.combinations import Reading, is_bomb, readings_of
from games.engine.haggis.moves import Bet, Move, Play
from games.engine.haggis.rules import Scoring
from games.engine.haggis.scoring import CARD_POINTS, POINTS_PER_CARD, bet_points, match_is_won
from games.engine.haggis.state import PLAYING, State

_ONES, _TWOS, _FOURS = (
    mask_of(card for card, points in enumerate(CARD_POINTS[Scoring.OLD]) if points & bit) for bit in (1, 2, 4)
)
"""The cards that have 1, 2 or 4 in the binary form of their points, with the option ``scoring`` at ``old``."""


class Round:
    """A round from a decision on. Its fields mean the same as in ``State`` unless they say otherwise."""

    __slots__ = (
        "bets",
        "haggis",
        "hands",
        "is_over",
        "out",
        "passed",
        "points",
        "rules",
        "totals",
        "trick",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.turn = state.turn
        self.hands = list(state.hands)
        self.haggis = state.haggis
        self.trick: list[tuple[int, int, Reading]] = [(play.seat, play.cards, play.reading) for play in state.trick]
        """The seat, the cards and the reading of each play."""
        self.passed = len(state.passed)
        """The number of passes since the last play."""
        self.bets = list(state.bets)
        self.out = list(state.out)
        points = CARD_POINTS[state.rules.scoring]
        self.points = [
            got + sum([points[card] for card in cards])
            for got, cards in zip(state.out_points, state.captured, strict=True)
        ]
        """The points of each seat so far, without bets."""
        self.totals = state.totals
        self.is_over = state.phase != PLAYING

    def move(self, move: Move) -> None:
        """Make a legal move; a play with several readings must name its own."""
        if isinstance(move, Play):
            self.play(move.cards, move.reading or readings_of(move.cards)[0])
        elif isinstance(move, Bet):
            self.bets[self.turn] = move.points
        else:
            self.pass_()

    def play(self, cards: int, reading: Reading) -> None:
        """Play a combination, with its consequences if these were the seat's last cards."""
        seat, hands = self.turn, self.hands
        hands[seat] ^= cards
        self.trick.append((seat, cards, reading))
        self.passed = 0
        self.turn = self._after(seat)
        if not hands[seat]:
            self.points[seat] += POINTS_PER_CARD * max([hand.bit_count() for hand in hands])
            self.out.append(seat)
            if len(self.out) == len(hands) - 1:
                self._end()

    def pass_(self) -> None:
        """Play nothing; the trick ends when all others have passed in succession."""
        winner = self.trick[-1][0]
        self.passed += 1
        if self.passed < sum([1 for seat, hand in enumerate(self.hands) if hand and seat != winner]):
            self.turn = self._after(self.turn)
            return
        self._trick_ended(winner)
        self.turn = winner if self.hands[winner] else self._after(winner)

    def scores(self) -> tuple[int, ...]:
        """Return the points of a finished round, per seat."""
        bets = bet_points(tuple(self.bets), self.out[0])
        return tuple(points + bet for points, bet in zip(self.points, bets, strict=True))

    def totals_after(self) -> tuple[tuple[int, ...], bool]:
        """Return the totals including this round, and whether they end the match."""
        totals = tuple(map(sum, zip(self.totals, self.scores(), strict=True)))
        return totals, match_is_won(totals, self.rules.target)

    def _after(self, seat: int) -> int:
        """Return the first seat after this one that still has cards."""
        hands, seats = self.hands, len(self.hands)
        for step in range(1, seats):
            if hands[(seat + step) % seats]:
                return (seat + step) % seats
        return seat

    def _trick_ended(self, winner: int) -> None:
        taker = winner
        if is_bomb(self.trick[-1][2]):
            taker = self.trick[-2][0] if len(self.trick) > 1 else (winner - 1) % len(self.hands)
        self.points[taker] += sum([points_of(cards, self.rules.scoring) for _, cards, _ in self.trick])
        self.trick, self.passed = [], 0

    def _end(self) -> None:
        self._trick_ended(self.trick[-1][0])
        scoring = self.rules.scoring
        self.points[self.out[0]] += points_of(self.haggis, scoring) + sum(
            [points_of(hand, scoring) for hand in self.hands]
        )
        self.is_over = True


def points_of(cards: int, scoring: Scoring) -> int:
    """Return the points of a set of captured cards."""
    if scoring is Scoring.NEW:
        return cards.bit_count()
    return (cards & _ONES).bit_count() + 2 * (cards & _TWOS).bit_count() + 4 * (cards & _FOURS).bit_count()
