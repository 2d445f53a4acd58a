"""The time of the notification "time runs low": before quiet hours, if the time after them would be too late."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F

from accounts.models import Player
from games import match_clock
from games.clock.state import Clock
from games.models import Match, NotificationChannel, Seat
from games.services.notifications.timetable import quiet_since, quiet_until

LEAST: Final = timedelta(hours=1)
"""The least time that must be left when quiet hours end, or half of the low time if that is less."""
AHEAD: Final = timedelta(minutes=15)
"""The lead over quiet hours with which a warning is sent, so that it arrives before them."""


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
