"""Haggis behind the interface of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from games.engine.haggis import dealing, deciding, evolve, moves, showing, view, words
from games.engine.haggis.cards import DECK, NUMBER_CARDS
from games.engine.haggis.events import Ended, Event
from games.engine.haggis.moves import HaggisMove, Move, Play
from games.engine.haggis.published import published
from games.engine.haggis.rules import OPTIONS, rules_of
from games.engine.haggis.state import NO_SEAT, OVER, TO_DEAL, State
from games.engine.haggis.text import TEXT
from games.engine.haggis.view import View
from games.engine.options import Options
from games.engine.protocol import Direction, Game, Outcome, RoundResult, Shuffle
from games.engine.seats import each_alone, placings
from games.engine.violations import RuleViolation


class HaggisGame(Game[State, Event, Move, View]):
    """Haggis for two and three. What each method does is said in ``Game``."""

    key = "haggis"
    name = "Haggis"
    summary = (
        "A climbing game for two or three. Lead a set, a run or a bomb and others must beat it with a higher one of "
        "the same shape; your jack, queen and king are wild, or bombs. Going out first pays for every card left in "
        "the largest hand, captured cards pay too, and you may bet on being first; 250 points win."
    )
    text = TEXT
    version = 1
    direction = Direction.CLOCKWISE
    seats = tuple(NUMBER_CARDS)
    options = OPTIONS
    deck = DECK
    state_decoder = msgspec.json.Decoder(State)
    events_decoder = msgspec.json.Decoder(tuple[Event, ...])

    # --- how the game goes --------------------------------------------------------------------------------------------

    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        return each_alone(seats)

    def start(self, options: Options, seats: int, dealer: int) -> State:
        nothing = (0,) * seats
        return State(
            rules=rules_of(options, seats),
            phase=TO_DEAL,
            round=0,
            dealer=dealer,
            turn=NO_SEAT,
            hands=nothing,
            haggis=0,
            trick=(),
            passed=(),
            captured=((),) * seats,
            bets=nothing,
            out=(),
            out_points=nothing,
            totals=nothing,
        )

    def to_act(self, state: State) -> int:
        return deciding.to_act(state)

    def chance(self, state: State) -> Shuffle:
        return Shuffle(kind="deck", round=dealing.next_round(state), attempt=0, cards=NUMBER_CARDS[state.rules.seats])

    def deal(self, state: State, deck: Sequence[int]) -> Sequence[Event]:
        cards = NUMBER_CARDS[state.rules.seats]
        if sorted(deck) != list(cards):
            raise RuleViolation("bad_deck", f"A deck is the {len(cards)} number cards, each once.")
        return [dealing.deal(state, deck)]

    def legal_moves(self, state: State) -> Sequence[Move]:
        return deciding.legal_moves(state)

    def decide(self, state: State, seat: int, move: Move) -> Sequence[Event]:
        return deciding.decide(state, seat, move)

    def completed(self, state: State, seat: int, move: Move) -> Move:
        if not isinstance(move, Play) or move.reading is not None:
            return move
        return Play(move.cards, deciding.reading_played(state, seat, move))

    def evolve(self, state: State, event: Event) -> State:
        return evolve.evolve(state, event)

    def totals(self, state: State) -> tuple[int, ...]:
        return state.totals

    def round_number(self, state: State) -> int:
        return state.round

    def round_result(self, event: Event) -> RoundResult | None:
        if not isinstance(event, Ended):
            return None
        categories = tuple(words.category(line, event) for line in event.lines)
        return RoundResult(
            round=event.round, dealer=event.dealer, scores=event.scores, totals=event.totals, categories=categories
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        places = placings(state.totals)
        return Outcome(totals=state.totals, places=places, winner=places.index(1))

    # --- who may see what ---------------------------------------------------------------------------------------------

    def observe(self, state: State, seat: int | None) -> View:
        return view.observe(state, seat)

    def visible(self, event: Event, seat: int | None) -> dict[str, Any] | None:
        return showing.visible(event, seat)

    def imagine(self, seen: View, random: Random) -> State:
        return view.imagine(seen, random)

    # --- the border ---------------------------------------------------------------------------------------------------

    def published(self) -> dict[str, Any]:
        return published(self.key, self.name, self.summary)

    def view_type(self) -> Any:
        return showing.HaggisTable

    def show(self, seen: View) -> showing.HaggisTable:
        return showing.show(seen)

    def move_type(self) -> Any:
        return HaggisMove

    def read_move(self, data: Mapping[str, Any]) -> Move:
        return moves.read_move(data)

    def write_move(self, move: Move) -> dict[str, Any]:
        return moves.write_move(move)

    def sentence(self, seen: View, move: Move) -> str:
        return words.sentence(seen, move)

    def kind_of(self, move: Move) -> str:
        return words.kind_of(move)

    def card_in_words(self, card: int) -> str:
        return words.card_in_words(card)

    def tell(self, seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> str:
        return words.told(seen, seats, sides)

    def truth(self, state: State) -> dict[str, Any]:
        return showing.truth(state)
