"""Čamba behind the interface of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from games.engine.camba import dealing, deciding, evolve, moves, scoring, showing, view, words
from games.engine.camba.calls import CALLS
from games.engine.camba.cards import CLASS_NAMES, CLASSES, COLOUR_NAMES, COLOURS, DECK, NO_CARD
from games.engine.camba.events import Ended, Event
from games.engine.camba.moves import CambaMove, Move
from games.engine.camba.rules import OPTIONS, rules_of
from games.engine.camba.state import NORMAL, OVER, TO_DEAL, State
from games.engine.camba.text import TEXT
from games.engine.camba.view import View
from games.engine.options import Options
from games.engine.protocol import Direction, Game, Outcome, RoundResult, Shuffle
from games.engine.seats import each_alone


class CambaGame(Game[State, Event, Move, View]):
    """Čamba. What each method does is said in ``Game``."""

    key = "camba"
    name = "Čamba"
    summary = (
        "A lively relative of Crazy Eights for two to four. Match the colour or the class of the last card and be the "
        "first to hold none, but you are out only when the turn comes back to you and your hand is still empty. Until "
        "then others may make you draw, or pass you their cards: every class has a trick of its own."
    )
    text = TEXT
    version = 1
    direction = Direction.CLOCKWISE
    dealer_follows = True
    seats = (2, 3, 4)
    options = OPTIONS
    deck = DECK
    state_decoder = msgspec.json.Decoder(State)
    events_decoder = msgspec.json.Decoder(tuple[Event, ...])

    # --- how the game goes --------------------------------------------------------------------------------------------

    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        return each_alone(seats)

    def start(self, options: Options, seats: int, dealer: int) -> State:
        return State(
            rules=rules_of(options, seats),
            phase=TO_DEAL,
            round=0,
            attempt=0,
            dealer=dealer,
            turn=dealer,
            direction=1,
            hands=((),) * seats,
            draw=(),
            bottom_shown=False,
            pile=(),
            top=NO_CARD,
            mode=NORMAL,
            asked=0,
            drawn=NO_CARD,
            owed=0,
            places=(),
            finishes=((0,) * seats,) * seats,
        )

    def to_act(self, state: State) -> int:
        return deciding.to_act(state)

    def chance(self, state: State) -> Shuffle:
        return dealing.chance(state)

    def deal(self, state: State, deck: Sequence[int]) -> Sequence[Event]:
        return dealing.deal(state, deck)

    def legal_moves(self, state: State) -> Sequence[Move]:
        return deciding.legal_moves(state)

    def decide(self, state: State, seat: int, move: Move) -> Sequence[Event]:
        return deciding.decide(state, seat, move)

    def evolve(self, state: State, event: Event) -> State:
        return evolve.evolve(state, event)

    def totals(self, state: State) -> tuple[int, ...]:
        return scoring.totals(state)

    def round_number(self, state: State) -> int:
        return state.round

    def round_result(self, event: Event) -> RoundResult | None:
        return scoring.result(event) if isinstance(event, Ended) else None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state) if state.phase == OVER else None

    def standings(self, state: State) -> tuple[int, ...]:
        return scoring.standings(state)

    def next_dealer(self, state: State, places: Sequence[int]) -> int | None:
        return scoring.loser(state, places)

    # --- who may see what ---------------------------------------------------------------------------------------------

    def observe(self, state: State, seat: int | None) -> View:
        return view.observe(state, seat)

    def visible(self, event: Event, seat: int | None) -> dict[str, Any] | None:
        return showing.visible(event, seat)

    def imagine(self, seen: View, random: Random) -> State:
        return view.imagine(seen, random)

    # --- the border ---------------------------------------------------------------------------------------------------

    def published(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "summary": self.summary,
            "seats": list(self.seats),
            "hand": dealing.HAND,
            "colours": [{"letter": letter, "name": name} for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True)],
            "classes": [
                {"class": number, "name": name, "calls": [call.value for call in calls]}
                for number, name, calls in zip(CLASSES, CLASS_NAMES, CALLS, strict=True)
            ],
        }

    def view_type(self) -> Any:
        return showing.CambaTable

    def show(self, seen: View) -> showing.CambaTable:
        return showing.show(seen)

    def move_type(self) -> Any:
        return CambaMove

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
