"""A game of Čamba that changes in place, and a quick way to play it to its end.

``tests/engine/camba/test_game_in_place.py`` compares ``Game`` with the engine: the legal moves and their successors are
the same, except for the order of cards in a hand.
"""

from __future__ import annotations

from random import Random
from typing import Final, cast

from games.engine.camba.calls import Call
from games.engine.camba.cards import (
    CLASS_OF,
    COLOUR_OF,
    KVARTA,
    KVINTA,
    NO_CARD,
    OKTAVA,
    PRIMA,
    SEKUNDA,
    SEPTIMA,
    SEXTA,
    TERCIE,
)
from games.engine.camba.discards import Plays, plays_on
from games.engine.camba.drawing import cards_to_reshuffle, may_draw_without_need
from games.engine.camba.moves import DRAW, PASS, Draw, Move, Play
from games.engine.camba.state import (
    CLASS,
    COLOUR,
    DRAWN,
    NORMAL,
    PENDING,
    PLAYING,
    RESHUFFLING,
    SCORED,
    STICKING,
    State,
    next_seat,
)

STRAYS: Final = 6
"""In loose play, one in this number of moves is random."""
LONGEST: Final = 200
"""The number of moves after which a game is given up when it is played out, since it may never end."""


class Game:
    """A game from a decision on. Its fields mean the same as in ``State``, but the draw deck is reversed."""

    __slots__ = (
        "asked",
        "attempt",
        "direction",
        "draw",
        "drawn",
        "hands",
        "mode",
        "owed",
        "phase",
        "pile",
        "places",
        "rules",
        "seats",
        "top",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.seats = state.rules.seats
        self.phase = state.phase
        self.turn = state.turn
        self.direction = state.direction
        self.hands = [list(hand) for hand in state.hands]
        self.draw = list(reversed(state.draw))
        self.pile = list(state.pile)
        self.top = state.top
        self.mode = state.mode
        self.asked = state.asked
        self.drawn = state.drawn
        self.owed = state.owed
        self.places = list(state.places)
        self.attempt = state.attempt

    @property
    def is_over(self) -> bool:
        """True if all places are taken."""
        return self.phase == SCORED

    def plays(self) -> tuple[Plays, ...]:
        """Return the plays of each card of the deck; ``can_stick`` checks for another card in hand."""
        return plays_on(self.top, self.mode, self.asked)

    def can_stick(self, prima: int) -> bool:
        """Return whether the seat to act holds another card that can be discarded on a prima."""
        plays, hand = plays_on(prima, NORMAL, 0), self.hands[self.turn]
        return any(plays[card] for card in hand if card != prima) or (hand.count(prima) > 1 and bool(plays[prima]))

    def move(self, move: Move) -> None:
        """Make a legal move and all that follows, up to the next decision or reshuffle."""
        if isinstance(move, Play):
            self.play(move.card, move.call, move.named)
        elif isinstance(move, Draw):
            self.draw_cards(self.asked if self.mode == PENDING else 1)
            self._pass_slots(skips=False)
        else:
            self.phase, self.drawn = PLAYING, NO_CARD
            self._next()
            self._pass_slots(skips=False)

    def play(self, card: int, call: Call, named: int) -> None:
        """Discard a card of the seat to act, with a call."""
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.phase, self.drawn, self.owed = PLAYING, NO_CARD, 0
        if call is not Call.PASA_DOBLE:
            self.top = card
            if call is Call.TAKE_TWO:
                self.asked = (self.asked if self.mode == PENDING else 0) + 2
                self.mode = PENDING
            elif call is Call.CHANGES:
                self.mode, self.asked = COLOUR, named
            elif call is Call.VOJADZR:
                self.mode, self.asked = CLASS, named
            else:
                self.mode, self.asked = NORMAL, 0
        if call is Call.SEET:
            self.direction = -self.direction
        if call is Call.CAMBA_STICKS:
            self.phase = STICKING
        else:
            self._next()
        if call is Call.ALKONDOR_PASA_CHANGE:
            self._exchange()
        self._pass_slots(skips=call is Call.YOU_STAY)

    def draw_cards(self, count: int) -> None:
        """Draw cards for the seat to act; missing cards are owed if a reshuffle can bring more."""
        taken = min(count, len(self.draw))
        hand = self.hands[self.turn]
        first = self.draw[-1] if taken else NO_CARD
        for _ in range(taken):
            hand.append(self.draw.pop())
        self.owed = count - taken if len(self.pile) > 1 else 0
        self.phase, self.drawn = PLAYING, NO_CARD
        if self.owed:
            self.phase = RESHUFFLING
        elif self.rules.play_drawn_card and self.mode != PENDING and taken:
            self.phase, self.drawn = DRAWN, first
        else:
            self._next()
            if self.mode == PENDING:
                self.mode, self.asked = NORMAL, 0

    def reshuffled(self, deck: list[int]) -> None:
        """Turn the discard pile over, in this order, and continue the draw that waited."""
        self.draw, self.pile = deck[::-1], [self.top]
        self.attempt += 1
        self.draw_cards(self.owed)
        self._pass_slots(skips=False)

    def _next(self) -> None:
        seat, direction, seats, places = self.turn, self.direction, self.seats, self.places
        seat = (seat + direction) % seats
        while seat in places:
            seat = (seat + direction) % seats
        self.turn = seat

    def _exchange(self) -> None:
        taken = list(self.hands)
        for giver, hand in enumerate(self.hands):
            if giver not in self.places:
                taken[next_seat(cast("State", self), giver, self.direction)] = hand
        self.hands = taken

    def _pass_slots(self, *, skips: bool) -> None:
        """Pass the slots that need no decision, and end the game once all seats but one have finished."""
        while self.phase != RESHUFFLING:
            if not self.hands[self.turn]:
                if self.mode == PENDING:
                    self.draw_cards(self.asked)
                else:
                    self.places.append(self.turn)
                    if len(self.places) >= self.seats - 1:
                        self.places.append(next(seat for seat in range(self.seats) if seat not in self.places))
                        self.phase = SCORED
                        return
                    self._next()
            elif skips:
                self._next()
            else:
                return
            skips = False


# --- playing out ------------------------------------------------------------------------------------------------------

_WORTH: Final = tuple(
    {PRIMA: 4, SEKUNDA: 7, TERCIE: 1, KVARTA: -5, KVINTA: 0, SEXTA: -8, SEPTIMA: 0, OKTAVA: 6}[number]
    for number in CLASS_OF
)
"""The worth of playing each card, besides its colour."""


def play_out(game: Game, luck: Random) -> None:
    """Play a game to its end, or give up after LONGEST moves. No level plays its own moves this way."""
    for _ in range(LONGEST):
        if game.phase == SCORED:
            return
        if not _reshuffled(game, luck):
            _play(game)


def play_loosely(game: Game, luck: Random) -> None:
    """Play a game to its end, or give up after LONGEST moves, as people may: with a random move now and then."""
    for _ in range(LONGEST):
        if game.phase == SCORED:
            return
        if not _reshuffled(game, luck):
            if luck.randrange(STRAYS):
                _play(game)
            else:
                game.move(luck.choice(legal_moves(game)))


def _reshuffled(game: Game, luck: Random) -> bool:
    """Reshuffle if that is due; return whether it was."""
    if game.phase != RESHUFFLING:
        return False
    deck = list(cards_to_reshuffle(cast("State", game)))
    luck.shuffle(deck)
    game.reshuffled(deck)
    return True


def _play(game: Game) -> None:
    """Make the move that looks best at once."""
    hand, plays = game.hands[game.turn], game.plays()
    colours = [0, 0, 0, 0]
    for card in hand:
        colours[COLOUR_OF[card]] += 2
    best, most = NO_CARD, -1000
    for card in hand if game.drawn == NO_CARD else (game.drawn,):
        if plays[card]:
            worth = colours[COLOUR_OF[card]] + _WORTH[card]
            if worth > most:
                best, most = card, worth
    if best == NO_CARD:
        game.move(PASS if game.phase == DRAWN else DRAW)
        return
    ways = plays[best]
    number = CLASS_OF[best]
    if number == PRIMA:
        way = ways[-1] if game.can_stick(best) else ways[0]
    elif number == KVARTA:
        colours[COLOUR_OF[best]] -= 2
        way = ways[colours.index(max(colours))]
    elif number == KVINTA:
        classes = [CLASS_OF[card] for card in hand if card != best]
        way = ways[max(classes, key=classes.count) - 1] if classes else ways[0]
    elif number == SEPTIMA:
        giver = next_seat(cast("State", game), game.turn, -game.direction)
        way = ways[-1] if len(hand) - 1 > len(game.hands[giver]) else ways[0]
    else:
        way = ways[0]
    game.play(best, way.call, way.named)


def legal_moves(game: Game) -> list[Move]:
    """Return the legal moves, as the engine lists them."""
    plays, hand = game.plays(), sorted(set(game.hands[game.turn]))
    moves: list[Move] = []
    for card in hand if game.phase != DRAWN else [game.drawn]:
        ways: list[Move] = [*plays[card]]
        moves += ways[:1] if CLASS_OF[card] == PRIMA and ways and not game.can_stick(card) else ways
    if game.phase == DRAWN:
        return [*moves, PASS]
    must_or_may = game.mode == PENDING or not moves
    if not must_or_may:
        must_or_may = may_draw_without_need(game.rules, len(game.draw) + len(game.pile), game.attempt)
    return [*moves, DRAW] if must_or_may and game.phase == PLAYING else moves
