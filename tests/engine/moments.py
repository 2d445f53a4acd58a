"""Moments of matches, and the deals that looked the same to a viewer from the beginning."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from games.bots.level import Turn
from games.bots.memory import remembered
from games.bots.turns import seen
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from games.engine.violations import RuleViolation
from tests.engine.playing import shuffled
from tests.helpers.english import told
from tests.helpers.eventually import attempts


class Moment:
    """A position after some moves of a round, and the events that a viewer has seen of it."""

    def __init__(self, key: str, seats: int, moves: int, seed: int, *, acts: bool = False, **options: Any) -> None:
        self.game, self.seats, luck = GAMES[key], seats, Random(seed)
        self.start = self.game.start(self.game.read_options(options, seats), seats, 0)
        self.moves: list[tuple[int, Any]] = []
        for _ in attempts(1_000, "the first table cards do not void the deal"):
            self.deck = shuffled(self.game, self.start, luck)
            self.state, self.events = self.replayed(self.deck)
            if self.game.to_act(self.state) != CHANCE:
                break
        for _ in range(moves):
            seat = self.game.to_act(self.state)
            self.moves.append((seat, luck.choice(list(self.game.legal_moves(self.state)))))
            self.state, self.events = self.replayed(self.deck)
        self.viewer = (self.game.to_act(self.state) + (not acts)) % seats
        """The seat that acts, or else the next one."""
        self.view = self.game.observe(self.state, self.viewer)
        self.remembered = remembered(self.turn(self.state, self.events))

    def turn(self, state: Any, events: list[Any]) -> Turn:
        """Return the turn that a bot in the viewer's seat would get."""
        recall = partial(seen, self.game, events, self.viewer)
        return Turn(self.game, self.game.observe(state, self.viewer), self.game.legal_moves(state), Random(1), recall)

    def replayed(self, deck: list[int]) -> tuple[Any, list[Any]]:
        """Return the state after the same moves on a deck, with all events."""
        events = list(self.game.deal(self.start, deck))
        state = self.game.fold(self.start, events)
        for seat, played in self.moves:
            more = self.game.decide(state, seat, played)
            state = self.game.fold(state, more)
            events += more
        return state, events

    def truths(self, luck: Random, samples: int) -> list[tuple[Any, list[Any]]]:
        """Return states, with their events, that have always looked the same to the viewer as this one."""
        shown = told(seen(self.game, self.events, self.viewer))
        hidden = {card for _, cards in hidden_places(self.game, self.state, self.viewer) for card in cards}
        places = [place for place, card in enumerate(self.deck) if card in hidden]
        found = []
        for _ in attempts(100_000, "a deal that looks the same to the viewer"):
            if len(found) == samples:
                break
            cards = [self.deck[place] for place in places]
            luck.shuffle(cards)
            deck = list(self.deck)
            for place, card in zip(places, cards, strict=True):
                deck[place] = card
            try:
                state, events = self.replayed(deck)
            except RuleViolation:
                continue
            if told(seen(self.game, events, self.viewer)) == shown:
                found.append((state, events))
        return found


def hidden_places(game: Any, state: Any, viewer: int | None) -> list[tuple[str, list[int]]]:
    """Return the places of the cards that a viewer does not see, with the cards."""
    hands = [[game.read_card(name) for name in names] for names in game.truth(state)["hands"]]
    places = [(f"hand {seat}", hand) for seat, hand in enumerate(hands) if seat != viewer]
    if hasattr(state, "shown"):
        places = [
            (name, [card for card in hand if not state.shown[int(name[5:])] >> card & 1]) for name, hand in places
        ]
    stock = list(getattr(state, "stock", None) or getattr(state, "draw", ()))
    if hasattr(state, "haggis"):
        places = [(name, [card for card in hand if game.card_name(card) not in "JQK"]) for name, hand in places]
        stock = [card for card in range(game.deck.size) if state.haggis >> card & 1]
    return [*places, ("next", stock[:1]), ("later", stock[1:])]
