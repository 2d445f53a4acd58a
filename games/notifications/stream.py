"""The notification stream of a player: notifications of all their matches, in one order that never changes.

A notification gets its number when the stream is read, under a lock of the stream. At that moment all committed
notifications get numbers. So a slow transaction comes after what was read before it. A client that resumes after a
number misses nothing (docs/decisions.md, "Notifications, and who follows them").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from games.models import Match, Notification, NotificationStream

NUMBERED_AT_ONCE: Final = 500
"""The most notifications that get their numbers in one transaction."""

_UNREAD: Final = [f"match__{field.name}" for field in Match._meta.concrete_fields if field.name not in ("id", "game")]


def newest(player_id: UUID) -> int:
    """Return the last number in the stream of a player; 0 if it was always empty."""
    _give_numbers([player_id])
    return NotificationStream.objects.filter(pk=player_id).values_list("last", flat=True).first() or 0


def after(places: Mapping[UUID, int], limit: int) -> dict[UUID, list[Notification]]:
    """Return the notifications after a number in the stream of each given player, in order, with the game.

    The result has up to ``limit`` notifications for each player, and no players without any.
    """
    _give_numbers(list(places))
    streams = dict(NotificationStream.objects.filter(pk__in=list(places)).values_list("pk", "last"))
    behind = {player: place for player, place in places.items() if streams.get(player, 0) > place}
    if not behind:
        return {}
    pages = (Q(player=player, number__gt=place, number__lte=place + limit) for player, place in behind.items())
    found: dict[UUID, list[Notification]] = defaultdict(list)
    for notification in _read(reduce(or_, pages)):
        found[notification.player_id].append(notification)
    for player in behind.keys() - found.keys():  # the next ones were deleted
        if later := list(_read(Q(player=player, number__gt=behind[player]))[:limit]):
            found[player] = later
    return found


def _read(which: Q) -> QuerySet[Notification]:
    return Notification.objects.filter(which).select_related("match").defer(*_UNREAD).order_by("number")


def written_after(position: int) -> list[tuple[int, UUID]]:
    """Return the position and the player of each notification after a position, in the order of writing.

    A transaction that commits late has an earlier position. So use the positions only to wake waiting clients, which
    also poll now and then.
    """
    return list(Notification.objects.filter(pk__gt=position).order_by("pk").values_list("pk", "player_id"))


def position() -> int:
    """Return the position of the last notification."""
    return Notification.objects.aggregate(most=Max("pk"))["most"] or 0


def _give_numbers(player_ids: Sequence[UUID]) -> None:
    """Number all notifications of the given players that have no number yet, the oldest first."""
    without = Notification.objects.filter(player__in=player_ids, number=None)
    while waiting := set(without.order_by().values_list("player_id", flat=True).distinct()):
        known = set(NotificationStream.objects.filter(pk__in=waiting).values_list("pk", flat=True))
        NotificationStream.objects.bulk_create(
            [NotificationStream(player_id=one) for one in waiting - known], ignore_conflicts=True
        )
        with transaction.atomic():
            # All requests lock streams in the same order. The query after it sees all numbers that others have given.
            locked = NotificationStream.objects.select_for_update().filter(pk__in=waiting).order_by("pk")
            streams = {stream.player_id: stream for stream in locked}
            fresh = list(without.filter(player__in=waiting).only("pk", "player").order_by("pk")[:NUMBERED_AT_ONCE])
            for notification in fresh:
                stream = streams[notification.player_id]
                notification.number = stream.last = stream.last + 1
            Notification.objects.bulk_update(fresh, ["number"])
            NotificationStream.objects.bulk_update(streams.values(), ["last"])
