"""Events of a match that is played: start, end, absent players, and the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Final, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from games.clock.closures import Closed
from games.clock.controls import AnyControl
from games.clock.state import Clock
from games.models import Actor, Status, TableEvent
from games.seat_control import STAND_IN, LoggedSeat
from games.table_events.kind import (
    AgreedOptions,
    EventKind,
    Moment,
    Notice,
    Reason,
    ReasonOfStaff,
    Recipient,
    Wording,
    to_all,
    to_own_seat,
)


class StartedSeat(Struct, kw_only=True):
    """The player or bot on a seat at the first deal."""

    player: UUID | None
    """The player; null for a bot."""
    bot: str
    """The level of the bot; an empty text for a player."""


class StartedDealerFrom(Struct, kw_only=True):
    """The previous match, and the seat there that was to deal next."""

    match: UUID
    """The id of the previous match."""
    seat: int
    """The seat there that was to deal next."""


class Started(Struct, kw_only=True):
    """The match has started; the first deal follows."""

    dealer: int
    """The seat that deals first."""
    options: AgreedOptions
    """The agreed value of every option."""
    control: AnyControl
    """The agreed time control."""
    turn_seconds: int
    """Seconds that a first move may take."""
    seats: list[StartedSeat]
    """The players and bots, by seat."""
    seeds: list[str]
    """The seed of each seat; an empty text for none."""
    dealer_from: StartedDealerFrom | UnsetType = UNSET
    """The previous match, if it names the first dealer; else left out."""
    deal_of: UUID | UnsetType = UNSET
    """The match whose cards are dealt again (`playDealAgain`); else left out."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out for never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. Left out: they may not."""
    rated: bool | UnsetType = UNSET
    """True: the match changes ratings (docs/ratings.md). Left out: it does not."""
    undo: bool | UnsetType = UNSET
    """False: a match that is not rated allows no undo. Else left out."""
    hints: bool | UnsetType = UNSET
    """True: the player to move can ask for a hint. False: they cannot. Left out: only if all others are bots."""


class AutopilotOn(Struct, kw_only=True):
    """The server moves for a player from now on: they missed three turns in a row, or the staff decided so."""

    reason: ReasonOfStaff = UNSET


class AutopilotOff(Struct, kw_only=True):
    """The player moves again, and the autopilot is off."""

    reason: ReasonOfStaff = UNSET


class Substituted(Struct, kw_only=True):
    """A substitute took the seat of an absent player, for good."""

    player: UUID
    """The player who sits there from now on."""
    in_place_of: UUID
    """The player who lost the seat."""


class Finished(Struct, kw_only=True):
    """The match is over."""

    reason: Literal["played", "resigned", "agreed"]
    """`resigned`: the others gave up before the game was over. `agreed`: all agreed to end with the present score."""
    winner: int | None
    """The winning side; null for a draw."""
    places: list[int]
    """The place of each side."""
    totals: list[int]
    """The points of each side in the whole match."""


class Cancelled(Struct, kw_only=True):
    """The match never started, the staff cancelled it, or all players agreed on no result."""

    reason: ReasonOfStaff = UNSET
    agreed: bool | UnsetType = UNSET
    """True: the players agreed on it. Else left out."""
    continued_in: UUID | UnsetType = UNSET
    """The match that replaces this one after an accepted counter-offer; otherwise left out."""


class Extended(Struct, kw_only=True):
    """The staff gave the seat more time."""

    reason: Reason
    due_at: Moment
    """The new deadline of the seat."""


class ClosedHours(Struct, kw_only=True):
    """Some time does not count for the turn of a seat, by its player's calendar or vacations."""

    seconds_left: float
    """Seconds that the turn has left, not counting closed times."""
    closed: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The closed times from then on, until some days after the deadline. Each has its first moment, and the first one
    after it. Only players of the match see them."""
    vacations: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The part of `closed` that is vacation. Only players of the match see it."""


def _match_started(to: Recipient) -> Notice:
    return "match_started", {"seek": str(to.seat.seek_id)} if to.seat.seek_id else {}


def _match_cancelled(to: Recipient) -> Notice:
    """Return that the match is cancelled, or that another one replaces it."""
    moved = to.event.continued_in
    return ("terms_accepted", {"rematch": str(moved)}) if moved else ("match_cancelled", {})


def _seat_opened(to: Recipient) -> Notice:
    return "seat_offered" if to.is_own else to.row.type, {"of_seat": to.row.seat}


