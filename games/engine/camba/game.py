"""Čamba as an implementation of the common interface ``Game``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.engine.camba import dealing, deciding, evolve, moves, scoring, showing, view, words
from games.engine.camba.calls import CALLS
from games.engine.camba.cards import CLASSES, COLOURS, DECK
from games.engine.camba.events import Ended, Event
from games.engine.camba.feed import CambaEvent
from games.engine.camba.moves import CambaMove, Move
from games.engine.camba.published import CambaRuleset
from games.engine.camba.rules import OPTIONS, rules_of
from games.engine.camba.state import OVER, State, begin
from games.engine.camba.text import TEXT
from games.engine.camba.view import View
from games.engine.messages import Text, say
from games.engine.options import Options
from games.engine.protocol import Direction, Game
from games.engine.results import Outcome, RoundResult
from games.engine.seats import each_alone


class CambaGame(Game[State, Event, Move, View]):
    """The game Čamba. ``Game`` documents the methods."""

    key = "camba"
    text = TEXT
    version = 1
    direction = Direction.CLOCKWISE
    dealer_follows = True
    seats = (2, 3, 4)
    options = OPTIONS
    kind = "camba"
    family = "camba"
    deck = DECK
    view_type = showing.CambaTable
    move_type = CambaMove
    event_type = CambaEvent
    ruleset_type = CambaRuleset
    state_decoder = msgspec.json.Decoder(State)
    events_decoder = msgspec.json.Decoder(tuple[Event, ...])

    @property
    def categories(self) -> Mapping[str, Text]:
        return {place: say(f"camba.score.{place}") for place in scoring.PLACES}

    @property
    def lengths(self) -> Mapping[str, Options]:
        return {"long": {"games": 3}}

    # --- course of the game -------------------------------------------------------------------------------------------

    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        return each_alone(seats)

    def start(self, options: Options, seats: int, dealer: int) -> State:
        return begin(rules_of(options, seats), dealer)

    to_act = staticmethod(deciding.to_act)
    chance = staticmethod(dealing.chance)
    deal = staticmethod(dealing.deal)
    legal_moves = staticmethod(deciding.legal_moves)
    decide = staticmethod(deciding.decide)
    evolve = staticmethod(evolve.evolve)
    totals = staticmethod(scoring.totals)

    def round_number(self, state: State) -> int:
        return state.round

    def round_result(self, event: Event) -> RoundResult | None:
        return scoring.result(event) if isinstance(event, Ended) else None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state) if state.phase == OVER else None

    standings = staticmethod(scoring.standings)
    next_dealer = staticmethod(scoring.loser)

    # --- visibility ---------------------------------------------------------------------------------------------------

    observe = staticmethod(view.observe)
    visible = staticmethod(showing.visible)
    imagine = staticmethod(view.imagine)

    # --- conversion ---------------------------------------------------------------------------------------------------

    def published(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "key": self.key,
            "name": self.name,
            "summary": self.summary,
            "seats": list(self.seats),
            "hand": dealing.HAND,
            "colours": [{"letter": letter, "name": words.colour_in_words(letter)} for letter in COLOURS],
            "classes": [
                {"class": number, "name": words.class_in_words(number), "calls": [call.value for call in calls]}
                for number, calls in zip(CLASSES, CALLS, strict=True)
            ],
        }

    show = staticmethod(showing.show)
    read_move = staticmethod(moves.read_move)
    write_move = staticmethod(moves.write_move)
    sentence = staticmethod(words.sentence)
    kind_of = staticmethod(words.kind_of)
    label_of = staticmethod(words.label_of)
    card_in_words = staticmethod(words.card_in_words)
    tell = staticmethod(words.event_in_words)
    truth = staticmethod(showing.truth)
