"""Haggis as an implementation of the common interface ``Game``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.haggis import dealing, deciding, evolve, moves, scoring, showing, view, words
from games.engine.haggis.cards import DECK, NUMBER_CARDS
from games.engine.haggis.events import Ended, Event
from games.engine.haggis.feed import HaggisEvent
from games.engine.haggis.moves import HaggisMove, Move, Play
from games.engine.haggis.published import HaggisRuleset, published
from games.engine.haggis.rules import OPTIONS, rules_of
from games.engine.haggis.state import OVER, State, begin
from games.engine.haggis.text import TEXT
from games.engine.haggis.view import View
from games.engine.messages import Text, say
from games.engine.options import Options
from games.engine.protocol import Direction, Game, Shuffle
from games.engine.results import Outcome, RoundResult
from games.engine.seats import each_alone, placings
from games.engine.violations import RuleViolation


class HaggisGame(Game[State, Event, Move, View]):
    """Haggis for two and three. ``Game`` documents the methods."""

    key = "haggis"
    text = TEXT
    version = 1
    direction = Direction.CLOCKWISE
    seats = tuple(NUMBER_CARDS)
    options = OPTIONS
    kind = "haggis"
    family = "haggis"
    deck = DECK
    view_type = showing.HaggisTable
    move_type = HaggisMove
    event_type = HaggisEvent
    ruleset_type = HaggisRuleset
    state_decoder = msgspec.json.Decoder(State)
    events_decoder = msgspec.json.Decoder(tuple[Event, ...])

    @property
    def categories(self) -> Mapping[str, Text]:
        return {line: say(f"haggis.score.{line}") for line in (scoring.CAPTURED, scoring.OUT, scoring.BETS)}

    @property
    def lengths(self) -> Mapping[str, Options]:
        return {"long": {"target": 350}}  # the rules have only 250 and 350 (haggis.md)

    # --- course of the game -------------------------------------------------------------------------------------------

    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        return each_alone(seats)

    def start(self, options: Options, seats: int, dealer: int) -> State:
        return begin(rules_of(options, seats), dealer)

    to_act = staticmethod(deciding.to_act)

    def chance(self, state: State) -> Shuffle:
        return Shuffle(kind="deck", round=dealing.next_round(state), attempt=0, cards=NUMBER_CARDS[state.rules.seats])

    def deal(self, state: State, deck: Sequence[int]) -> Sequence[Event]:
        cards = NUMBER_CARDS[state.rules.seats]
        if sorted(deck) != list(cards):
            raise RuleViolation("bad_deck", say("refused.deck.haggis", count=len(cards)))
        return [dealing.deal(state, deck)]

    legal_moves = staticmethod(deciding.legal_moves)
    decide = staticmethod(deciding.decide)

    def completed(self, state: State, seat: int, move: Move) -> Move:
        if not isinstance(move, Play) or move.reading is not None:
            return move
        return Play(move.cards, deciding.reading_played(state, seat, move))

    evolve = staticmethod(evolve.evolve)

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

    # --- visibility ---------------------------------------------------------------------------------------------------

    observe = staticmethod(view.observe)
    visible = staticmethod(showing.visible)
    imagine = staticmethod(view.imagine)

    # --- conversion ---------------------------------------------------------------------------------------------------

    def published(self) -> dict[str, Any]:
        return published(self.key, self.name, self.summary)

    show = staticmethod(showing.show)
    read_move = staticmethod(moves.read_move)
    write_move = staticmethod(moves.write_move)
    sentence = staticmethod(words.sentence)
    kind_of = staticmethod(words.kind_of)
    label_of = staticmethod(words.label_of)
    card_in_words = staticmethod(words.card_in_words)
    tell = staticmethod(words.event_in_words)
    truth = staticmethod(showing.truth)
