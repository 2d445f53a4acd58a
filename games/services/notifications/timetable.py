"""The time at which a message is sent to a channel, by its digest, its quiet hours, and its player's time zone.

A warning that time runs low is sent before quiet hours, if the time after them would be too late.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F

from accounts.models import Player
from games import match_clock
from games.clock.calendar import zone_named
from games.clock.state import Clock
from games.models import Match, NotificationChannel, Seat

LEAST: Final = timedelta(hours=1)
"""The least time that must be left when quiet hours end, or half of the low time if that is less."""
AHEAD: Final = timedelta(minutes=15)
"""The lead over quiet hours with which a warning is sent, so that it arrives before them."""
NOT_GATHERED: Final = frozenset({"time_low"})
"""Kinds of notifications that wait for no digest, which would be too late. They still wait in quiet hours."""


def zone_of(player: Player) -> ZoneInfo:
    """Return the time zone of a player; UTC if it is unknown or no longer exists."""
    return zone_named(player.time_zone)


def time_to_send(channel: NotificationChannel, kind: str, at: datetime) -> datetime:
    """Return when a notification of a moment is sent to a channel."""
    zone = zone_of(channel.player)
    hours = () if kind in NOT_GATHERED else _digest_hours(channel)
    moment = _next(zone, (time(hour) for hour in hours), at) if hours else at
    return quiet_until(channel, moment) or moment


def quiet_until(channel: NotificationChannel, at: datetime) -> datetime | None:
    """Return when the quiet hours of a channel end; None for a moment outside of them."""
    begins, ends = channel.quiet_from, channel.quiet_to
    if begins is None or ends is None:
        return None
    zone = zone_of(channel.player)
    clock = at.astimezone(zone).time()
    is_quiet = begins <= clock < ends if begins < ends else clock >= begins or clock < ends
    return _next(zone, [ends], at) if is_quiet else None


def quiet_since(channel: NotificationChannel, at: datetime) -> datetime | None:
    """Return when the quiet hours around a moment began; None for a moment outside of them."""
    if channel.quiet_from is None or quiet_until(channel, at) is None:
        return None
    zone = zone_of(channel.player)
    days = _moments(zone, at.astimezone(zone).date() - timedelta(days=2), [channel.quiet_from])
    return max(moment for moment in days if moment <= at)


def _digest_hours(channel: NotificationChannel) -> Iterable[int]:
    first = channel.digest_hour
    match channel.digest:
        case NotificationChannel.Digest.HOURLY:
            return range(24)
        case NotificationChannel.Digest.TWICE_A_DAY:
            return sorted((first, (first + 12) % 24))
        case NotificationChannel.Digest.DAILY:
            return (first,)
    return ()


def _next(zone: ZoneInfo, times: Iterable[time], at: datetime) -> datetime:
    """Return the first moment after another at which the local time is one of these times."""
    today, clocks = at.astimezone(zone).date(), list(times)
    return min(moment for moment in _moments(zone, today, clocks) if moment > at)


def _moments(zone: ZoneInfo, today: date, times: Iterable[time]) -> Iterable[datetime]:
    """Yield the moments at which the local time is one of these times, for three days.

    A time is yielded twice if the clock is set back over it, and later if the clock skips it.
    """
    for clock in times:
        for days in range(3):
            first = datetime.combine(today + timedelta(days), clock, tzinfo=zone)
            second = first.replace(fold=1).astimezone(UTC)
            yield first.astimezone(UTC)
            if second > first.astimezone(UTC):
                yield second


# --- warnings that time runs low --------------------------------------------------------------------------------------


def low_at(clock: Clock, due_at: datetime, player: Player | None) -> datetime | None:
    """Return when to warn a player that the time of their turn runs low; None without running time or warning."""
    low = clock.low_at(due_at)
    if low is None or player is None or not player.has_channels:
        return low
    channels = NotificationChannel.in_use().filter(player=player, quiet_from__isnull=False).select_related("player")
    wanted = [one for one in channels if one.kinds is None or "time_low" in one.kinds]
    return min((_before_quiet_hours(one, clock, low, due_at) for one in wanted), default=low)


def _before_quiet_hours(channel: NotificationChannel, clock: Clock, low: datetime, due_at: datetime) -> datetime:
    """Return when to warn through a channel: when time runs low, or before quiet hours that begin in the turn."""
    ends, begins = quiet_until(channel, low), quiet_since(channel, low)
    if ends is None or begins is None or ends <= due_at - min(LEAST, (due_at - low) / 2):
        return low
    warns_at = begins - AHEAD
    return warns_at if clock.turn_began is not None and warns_at > clock.turn_began else low


def wake_earlier(match_ids: Iterable[UUID]) -> None:
    """Wake matches earlier if the quiet hours of the player to move require it.

    A move sets ``wake_at`` without reading channels, so this follows when the player is notified of the turn.
    """
    acting = Seat.objects.filter(match__in=set(match_ids), number=F("match__to_act"), player__has_channels=True)
    for seat in acting.select_related("match", "player"):
        match = seat.match
        low = match.due_at and low_at(match_clock.clock_of(match), match.due_at, seat.player)
        if low and match.wake_at and low < match.wake_at:
            Match.objects.filter(pk=match.pk, version=match.version, wake_at=match.wake_at).update(wake_at=low)
