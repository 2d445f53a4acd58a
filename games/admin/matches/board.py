"""The board at one step: the view of a spectator, with all hands after the end of the match.

The code is the same for every game. The types of a view mark its lists by seat and by side
(``games.engine.protocol``), and ``read_card`` recognizes cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, get_args

import msgspec

from games.engine.protocol import AnyGame
from games.engine.view_annotations import BY_SEAT, BY_SIDE, SEATS, SIDES
from games.texts import reader

SIGNS: Final = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣"}
COLOURS: Final = {"diamonds": "red", "hearts": "red", "spades": "black", "clubs": "black"} | {
    colour: colour for colour in ("red", "orange", "yellow", "green", "blue")
}
"""The colour of each suit."""

DRAWN_OTHERWISE: Final = ("phase", "round", "dealer", "hand", "hand_counts")
"""Fields of every view with a fixed place on the board."""


class Card(NamedTuple):
    """A card as short text, with its colour and its name."""

    text: str
    """The short text, such as ``7♦`` or ``B3``."""
    colour: str
    words: str


class Entry(NamedTuple):
    """A labelled entry of the board: cards or a text."""

    label: str
    cards: list[Card] | None
    text: str


@dataclass
class Place:
    """The entries of a seat, of a side, or of the middle of the table."""

    name: str
    entries: list[Entry] = field(default_factory=list)
    number: int = 0
    hand: list[Card] | None = None
    """The cards in hand; None while they are hidden."""
    count: int = 0
    is_next: bool = False
    is_dealer: bool = False


@dataclass
class Board:
    """The table at one step, for the template."""

    round: int
    phase: str
    seats: list[Place]
    sides: list[Place]
    middle: Place


@dataclass(frozen=True)
class Names:
    """Names of the seats and sides of a match."""

    seats: Sequence[str]
    sides: Sequence[str]


def board_of(game: AnyGame, state: Any, names: Names, *, whole: bool) -> Board:
    """Return the board of a state; ``whole`` adds all hands."""
    shown = game.show(game.observe(state, None))
    hands = game.truth(state)["hands"] if whole else [None] * len(names.seats)
    actor = game.to_act(state)
    seats = [
        Place(name, number=seat, count=count, is_next=seat == actor, is_dealer=seat == shown.dealer)
        for seat, (name, count) in enumerate(zip(names.seats, shown.hand_counts, strict=True))
    ]
    for place, hand in zip(seats, hands, strict=True):
        place.hand = None if hand is None else _cards(game, hand)
    sides = [Place(name) for name in names.sides]
    middle = Place("On the table")
    for info in msgspec.structs.fields(shown):
        if info.name in DRAWN_OTHERWISE:
            continue
        value, label = getattr(shown, info.name), info.encode_name.replace("_", " ")
        if meaning(info.type) == BY_SEAT:
            _deal_out(game, label, value, seats, names)
        elif meaning(info.type) == BY_SIDE:
            _deal_out(game, label, value, sides, names)
        else:
            middle.entries += _entries(game, label, value, meaning(info.type), names)
    if len(sides) == len(seats):
        for seat, side in zip(seats, sides, strict=True):
            seat.entries += side.entries
        sides = []
    return Board(shown.round, shown.phase, seats, [side for side in sides if side.entries], middle)


def meaning(annotation: Any) -> msgspec.Meta | None:
    """Return the annotation of a field's type that says what its numbers mean, or None."""
    return next((one for one in get_args(annotation) if one in (BY_SEAT, BY_SIDE, SEATS, SIDES)), None)


def _deal_out(game: AnyGame, label: str, values: Sequence[Any], places: Sequence[Place], names: Names) -> None:
    for place, value in zip(places, values, strict=True):
        place.entries += _entries(game, label, value, None, names)


def _entries(game: AnyGame, label: str, value: Any, numbers: msgspec.Meta | None, names: Names) -> Iterator[Entry]:
    """Yield the entries of a value, as cards, names or text. Yield none for an absent or empty value."""
    called = names.seats if numbers == SEATS else names.sides if numbers == SIDES else None
    if value is None or value in ([], "none"):
        return
    if isinstance(value, msgspec.Struct):
        yield _play(game, label, value, names)
    elif isinstance(value, list) and isinstance(value[0], msgspec.Struct):
        for one in value:
            yield _play(game, label, one, names)
    elif called is not None:
        numbered = value if isinstance(value, list) else [value]
        yield Entry(label, None, ", ".join(called[number] for number in numbered))
    elif (cards := _cards(game, value if isinstance(value, list) else [value])) is not None:
        yield Entry(label, cards, "")
    else:
        yield Entry(label, None, ", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _play(game: AnyGame, label: str, play: msgspec.Struct, names: Names) -> Entry:
    """Return one entry for a play: its cards, its seat, and its text."""
    cards: list[Card] = []
    said: list[str] = []
    for info in msgspec.structs.fields(play):
        for entry in _entries(game, info.name, getattr(play, info.name), meaning(info.type), names):
            cards += entry.cards or ()
            if entry.text and (meaning(info.type) or info.name == "text" or not hasattr(play, "text")):
                said.append(entry.text)
    return Entry(label, cards, ": ".join(said))


def _cards(game: AnyGame, names: Sequence[Any]) -> list[Card] | None:
    """Return the named cards, or None if one of the names is no card."""
    numbers = [game.read_card(name) for name in names]
    return None if None in numbers else [card_of(game, number) for number in numbers if number is not None]


def card_of(game: AnyGame, number: int) -> Card:
    """Return a card as the page draws it."""
    name, suit = game.card_name(number), game.deck.suits[number] or ""
    text = name[:-1] + SIGNS[suit] if suit in SIGNS else name
    return Card(text, COLOURS.get(suit, "black"), reader().text(game.card_in_words(number)))


def names_of(labels: Sequence[str], sides: Sequence[int]) -> Names:
    """Return the names of seats and sides. Seats with the same name get their number added."""
    seats = [f"{label} ({seat})" if labels.count(label) > 1 else label for seat, label in enumerate(labels)]
    members: Mapping[int, list[str]] = {side: [] for side in sorted(set(sides))}
    for seat, side in enumerate(sides):
        members[side].append(seats[seat])
    return Names(seats, [" & ".join(of_side) for of_side in members.values()])
