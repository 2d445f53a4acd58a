"""Fishing games as implementations of the common interface ``Game``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.fishing import dealing, deciding, evolve, moves, showing, view, words
from games.engine.fishing.cards import DECK
from games.engine.fishing.events import Ended, Event
from games.engine.fishing.feed import FishingEvent
from games.engine.fishing.moves import FishingMove, Move
from games.engine.fishing.rules import Rules, highest_target, options_of, rules_of
from games.engine.fishing.ruleset import FishingRuleset, Ruleset
from games.engine.fishing.state import NO_SIDE, OVER, SCORED, State
from games.engine.fishing.view import View
from games.engine.messages import Text, say
from games.engine.options import Option, Options
from games.engine.protocol import Game, Shuffle
from games.engine.results import Outcome, RoundResult
from games.engine.seats import placings
from games.engine.violations import RuleViolation


def _write_rules(rules: Rules) -> tuple[int, Options]:
    """Return the stored form of rules: the number of seats, and the options that differ from their defaults."""
    return rules.seats, rules.changes


class FishingGame(Game[State, Event, Move, View]):
    """A game of the Scopa family: the fishing engine with one ruleset. ``Game`` documents the methods."""

    kind = "fishing"
    deck = DECK
    view_type = showing.FishingTable
    move_type = FishingMove
    event_type = FishingEvent
    ruleset_type = FishingRuleset
    encoder = msgspec.json.Encoder(enc_hook=_write_rules)
    events_decoder = msgspec.json.Decoder(tuple[Event, ...])

    def __init__(self, ruleset: Ruleset, text: str) -> None:
        self.ruleset = ruleset
        self.key = ruleset.key
        self.family = ruleset.family
        self.version = ruleset.version
        self.text = text
        self.seats = ruleset.seats
        self.direction = ruleset.direction
        self.options = options_of(ruleset)
        self.state_decoder = msgspec.json.Decoder(State, dec_hook=self._read_rules)

    @property
    def categories(self) -> Mapping[str, Text]:
        return words.names_of_lines(self.ruleset)

    # --- course of the game -------------------------------------------------------------------------------------------

    def read_options(self, given: Mapping[str, Any], seats: int) -> Options:
        options = super().read_options(given, seats)
        if seats != 4 and "teams" in options:
            if given.get("teams"):
                raise RuleViolation("bad_option", say("refused.teams"), option="teams")
            options["teams"] = False
        return options

    @property
    def lengths(self) -> Mapping[str, Options]:
        usual: int = self._target.default
        asked = {"short": (usual + 1) // 2, "long": 2 * usual}
        return {length: {"target": points} for length, points in asked.items() if self._target.allows(points)}

    @property
    def _target(self) -> Option:
        return next(option for option in self.options if option.name == "target")

    def highest_target(self, options: Options, seats: int) -> int:
        allowed: int = self._target.schema["maximum"]
        return min(allowed, highest_target(rules_of(self.ruleset, options, seats), options))

    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        return rules_of(self.ruleset, options, seats).side_of

    def start(self, options: Options, seats: int, dealer: int) -> State:
        return evolve.begin(rules_of(self.ruleset, options, seats), dealer)

    to_act = staticmethod(deciding.to_act)

    def chance(self, state: State) -> Shuffle:
        new_round = state.phase == SCORED
        return Shuffle(
            kind="deck",
            round=state.round + new_round,
            attempt=0 if new_round else state.attempt,
            cards=tuple(range(DECK.size)),
        )

    def deal(self, state: State, deck: Sequence[int]) -> Sequence[Event]:
        if sorted(deck) != list(range(DECK.size)):
            raise RuleViolation("bad_deck", say("refused.deck.fishing"))
        return dealing.begin_deal(state, deck)

    legal_moves = staticmethod(deciding.legal_moves)
    decide = staticmethod(deciding.decide)
    evolve = staticmethod(evolve.evolve)

    def totals(self, state: State) -> tuple[int, ...]:
        return state.totals

    def round_number(self, state: State) -> int:
        return state.round

    def round_result(self, event: Event) -> RoundResult | None:
        if not isinstance(event, Ended):
            return None
        categories = tuple(words.category(line, self.ruleset) for line in event.lines)
        return RoundResult(
            round=event.round, dealer=event.dealer, scores=event.scores, totals=event.totals, categories=categories
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        if state.winner != NO_SIDE:
            places = tuple(1 if side == state.winner else 2 for side in range(state.rules.sides))
            return Outcome(totals=state.totals, places=places, winner=state.winner)
        places = placings(state.totals)
        winner = places.index(1) if places.count(1) == 1 else None
        return Outcome(totals=state.totals, places=places, winner=winner)

    # --- visibility ---------------------------------------------------------------------------------------------------

    observe = staticmethod(view.observe)
    visible = staticmethod(showing.visible)
    imagine = staticmethod(view.imagine)

    # --- conversion ---------------------------------------------------------------------------------------------------

    def published(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.ruleset.published(), "name": self.name, "summary": self.summary}

    show = staticmethod(showing.show)
    read_move = staticmethod(moves.read_move)
    write_move = staticmethod(moves.write_move)
    sentence = staticmethod(words.sentence)
    kind_of = staticmethod(words.kind_of)
    label_of = staticmethod(words.label_of)
    card_in_words = staticmethod(words.card_in_words)
    tell = staticmethod(words.event_in_words)
    truth = staticmethod(showing.truth)

    def _read_rules(self, kind: type, data: Any) -> Rules:
        seats, changes = data
        return rules_of(self.ruleset, changes, seats)
