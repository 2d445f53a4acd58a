"""The interface that every game implements.

A match is a fold. ``deal`` and ``decide`` turn shuffled cards and moves into events, and ``evolve`` folds the events
into the next state. Code outside ``games.engine`` treats all games alike::

    state = game.start(game.read_options({}, seats=2), seats=2, dealer=0)
    while game.outcome(state) is None:
        actor = game.to_act(state)
        if actor == CHANCE:
            events = game.deal(state, shuffled(game.chance(state).cards))
        else:
            events = game.decide(state, actor, choose(game.legal_moves(state)))
        state = game.fold(state, events)
    print(game.outcome(state).winner)

Seats count from 0 in the order of play. A *side* is one player or a team, and has one score. Inside the engine, cards
are small integers, numbered in the alphabetical order of their names. Names such as ``"7D"`` exist only in the data of
clients and records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from random import Random
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from games.engine.cards import Deck
from games.engine.malformed import malformed
from games.engine.messages import Cards, Message, Text, say
from games.engine.options import Option, Options, read_options
from games.engine.results import Outcome, RoundResult
from games.engine.seats import placings
from games.engine.violations import RuleViolation

CHANCE: Final = -1
"""The result of ``to_act`` while the match waits for shuffled cards."""

NOBODY: Final = -2
"""The result of ``to_act`` once the match is over."""


class Direction(StrEnum):
    """The direction of play around the table, seen from above, for clients that draw it.

    The rules know only the order of the seats.
    """

    CLOCKWISE = "clockwise"
    """The next player sits to the left."""
    COUNTERCLOCKWISE = "counterclockwise"
    """The next player sits to the right."""


class Shuffle(msgspec.Struct, frozen=True, kw_only=True):
    """A request to chance: these cards, in an order that no player can foresee."""

    kind: Literal["deck", "reshuffle"]
    round: int
    """The round that the cards are for, from 0."""
    attempt: int
    """The number of earlier shuffles in this round, void deals and reshuffles included."""
    cards: tuple[int, ...]
    """The cards in canonical order, that is by name; a card that the game has twice is listed twice."""


def check_turn(actor: int, seat: int) -> None:
    """Raise RuleViolation unless this seat is to act; ``actor`` is the result of ``to_act``.

    The codes are ``match_over``, ``round_over`` and ``not_your_turn``.
    """
    if actor == NOBODY:
        raise RuleViolation("match_over", say("refused.match_over"))
    if actor == CHANCE:
        raise RuleViolation("round_over", say("refused.round_over"))
    if actor != seat:
        raise RuleViolation("not_your_turn", say("refused.not_your_turn", seat=actor), seat=actor)


def not_in_hand(card: Cards | None) -> Message:
    """Return the refusal of a card that is not in the hand; None stands for a card that the game does not have."""
    return say("refused.not_in_hand.strange") if card is None else say("refused.not_in_hand", card=card)


def convert_move(data: Mapping[str, Any], move_type: Any) -> Any:
    """Return a move as a struct of ``move_type``. Raises RuleViolation ``unknown_move`` for wrong fields."""
    try:
        return msgspec.convert(data, move_type)
    except msgspec.ValidationError as error:
        raise RuleViolation("unknown_move", say("refused.no_move", error=malformed(str(error)))) from None


S = TypeVar("S")
E = TypeVar("E")
M = TypeVar("M")
V = TypeVar("V")


class Game(ABC, Generic[S, E, M, V]):
    """A game. Its states ``S``, events ``E``, moves ``M`` and views ``V`` are immutable values.

    The methods come in three groups: the course of the game, the visibility of cards, and conversion. The last group
    converts values into stored JSON, into the JSON of clients, and into sentences for people.
    """

    key: str
    kind: str
    """The kind shared by all games that look alike: the tag of their table, and the prefix of ``shape``."""
    family: str
    """The rating family. Players have one rating for all its games: a strong player of one is strong at the others."""
    text: str
    """The rules for players, in Markdown: set-up, turn, scoring, an example, words."""
    version: int
    """The version of the rules; a match keeps the version that it began with."""
    seats: tuple[int, ...]
    """The numbers of players that the game allows."""
    direction: Direction
    """The direction of play, for clients that draw the table."""
    options: tuple[Option, ...]
    """The options that the players may agree on."""
    deck: Deck
    """The different cards of the game."""
    view_type: Any
    """The msgspec type of ``show``: a struct tagged by ``kind``, shared by all games that look alike."""
    move_type: Any
    """The msgspec type of a move as clients write it: a union of structs tagged by ``type``."""
    event_type: Any
    """The msgspec type of ``visible`` with its ``shape``: a union of structs tagged by ``shape``."""
    ruleset_type: Any
    """The msgspec type of ``published``: a struct tagged by ``kind``."""
    dealer_follows: bool = False
    """True if the rules name the first dealer when the same players play again; otherwise chance names the dealer."""
    encoder: msgspec.json.Encoder = msgspec.json.Encoder()
    """The encoder of stored states and events."""
    state_decoder: msgspec.json.Decoder[S]
    events_decoder: msgspec.json.Decoder[tuple[E, ...]]
    """The decoders of stored states and events."""

    @property
    def name(self) -> Message:
        """The name that players use."""
        return say(f"game.{self.key}.name")

    @property
    def summary(self) -> Message:
        """A short summary, for a player who has never played the game."""
        return say(f"game.{self.key}.summary")

    @property
    def family_name(self) -> Message:
        """The name that players use for the games of the family."""
        return say(f"family.{self.family}")

    @property
    @abstractmethod
    def categories(self) -> Mapping[str, Text]:
        """The names of all lines that a score sheet may have, by key."""

    # --- course of the game -------------------------------------------------------------------------------------------

    def check_seats(self, seats: int, dealer: int = 0) -> None:
        """Raise RuleViolation ``bad_seats`` if the game lacks this number of seats, or the dealer is no seat."""
        if seats not in self.seats:
            message = say("refused.seats", game=self.key, allowed=self.seats, seats=seats)
            raise RuleViolation("bad_seats", message, seats=list(self.seats))
        if not 0 <= dealer < seats:
            raise RuleViolation("bad_seats", say("refused.dealer", dealer=dealer, seats=seats), dealer=dealer)

    def read_options(self, given: Mapping[str, Any], seats: int) -> Options:
        """Return the value of every option, the defaults included, for an allowed number of seats.

        Raises RuleViolation ``bad_option`` for an unknown option, or for a value that it cannot take here.
        """
        return read_options(self.key, self.options, given)

    @property
    def lengths(self) -> Mapping[str, Options]:
        """The options of a ``short`` or ``long`` match, by length, if the game has lengths besides the usual one."""
        return {}

    def highest_target(self, options: Options, seats: int) -> int | None:
        """Return the highest target of a new match, so that it surely ends; None for a game that ends soon anyway.

        The rules themselves have no such bound: existing matches and records keep the target that they began with.
        """
        return None

    @abstractmethod
    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        """Return the side of each seat. Sides are numbered by their first seat."""

    @abstractmethod
    def start(self, options: Options, seats: int, dealer: int) -> S:
        """Return the state before the first deal; ``options`` come from ``read_options``."""

    @abstractmethod
    def to_act(self, state: S) -> int:
        """Return the seat that must move, or the constant for chance or for a finished match."""

    @abstractmethod
    def chance(self, state: S) -> Shuffle:
        """Return the cards to shuffle, while CHANCE is to act."""

    @abstractmethod
    def deal(self, state: S, deck: Sequence[int]) -> Sequence[E]:
        """Return the events of a deal: ``deck`` holds ``chance(state).cards``, shuffled, with the next card first.

        Raises RuleViolation ``bad_deck`` or ``bad_reshuffle`` if the deck holds other cards.
        """

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[M]:
        """Return all legal moves of the seat to act, in a fixed order; empty if no seat is to act."""

    @abstractmethod
    def decide(self, state: S, seat: int, move: M) -> Sequence[E]:
        """Return the events that follow from a move, or raise RuleViolation."""

    def completed(self, state: S, seat: int, move: M) -> M:
        """Return a move with everything filled in that its player left open; the same move if nothing is open.

        Raises RuleViolation if nothing completes the move.
        """
        return move

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event of ``deal`` or ``decide``; never refuses an event.

        The state that one round leaves to the next depends only on the event that ends it (``round_result``). So a
        round can be folded without the moves of earlier rounds.
        """

    def fold(self, state: S, events: Iterable[E]) -> S:
        """Return the state after several events, in order."""
        return reduce(self.evolve, events, state)

    @abstractmethod
    def totals(self, state: S) -> tuple[int, ...]:
        """Return the score of each side after the last finished round."""

    def standings(self, state: S) -> tuple[int, ...]:
        """Return the place of each side, from 1, by the score after the last finished round."""
        return placings(self.totals(state))

    @abstractmethod
    def round_number(self, state: S) -> int:
        """Return the number of the current or last round, from 0."""

    @abstractmethod
    def round_result(self, event: E) -> RoundResult | None:
        """Return the score sheet of the round that an event ends, or None if it ends no round."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result of the match, or None while it goes on."""

    def next_dealer(self, state: S, places: Sequence[int]) -> int | None:
        """Return the seat that deals first when the same players play again, or None if chance names it.

        ``places`` are the places of the sides at the end of the match, which may have ended before the game was over.
        """
        return None

    # --- visibility ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def observe(self, state: S, seat: int | None) -> V:
        """Return the view of a seat, or of a spectator (None)."""

    @abstractmethod
    def visible(self, event: E, seat: int | None) -> dict[str, Any] | None:
        """Return an event as this viewer may see it, for clients; None if the viewer sees nothing of it."""

    @abstractmethod
    def imagine(self, view: V, random: Random) -> S:
        """Return some full state that fits a view: ``observe`` of it returns the same view."""

    # --- conversion ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def published(self) -> dict[str, Any]:
        """Return the rules as data, for clients."""

    @abstractmethod
    def show(self, view: V) -> Any:
        """Return a view as clients read it.

        Every game has ``phase``, ``round``, ``dealer``, ``hand`` and ``hand_counts``. A client that draws any game
        takes the strings that ``read_card`` knows for cards. BY_SEAT, BY_SIDE, SEATS and SIDES describe the other
        fields.
        """

    @abstractmethod
    def read_move(self, data: Mapping[str, Any]) -> M:
        """Parse a move. Raises RuleViolation ``unknown_move`` if no move of this game has such a form."""

    @abstractmethod
    def write_move(self, move: M) -> dict[str, Any]:
        """Return the canonical form of a move: every field present, lists of cards sorted."""

    def shaped(self, written: dict[str, Any]) -> dict[str, Any]:
        """Add ``shape`` to a move or an event, and return it. Unlike a ``type``, a shape belongs to one kind of game.

        It is for clients only: stored data and records have no ``shape``.
        """
        written["shape"] = f"{self.kind}_{written['type']}"
        return written

    def read_shaped_move(self, data: Mapping[str, Any]) -> M:
        """Parse a move as clients send it, with or without its ``shape``. Raises RuleViolation ``unknown_move``."""
        if "shape" not in data:
            return self.read_move(data)
        move = {name: value for name, value in data.items() if name != "shape"}
        if data["shape"] != f"{self.kind}_{move.get('type')}":
            raise RuleViolation("unknown_move", say("refused.shape"))
        return self.read_move(move)

    @abstractmethod
    def sentence(self, view: V, move: M) -> Message:
        """Return a legal move in words, for the player who may make it."""

    @abstractmethod
    def kind_of(self, move: M) -> str:
        """Return the key of a move's kind; long lists of moves are grouped by it."""

    @abstractmethod
    def label_of(self, move: M) -> Message:
        """Return the name of a move's kind, for people."""

    def read_card(self, name: object) -> int | None:
        """Return the id of a card from its name: its index in the deck. None if the game has no such card."""
        return self.deck.card(name)

    def card_name(self, card: int) -> str:
        """Return the name of a card from its id."""
        return self.deck.name(card)

    @abstractmethod
    def card_in_words(self, card: int) -> Cards:
        """Return a card for use in a sentence: ``seven of diamonds``."""

    @abstractmethod
    def tell(self, seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> Message:
        """Return an event in words, from the result of ``visible`` and the names of the seats and the sides."""

    @abstractmethod
    def truth(self, state: S) -> dict[str, Any]:
        """Return the full state as a trace shows it; ``hands`` has the names of the cards of each seat."""

    def dump_state(self, state: S) -> str:
        """Return the stored form of a state: compact JSON."""
        return self.encoder.encode(state).decode()

    def load_state(self, text: str) -> S:
        """Return a state from its stored form."""
        return self.state_decoder.decode(text)

    def dump_events(self, events: Sequence[E]) -> str:
        """Return the stored form of events: compact JSON."""
        return self.encoder.encode(events).decode()

    def load_events(self, text: str) -> Sequence[E]:
        """Return events from their stored form."""
        return self.events_decoder.decode(text)


AnyGame = Game[Any, Any, Any, Any]
