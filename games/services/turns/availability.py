"""The availability of players: calendars, vacations, and the turns whose deadlines they postpone.

A turn starts with the closed hours that are known by then (``LockedMatch``), as a row of the log. A vacation that
starts or ends during a turn also changes that turn. A row (``AvailabilityChange``) stores which turns are still to be
updated. A message or the sweep finds it, so that a worker may die at any moment. A turn that was not updated when its
deadline passes is updated then.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as wall_time
from typing import Final
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Case, F, When
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import Player
from accounts.services import staying
from accounts.zones import known_zones
from chkobba_api.errors import DomainError, invalid
from games import match_clock
from games.clock.calendar import Calendar, Closure, zone_named
from games.clock.closures import advance, measure, within
from games.clock.hours import AHEAD, LONGEST_VACATION, Hours
from games.due_work import HANDS, DueWork
from games.engine.messages import say
from games.models import AvailabilityChange, Match, Notification, Seat, Status, VacationEnd
from games.services.dispatch import outages
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.notifications.notifications import add_notification

STEP: Final = 0.5
"""Seconds after which a worker yields to other work."""


# --- actions of a player ----------------------------------------------------------------------------------------------


def change_calendar(player: Player, calendar: Calendar, now: datetime, *, keeps_zone: bool = False) -> Hours:
    """Store a calendar that takes effect in two days, in the player's own time zone if ``keeps_zone``.

    Running turns keep their calendar. Raises DomainError ``invalid``, HasLeft. The player's time zone changes at once.
    """
    faults = calendar.faults
    if calendar.time_zone not in known_zones():
        faults = {"time_zone": say("name.time_zone"), **faults}
    for field, said in faults.items():
        raise invalid(field, said)
    with _changing(player) as changing:
        if keeps_zone:
            calendar = replace(calendar, time_zone=player.time_zone or Calendar().time_zone)
        changing.hours = changing.hours.changed(calendar, now)
        player.time_zone = calendar.time_zone
        player.save(update_fields=["time_zone"])
    return changing.hours


def follow_zone(*, player: Player, **signal: object) -> None:
    """Move the calendar of a player to the player's new time zone. The caller holds the player's row lock."""
    moved = hours_now(player).moved(player.time_zone or Calendar().time_zone, timezone.now())
    Player.objects.filter(pk=player.pk).update(hours=msgspec.to_builtins(moved))


def begin_vacation(player: Player, now: datetime, *, days: int, first: date | None = None) -> Hours:
    """Begin a vacation: at once, with today as its first day, or on a later day.

    Raises DomainError ``on_vacation``, ``too_few_vacation_days``; ``invalid`` for invalid days; HasLeft.
    """
    with _changing(player) as changing:
        hours, zone = changing.hours, changing.zone
        if hours.vacation_at(now):
            raise DomainError("on_vacation", say("refused.on_vacation.already"))
        if not 1 <= days <= LONGEST_VACATION:
            raise invalid("days", say("invalid.vacation.days", count=LONGEST_VACATION))
        if days > (left := hours.days_left(player.created_at, now)):
            raise DomainError(
                "too_few_vacation_days", say("refused.too_few_vacation_days", count=int(left)), days_left=int(left)
            )
        begins = now if first is None else _first_moment(first, zone, now)
        changing.hours = hours.away(max(begins, now), days, zone, player.created_at, now)
        if vacation := changing.hours.vacation_at(now):
            VacationEnd.objects.update_or_create(player=player, defaults={"ends_at": vacation.ends})
        look_at_turns(player, now)
    return changing.hours


def _first_moment(first: date, zone: str, now: datetime) -> datetime:
    """Return when a vacation begins: the first moment of a day in a time zone.

    Raises DomainError ``invalid`` for a day that is over or too late.
    """
    if abs(first - now.date()) < AHEAD + timedelta(days=2):  # a day of the year 1 has no time in UTC
        begins = datetime.combine(first, wall_time(), zone_named(zone)).astimezone(now.tzinfo)
        if first >= now.astimezone(zone_named(zone)).date() and begins <= now + AHEAD:
            return begins
    raise invalid("first", say("invalid.vacation.first", days=AHEAD.days))


def end_vacation(player: Player, now: datetime) -> Hours:
    """End the vacation of a player, or cancel the coming one. The player gets back days that have not begun.

    Raises DomainError ``not_on_vacation``; HasLeft.
    """
    with _changing(player) as changing:
        if not changing.hours.vacation_at(now):
            raise DomainError("not_on_vacation", say("refused.not_on_vacation"))
        changing.hours = changing.hours.back(changing.zone, player.created_at, now)
        VacationEnd.objects.filter(player=player).delete()
        look_at_turns(player, now)
    return changing.hours


@dataclass
class _Changing:
    """The availability of a player under the player's row lock, and the time zone of the player's vacations."""

    hours: Hours
    zone: str


@contextmanager
def _changing(player: Player) -> Iterator[_Changing]:
    with staying(player):
        kept = hours_now(player)
        player.refresh_from_db(fields=["time_zone"])
        changing = _Changing(kept, player.time_zone or kept.calendar.time_zone)
        yield changing
        Player.objects.filter(pk=player.pk).update(hours=msgspec.to_builtins(changing.hours))


def hours_now(player: Player) -> Hours:
    """Return the availability of a player, as stored at the moment."""
    kept = Player.objects.filter(pk=player.pk).values_list("hours", flat=True).first()
    return msgspec.convert(kept, Hours) if kept else Hours()


def must_be_here(player: Player, now: datetime, *, despite_vacation: bool = False) -> None:
    """Raise DomainError ``on_vacation`` if a player on vacation takes a seat without ``despite_vacation``."""
    vacation = None if despite_vacation else hours_now(player).vacation_at(now)
    if vacation and vacation.begins <= now:
        raise DomainError("on_vacation", say("refused.on_vacation.seat"), until=vacation.ends)


# --- running turns ----------------------------------------------------------------------------------------------------


def look_at_turns(player: Player, now: datetime) -> None:
    """Schedule an update of the running turns of a player after a change of their vacations."""
    AvailabilityChange.objects.update_or_create(
        player=player, defaults={"asked_at": now, "wake_at": now, "reached": None}
    )
    CHANGES.wake_after_commit(player.pk)


def _follow(change: AvailabilityChange, now: datetime) -> bool:
    """Update more turns of a player whose vacation has started or ended. Return whether there are more."""
    this = AvailabilityChange.objects.filter(pk=change.pk, asked_at=change.asked_at)
    begin = time.monotonic()
    for match in _turns_of(change.pk, change.reached):
        _look_at(match, now)
        if time.monotonic() - begin > STEP:
            return bool(this.update(reached=match.pk, wake_at=now))
    this.delete()
    return False


CHANGES: Final = DueWork(
    AvailabilityChange,
    lease=timedelta(seconds=60),
    run=_follow,
    task="games.apply_hours",
    queue="CELERY_CLOCK_QUEUE",
    at_once=HANDS,
)


def _turns_of(player_id: UUID, reached: UUID | None) -> Iterator[Match]:
    """Yield the matches that wait for a player, by their ids, after the one reached before."""
    waiting = Match.objects.filter(
        status=Status.RUNNING, due_at__isnull=False, seats__player=player_id, seats__number=F("to_act")
    )
    if reached:
        waiting = waiting.filter(pk__gt=reached)
    yield from waiting.order_by("pk").iterator(chunk_size=100)


def _look_at(match: Match, now: datetime) -> None:
    """Update the turn of a match to the vacations of its player, if it honours them."""
    if Closure.VACATIONS not in match_clock.control_of(match).honours:
        return
    with suppress(DomainError), locked_match(match.pk, now, wakes_worker=False) as table:
        follow_vacations(table)


def follow_vacations(table: LockedMatch) -> bool:
    """Update the present turn to the vacations of its player. Return whether that changes anything.

    A turn whose time seems to be up is computed from its start: a vacation may have stopped it since.
    """
    clock, now = table.clock, table.now
    deadline = outages.deadline(clock, now)
    if deadline is None or clock.since is None or Closure.VACATIONS not in clock.control.honours:
        return False
    if deadline <= now:
        left = measure(clock.closed, clock.since, deadline)
        closed = table.closing(left, clock.since).closed
        deadline = advance(closed, clock.since, left)
        if deadline <= now:
            return False
        left = measure(closed, now, deadline)
    else:
        left = measure(clock.closed, now, deadline)
    closing = table.closing(left, now)
    if within(closing.closed, now, deadline) == within(clock.closed, now, deadline) and deadline == table.match.due_at:
        return False
    table.close_hours(closing, left)
    return True


# --- the end of a vacation --------------------------------------------------------------------------------------------


def _notify(one: VacationEnd, now: datetime) -> None:
    """Notify a player whose vacation is over, once, if the player is in a running match.

    The row was written when the vacation began. If the player ends it early, the row is deleted.
    """
    with transaction.atomic():
        mine, _ = VacationEnd.objects.filter(pk=one.pk, ends_at=one.ends_at).delete()
        about = _most_urgent(one.player) if mine and one.player.is_active else None
        if about:
            add_notification("vacation_ends", one.player, about, now, cause=one.ends_at.isoformat())


VACATION_ENDS: Final = DueWork(VacationEnd, due_at="ends_at", run=_notify, at_once=1_000)


def _most_urgent(player: Player) -> Notification | None:
    """Return the match to name: the most urgent one in which it is the player's turn, else any."""
    seats = Seat.objects.filter(player=player, resigned=False, match__status=Status.RUNNING).select_related("match")
    mine = Case(When(number=F("match__to_act"), then=0), default=1)
    seat = seats.order_by(mine, F("match__due_at").asc(nulls_last=True), "match").first()
    if seat is None:
        return None
    match: Match = seat.match
    return Notification(match=match, version=match.version, seat=seat.number)
