"""Events of offers among players: a pause, its early end, an early end of the match, an undo; and hints."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from games.clock.state import Clock
from games.models import TableEvent
from games.table_events.kind import EventKind, Moment, Notice, Reason, Recipient, Wording, to_all


class PauseOffered(Struct, kw_only=True):
    """A player offers the others a pause."""

    until: Moment
    """When the match would resume."""


class EndOffered(Struct, kw_only=True):
    """A player offers the others to end the match now."""

    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""


class UndoOffered(Struct, kw_only=True):
    """A player asks the others to undo their last move."""

    version: int
    """The version of the entry with the move."""


class Declined(Struct, kw_only=True):
    """The payload of a declined offer."""

    offered_by: int
    """The seat that made the offer."""


class UndoDeclined(Struct, kw_only=True):
    """A player declines the undo of a move."""

    offered_by: int
    """The seat that asked for the undo."""


class Undone(Struct, kw_only=True):
    """A move was undone, as all agreed: the table is as before it, and the seat moves again."""

    version: int
    """The version of the entry with the move that no longer counts."""


class Paused(Struct, kw_only=True):
    """The match is paused, by the staff or by agreement: no player can move, and no time runs."""

    reason: Reason
    until: Moment | UnsetType = UNSET
    """When a pause by agreement ends by itself. Left out in a pause of the staff."""
    seconds_left: float | None
    """Seconds that the seat to act has left; null if no time ran."""


class Resumed(Struct, kw_only=True):
    """The match resumes: the pause is over, the staff has ended it, or all have agreed to end it."""

    reason: Reason


def _to_asked(to: Recipient) -> Notice | None:
    """Return the offer, for a player who can answer it."""
    return (to.row.type, {}) if to.seat.is_open_to_player else None


def _to_proposer(to: Recipient) -> Notice | None:
    return (to.row.type, {}) if to.event.offered_by == to.seat.number else None


def _early_end(wording: Wording) -> str:
    how = "as it stands" if wording.event.how == "as_it_stands" else "without a result"
    return f"{wording.who} offers to end the match {how}."


def _pause(clock: Clock, event: Paused, row: TableEvent) -> Clock:
    return clock.pause(row.at, None if event.seconds_left is None else timedelta(seconds=event.seconds_left))


OFFERS: Final = (
    EventKind(
        "pause_offered",
        "{who} offers a pause until {event.until:%d %b %Y, %H:%M} UTC.",
        PauseOffered,
        most=20,
        notify=_to_asked,
    ),
    EventKind("pause_accepted", "{who} agrees to the pause.", description="A player accepts the offered pause."),
    EventKind(
        "pause_declined",
        "{who} declines the pause.",
        Declined,
        description="A player declines the offered pause.",
        notify=_to_proposer,
    ),
    EventKind(
        "pause_withdrawn",
        "{who} withdraws the offer of a pause.",
        description="A player withdraws their offer of a pause.",
    ),
    EventKind(
        "pause_end_offered",
        "{who} offers to end the pause.",
        description="A player offers the others to end the pause at once.",
        most=20,
        notify=_to_asked,
    ),
    EventKind(
        "pause_end_accepted", "{who} agrees to end the pause.", description="A player agrees to end the pause at once."
    ),
    EventKind(
        "pause_end_declined",
        "{who} declines to end the pause.",
        Declined,
        description="A player declines to end the pause: it goes on.",
        notify=_to_proposer,
    ),
    EventKind(
        "pause_end_withdrawn",
        "{who} withdraws the offer to end the pause.",
        description="A player withdraws their offer to end the pause.",
    ),
    EventKind("end_offered", _early_end, EndOffered, most=10, notify=_to_asked),
    EventKind(
        "end_accepted", "{who} agrees to end the match.", description="A player accepts the early end of the match."
    ),
    EventKind(
        "end_declined",
        "{who} declines to end the match.",
        Declined,
        description="A player declines the early end of the match.",
        notify=_to_proposer,
    ),
    EventKind(
        "end_withdrawn",
        "{who} withdraws the offer to end the match.",
        description="A player withdraws their offer to end the match.",
    ),
    EventKind(
        "undo_offered", "{who} asks to undo the move of step {event.version}.", UndoOffered, most=50, notify=_to_asked
    ),
    EventKind("undo_accepted", "{who} agrees to undo the move.", description="A player accepts the undo of a move."),
    EventKind("undo_declined", "{who} declines to undo the move.", UndoDeclined, notify=_to_proposer),
    EventKind(
        "undo_withdrawn",
        "{who} withdraws the request to undo.",
        description="A player withdraws their request for an undo.",
    ),
    EventKind(
        "undone",
        "The move of step {event.version} is undone, since all have agreed: {seat} moves again.",
        Undone,
        changes_game=True,
        clock=lambda clock, event, row: clock.settled(row.at),  # the player to move has not moved: the bank stays
        notify=to_all("undone", with_deadline=True),
    ),
    EventKind(
        "hint_requested",
        "{who} asks for a hint.",
        description="The player to move has asked for a hint (`requestHint`). Nothing has changed on the table.",
    ),
    EventKind("paused", "{who} pauses the match.", Paused, clock=_pause, notify=to_all("match_paused")),
    EventKind(
        "resumed",
        "{who} resumes the match.",
        Resumed,
        clock=lambda clock, event, row: clock.resume(row.at),
        notify=to_all("match_resumed", with_deadline=True),
    ),
)
