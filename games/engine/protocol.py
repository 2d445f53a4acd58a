"""The one interface of a game.

A match is a fold: chance and the players say what they do, ``deal`` and ``decide`` turn that into events, and
``evolve`` folds the events into the next state. Nothing outside ``games.engine`` knows which game it has in hand::

    state = game.start(game.read_options({}, seats=2), seats=2, dealer=0)
    while (actor := game.to_act(state)) != NOBODY:
        if actor == CHANCE:
            events = game.deal(state, shuffled(game.chance(state).cards))
        else:
            events = game.decide(state, actor, choose(game.legal_moves(state)))
        state = game.fold(state, events)
    print(game.outcome(state).winner)

Seats count from 0 in the order of play. A *side* is what scores: one player, or a team. Cards are small integers inside
the engine, numbered in the alphabetical order of their names; names such as ``"7D"`` exist at its border only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec

from games.engine.cards import Deck
from games.engine.messages import Cards, Message, Text, say
from games.engine.options import Option, Options, read_options
from games.engine.seats import placings
from games.engine.violations import RuleViolation

CHANCE: Final = -1
"""``to_act`` of a state that waits for shuffled cards."""

NOBODY: Final = -2
"""``to_act`` of a match that is over."""

BY_SEAT: Final = msgspec.Meta(extra={"numbers": "by seat"})
BY_SIDE: Final = msgspec.Meta(extra={"numbers": "by side"})
SEATS: Final = msgspec.Meta(extra={"numbers": "seats"})
SIDES: Final = msgspec.Meta(extra={"numbers": "sides"})
"""What the fields of ``view_type`` are annotated with that are lists by seat or by side, and that name seats or sides:
so that clients that draw the table of any game can tell them from numbers that count."""

SeatOfEvent = Annotated[int, SEATS, msgspec.Meta(description="Whose step it is.")]


class Direction(StrEnum):
    """Which way play goes around a table, seen from above. The rules know an order of seats; this is how to draw it."""

    CLOCKWISE = "clockwise"
    """The next player sits at the left."""
    COUNTERCLOCKWISE = "counterclockwise"
    """The next player sits at the right."""


class Shuffle(msgspec.Struct, frozen=True, kw_only=True):
    """What chance is asked for: these cards, in an order that nobody can foresee."""

    kind: Literal["deck", "reshuffle"]
    round: int
    """The round that the cards are for, from 0."""
    attempt: int
    """How often cards were shuffled in this round before, void deals and reshuffles alike."""
    cards: tuple[int, ...]
    """In canonical order, that is by name; a card that the game has twice stands there twice."""


class Category(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a score sheet."""

    key: str
    name: Text
    """What players call it; a text where that is the same in every language."""
    points: tuple[int, ...]
    """Per side."""
    text: Text
    """How the points came about: ``"23 cards to 17"``."""


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """The score sheet of a finished round. Tuples are per side."""

    round: int
    dealer: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    categories: tuple[Category, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended. Tuples are per side; places count from 1, and equal sides share one."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    winner: int | None
    """The winning side, or None for a draw."""


def check_turn(actor: int, seat: int) -> None:
    """Raise RuleViolation when it is not this seat that is to act; ``actor`` comes from ``to_act``."""
    if actor == NOBODY:
        raise RuleViolation("match_over", say("refused.match_over"))
    if actor == CHANCE:
        raise RuleViolation("round_over", say("refused.round_over"))
    if actor != seat:
        raise RuleViolation("not_your_turn", say("refused.not_your_turn", seat=actor), seat=actor)


def not_in_hand(card: Cards | None) -> Message:
    """Return why a card cannot be played that is not in the hand; None for one that the game does not have."""
    return say("refused.not_in_hand.strange") if card is None else say("refused.not_in_hand", card=card)


S = TypeVar("S")
E = TypeVar("E")
M = TypeVar("M")
V = TypeVar("V")


class Game(ABC, Generic[S, E, M, V]):
    """A game. Its states ``S``, events ``E``, moves ``M`` and views ``V`` are immutable values.

    The methods come in three groups: how the game goes, who may see what, and the border, where values become the JSON
    that is stored, the JSON that clients read and write, and sentences for people.
    """

    key: str
    kind: str
    """What games have in common that look alike: the tag of their table, and what ``shape`` begins with."""
    family: str
    """Which games players are rated in together: who is strong at one of them is strong at the others."""
    text: str
    """The rules as players read them, in Markdown: set-up, turn, scoring, an example, words."""
    version: int
    """The version of its rules; a match keeps the one that it was begun with."""
    seats: tuple[int, ...]
    """The numbers of players that it allows."""
    direction: Direction
    """Which way play goes, for clients that draw the table."""
    options: tuple[Option, ...]
    """What the players may agree on."""
    deck: Deck
    """Its different cards."""
    dealer_follows: bool = False
    """Whether the rules name who deals first when the same players play again; else chance does."""
    encoder: msgspec.json.Encoder = msgspec.json.Encoder()
    """What writes states and events as they are stored."""
    state_decoder: msgspec.json.Decoder[S]
    events_decoder: msgspec.json.Decoder[tuple[E, ...]]
    """What reads them again."""

    @property
    def name(self) -> Message:
        """What players call it."""
        return say(f"game.{self.key}.name")

    @property
    def summary(self) -> Message:
        """What the game is about, for somebody who has never played it."""
        return say(f"game.{self.key}.summary")

    @property
    def family_name(self) -> Message:
        """What players call the games of the family."""
        return say(f"family.{self.family}")

    @property
    @abstractmethod
    def categories(self) -> Mapping[str, Text]:
        """What the lines of a score sheet are called, by their keys: of every line that any sheet may have."""

    # --- how the game goes --------------------------------------------------------------------------------------------

    def check_seats(self, seats: int, dealer: int = 0) -> None:
        """Raise RuleViolation ``bad_seats`` for a number of seats that the game lacks, or a dealer who is no seat."""
        if seats not in self.seats:
            message = say("refused.seats", game=self.key, allowed=self.seats, seats=seats)
            raise RuleViolation("bad_seats", message, seats=list(self.seats))
        if not 0 <= dealer < seats:
            raise RuleViolation("bad_seats", say("refused.dealer", dealer=dealer, seats=seats), dealer=dealer)

    def read_options(self, given: Mapping[str, Any], seats: int) -> Options:
        """Return the value of every option, the defaults included, for an allowed number of seats.

        Raises RuleViolation ``bad_option`` for an option that the game lacks, or a value that it cannot take here.
        """
        return read_options(self.key, self.options, given)

    @property
    def lengths(self) -> Mapping[str, Options]:
        """What is agreed on for a match that is ``short`` or ``long``: those that the game has beside the usual one."""
        return {}

    def highest_target(self, options: Options, seats: int) -> int | None:
        """Return the most points that a new match may be played to, lest it never end; None where its end is near.

        The rules themselves know no such bound: matches and records go on to whatever target they were begun with.
        """
        return None

    @abstractmethod
    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        """Return the side of each seat. Sides are numbered by their first seat."""

    @abstractmethod
    def start(self, options: Options, seats: int, dealer: int) -> S:
        """Return the state before anything is dealt; ``options`` come from ``read_options``."""

    @abstractmethod
    def to_act(self, state: S) -> int:
        """Return the seat that must move, CHANCE, or NOBODY."""

    @abstractmethod
    def chance(self, state: S) -> Shuffle:
        """Return what is to be shuffled, when CHANCE is to act."""

    @abstractmethod
    def deal(self, state: S, deck: Sequence[int]) -> Sequence[E]:
        """Return what follows from chance's answer: ``chance(state).cards`` in the order of play, next card first.

        Raises RuleViolation ``bad_deck`` or ``bad_reshuffle`` when these are other cards.
        """

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[M]:
        """Return all legal moves of the seat to act, in a fixed order; none when no seat is."""

    @abstractmethod
    def decide(self, state: S, seat: int, move: M) -> Sequence[E]:
        """Return what follows from a move, or raise RuleViolation."""

    def completed(self, state: S, seat: int, move: M) -> M:
        """Return a move with all that its player left to the moment; the same move, where nothing can be left so.

        Raises RuleViolation where nothing completes it.
        """
        return move

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event of ``deal`` or ``decide``; never refuses.

        What one round leaves to the next follows from the event that ends it (``round_result``) and from none before:
        a round is folded without the moves of earlier ones.
        """

    def fold(self, state: S, events: Iterable[E]) -> S:
        """Return the state after events, one after the other."""
        for event in events:
            state = self.evolve(state, event)
        return state

    @abstractmethod
    def totals(self, state: S) -> tuple[int, ...]:
        """Return the score of each side after the last finished round."""

    def standings(self, state: S) -> tuple[int, ...]:
        """Return the place of each side, from 1, by the score as it stands after the last finished round."""
        return placings(self.totals(state))

    @abstractmethod
    def round_number(self, state: S) -> int:
        """Return the round that is played, or was played last, from 0."""

    @abstractmethod
    def round_result(self, event: E) -> RoundResult | None:
        """Return the score sheet of the round that an event ends, or None."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    def next_dealer(self, state: S, places: Sequence[int]) -> int | None:
        """Return the seat that deals first when the same players play again, or None where chance names it.

        ``places`` are those of the sides as the match ended, which may have been before the game was over.
        """
        return None

    # --- who may see what ---------------------------------------------------------------------------------------------

    @abstractmethod
    def observe(self, state: S, seat: int | None) -> V:
        """Return what a seat, or a spectator (None), may see."""

    @abstractmethod
    def visible(self, event: E, seat: int | None) -> dict[str, Any] | None:
        """Return an event as that viewer may see it, for clients; None when there is nothing to see."""

    @abstractmethod
    def imagine(self, view: V, random: Random) -> S:
        """Return some whole state that fits a view: ``observe`` of it is the view again."""

    # --- the border ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def published(self) -> dict[str, Any]:
        """Return the rules as data, for clients."""

    @abstractmethod
    def view_type(self) -> Any:
        """Return the msgspec type of ``show``: a struct tagged by ``kind``, shared by all games that look alike."""

    @abstractmethod
    def show(self, view: V) -> Any:
        """Return a view as clients read it.

        Whatever the game, it tells ``phase``, ``round``, ``dealer``, ``hand`` and ``hand_counts``. Who draws any game
        takes what ``read_card`` knows for cards, and goes by BY_SEAT, BY_SIDE, SEATS and SIDES for the rest.
        """

    @abstractmethod
    def move_type(self) -> Any:
        """Return the msgspec type of a move as clients write it: a union of structs tagged by ``type``."""

    @abstractmethod
    def read_move(self, data: Mapping[str, Any]) -> M:
        """Parse a move. Raises RuleViolation ``unknown_move`` when no move of this game has such a form."""

    @abstractmethod
    def write_move(self, move: M) -> dict[str, Any]:
        """Return the canonical form of a move: every field present, lists of cards sorted."""

    def shaped(self, written: dict[str, Any]) -> dict[str, Any]:
        """Add ``shape`` to a move or an event, and return it: no two games share one, as they share ``type``.

        For clients alone: what is stored, and what a record holds, has none.
        """
        written["shape"] = f"{self.kind}_{written['type']}"
        return written

    def read_shaped_move(self, data: Mapping[str, Any]) -> M:
        """Parse a move as clients send it, with its ``shape`` or without. Raises RuleViolation ``unknown_move``."""
        if "shape" not in data:
            return self.read_move(data)
        move = {name: value for name, value in data.items() if name != "shape"}
        if data["shape"] != f"{self.kind}_{move.get('type')}":
            raise RuleViolation("unknown_move", say("refused.shape"))
        return self.read_move(move)

    @abstractmethod
    def event_type(self) -> Any:
        """Return the msgspec type of ``visible`` with its ``shape``: a union of structs tagged by that."""

    @abstractmethod
    def ruleset_type(self) -> Any:
        """Return the msgspec type of ``published``: a struct tagged by ``kind``."""

    @abstractmethod
    def sentence(self, view: V, move: M) -> Message:
        """Say a legal move, to the one who may make it."""

    @abstractmethod
    def kind_of(self, move: M) -> str:
        """Return the key of what kind of move this is, by which many moves are listed in groups."""

    @abstractmethod
    def label_of(self, move: M) -> Message:
        """Return what people call the kind of a move."""

    def read_card(self, name: object) -> int | None:
        """Return the number of a card, or None when the game has no such card."""
        return self.deck.card(name)

    def card_name(self, card: int) -> str:
        """Return the name of a card."""
        return self.deck.name(card)

    @abstractmethod
    def card_in_words(self, card: int) -> Cards:
        """Return a card to be said: ``seven of diamonds``."""

    @abstractmethod
    def tell(self, seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> Message:
        """Say what ``visible`` showed of an event, with what the seats and the sides are called."""

    @abstractmethod
    def truth(self, state: S) -> dict[str, Any]:
        """Return the whole state as a trace shows it; ``hands`` are the names of the cards of each seat."""

    def dump_state(self, state: S) -> str:
        """Return the stored form of a state: compact JSON."""
        return self.encoder.encode(state).decode()

    def load_state(self, text: str) -> S:
        """Return the state that was stored."""
        return self.state_decoder.decode(text)

    def dump_events(self, events: Sequence[E]) -> str:
        """Return the stored form of events: compact JSON."""
        return self.encoder.encode(events).decode()

    def load_events(self, text: str) -> Sequence[E]:
        """Return the events that were stored."""
        return self.events_decoder.decode(text)


AnyGame = Game[Any, Any, Any, Any]
