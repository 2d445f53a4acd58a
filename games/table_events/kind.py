"""The declaration of a kind of table event, the parts from which declarations are made, and all kinds by type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct, UnsetType

from games.clock.state import Clock
from games.models import Match, Seat, Status, TableEvent
from games.seat_control import LoggedSeat

Moment = Annotated[datetime, Meta(tz=True)]
"""A time with its offset, as RFC 3339."""
Reason = Annotated[str, Meta(description="The reason of the staff, in plain words; empty if the players agreed on it.")]
ReasonOfStaff = Annotated[
    str | UnsetType, Meta(description="The reason of the staff, in plain words; left out if the staff did not do it.")
]
AgreedOptions = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Options"})]
"""The value of each option, by its name. ``games.api.matches.options_schema`` describes them."""


class NoData(Struct, kw_only=True):
    """The payload of a kind without fields of its own."""


Payload = type[Struct]


class Wording(NamedTuple):
    """A row, and the names that a sentence about it can use."""

    row: TableEvent
    event: Any
    """The payload of the row."""
    who: str
    """The player who caused the event, or the clock, or the staff."""
    seat: str
    """The name at the seat of the row; empty without a seat."""
    seats: Sequence[str]
    sides: Sequence[str]
    """The names of all seats, and of all sides."""


Sentence = str | Callable[[Wording], str]
"""A format string over the fields of ``Wording``, or a function that returns the sentence."""


class Recipient(NamedTuple):
    """A player in the match who may be notified of the event. Its author never is."""

    match: Match
    row: TableEvent
    event: Any
    """The payload of the row."""
    seat: Seat
    """The seat of the player."""
    seats: Sequence[Seat]

    @property
    def is_own(self) -> bool:
        """True if the event is about the seat of the player."""
        return self.row.seat == self.seat.number

    @property
    def deadline(self) -> dict[str, Any]:
        """The deadline as a fact for the player to move; no facts for others."""
        match = self.match
        return {"due_at": match.due_at.isoformat()} if match.due_at and match.to_act == self.seat.number else {}


Notice = tuple[str, dict[str, Any]]
"""The kind of a notification, and its facts."""
Notify = Callable[[Recipient], Notice | None]
"""A function that returns the notification of an event for a player in the match, or None."""


def to_all(kind: str, *, with_deadline: bool = False) -> Notify:
    """Notify all other players in the match."""
    return lambda to: (kind, to.deadline if with_deadline else {})


def to_own_seat(kind: str) -> Notify:
    """Notify the player of the seat, with the deadline."""
    return lambda to: (kind, to.deadline) if to.is_own else None


@dataclass(frozen=True)
class EventKind:
    """A kind of table event: all that the server knows about it."""

    type: str
    """The name in the log and in the API. It is stored for ever; at most 20 characters."""
    sentence: Sentence
    """The event in English, for the admin."""
    payload: Payload = NoData
    """The fields in the log and in the API. Their docstrings are the descriptions in the schema."""
    _: KW_ONLY
    staff_sentence: Sentence = ""
    """The same if the staff caused the event, where it differs. The admin adds the reason."""
    description: str = ""
    """The description in the schema; the docstring of ``payload`` if empty."""
    private: frozenset[str] = frozenset()
    """The fields of the payload that only players in the match see, and no spectators."""
    changes_game: bool = False
    """True if the event makes moves stale that were decided before the event.

    Such an event changes the cards, the turn, or whether the match is played. Other events leave those moves valid. The
    right to move is checked with each move, whatever its version.
    """
    most: int | None = None
    """The most events of this type that one player can cause in one match. None if something else bounds them.

    Events of players that name none, such as a bot that the creator seats, count together.

    The figures follow docs/limits.md. Other bounds are turns (a hint, an autopilot that ends), events with such a bound
    (the answers to an offer), or a setting (seeds). Some events happen only once (the end).
    """
    status: Status | None = None
    """The status of the match after the event; None if it stays."""
    clock: Callable[[Clock, Any, TableEvent], Clock] | None = None
    """A function that returns the clock after the event; None if the clock stays.

    Its arguments are the clock before the event, the payload, and the row.
    """
    seat: Callable[[LoggedSeat, Any, TableEvent, int | None], LoggedSeat] | None = None
    """A function that returns the seat of the row after the event, while the match is played; None if it stays.

    Its arguments are the seat, the payload, the row, and the seconds until a seat on autopilot opens to substitutes.
    """
    notify: Notify | None = None
    """The notifications of the other players in the match."""
    notify_named: tuple[str, str] | None = None
    """The kind of the notification of one player who need not be in the match, and the field with their id."""

    @property
    def ends_match(self) -> bool:
        """True if the match is over after the event."""
        return self.status in (Status.FINISHED, Status.CANCELLED)


KINDS: Final[dict[str, EventKind]] = {}
"""All kinds of table events by type, in the order of the schema. ``games.table_events`` fills it.

The server writes no other events.
"""


def kind_of(type: str) -> EventKind:
    """Return the kind of a type. An unknown type, from another release, makes moves stale and does nothing else."""
    return KINDS.get(type) or EventKind(type, sentence=type, changes_game=True)


def event_of(row: TableEvent) -> Any:
    """Return the payload of a row. Raises msgspec.ValidationError if the row does not hold one of its kind."""
    return msgspec.json.decode(row.data, type=kind_of(row.type).payload)


def changes_game(type: str) -> bool:
    """Return whether an event of this type makes earlier decided moves stale. An unknown type does."""
    return kind_of(type).changes_game