def _close(clock: Clock, event: ClosedHours, row: TableEvent) -> Clock:
    closed, vacations = ([Closed(*times) for times in part or ()] for part in (event.closed, event.vacations))
    return clock.close(row.at, closed, vacations, timedelta(seconds=event.seconds_left))


def _newcomer(clock: Clock, event: Substituted, row: TableEvent) -> Clock:
    return clock if row.seat is None else clock.newcomer(row.seat)


def _away(seat: LoggedSeat, event: AutopilotOn, row: TableEvent, substitutes_after: int | None) -> LoggedSeat:
    opens_at = None if substitutes_after is None else row.at + timedelta(seconds=substitutes_after)
    return replace(seat, autopilot=True, substitute_from=opens_at)


def _substitute(seat: LoggedSeat, event: Substituted, row: TableEvent, substitutes_after: int | None) -> LoggedSeat:
    return replace(seat.taken, player=str(event.player), autopilot=False, substitute_since=row.version)


def _ended(wording: Wording) -> str:
    event = wording.event
    won = "It is a draw" if event.winner is None else f"{wording.sides[event.winner]} wins"
    ending = {"resigned": ", since the others resigned", "agreed": ", since all have agreed"}.get(event.reason, "")
    return f"The match is over. {won}{ending}: {' : '.join(map(str, event.totals))}."


def _called_off(wording: Wording) -> str:
    if wording.event.agreed:
        return "The match has no result, since all have agreed."
    is_late = wording.row.by == Actor.TIMEOUT
    return "The match was not started in time." if is_late else f"{wording.who} cancels the match."


def _open_time(wording: Wording) -> str:
    event = wording.event
    left = timedelta(seconds=round(event.seconds_left))
    return f"{wording.seat} has {left} of open time; {len(event.closed or ())} closed periods do not count."


PLAY: Final = (
    EventKind(
        "started",
        lambda wording: f"The match starts; {wording.seats[wording.event.dealer]} deals first.",
        Started,
        changes_game=True,
        status=Status.RUNNING,
        clock=lambda clock, event, row: Clock(event.control),
        notify=_match_started,
    ),
    EventKind(
        "autopilot_on",
        "{seat} is on autopilot now.",
        AutopilotOn,
        staff_sentence="{who} puts {seat} on autopilot.",
        most=3,  # the player's own: the autopilot stops the clock, which starts anew when the player resumes
        seat=_away,
        notify=to_own_seat("autopilot_on"),
    ),
    EventKind(
        "autopilot_off",
        "{who} takes over from the autopilot.",
        AutopilotOff,
        seat=lambda seat, *_: replace(seat.taken, autopilot=False),
    ),
    EventKind(
        "substitute_wanted",
        "{seat} has been on autopilot for a long time: substitutes may take the seat.",
        description="A player was on autopilot for the agreed time: the seat opens to substitutes.",
        seat=lambda seat, event, row, _: replace(seat, substitute_wanted=True, offered_at=row.at),
        notify=_seat_opened,
    ),
    EventKind(
        "substituted",
        "{who} takes over seat {row.seat} from an absent player.",
        Substituted,
        clock=_newcomer,
        seat=_substitute,
        notify=_seat_opened,
        notify_named=("seat_lost", "in_place_of"),
    ),
    EventKind(
        "resigned",
        "{who} resigns.",
        description="A player resigned from the match.",
        seat=lambda seat, *_: replace(seat.taken, resigned=True, bot=seat.bot or STAND_IN),
    ),
    EventKind(
        "finished",
        _ended,
        Finished,
        changes_game=True,
        status=Status.FINISHED,
        clock=lambda clock, event, row: clock.end(),
        notify=to_all("match_finished"),
    ),
    EventKind(
        "cancelled",
        _called_off,
        Cancelled,
        staff_sentence="{who} cancels the match: it has no result.",
        changes_game=True,
        status=Status.CANCELLED,
        clock=lambda clock, event, row: clock.end(),
        notify=_match_cancelled,
    ),
    EventKind(
        "extended",
        "{who} gives {seat} time until {event.due_at:%d %b %Y, %H:%M} UTC.",
        Extended,
        clock=lambda clock, event, row: clock.extend(event.due_at, row.at),
        notify=to_own_seat("extended"),
    ),
    EventKind("closed_hours", _open_time, ClosedHours, private=frozenset({"closed", "vacations"}), clock=_close),
)
