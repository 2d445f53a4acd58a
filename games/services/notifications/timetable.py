"""The time at which a message is sent to a channel, by its digest, its quiet hours, and its player's time zone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from accounts.models import Player
from games.clock.calendar import zone_named
from games.models import NotificationChannel

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
