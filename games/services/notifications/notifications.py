"""Notifications of events in a match: facts for one player, written by the statement that caused them.

This module does not depend on the senders (``games.notifications``). No notification contains a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings

from accounts.models import Player
from games.log import made
from games.models import Actor, Match, MatchEndJob, Move, Notification, Row, Seat, Status, TableEvent
from games.services.dispatch.dispatch import deliver_after_commit
from games.table_events import event_of, kind_of
from games.table_events.kind import Recipient

NOTIFIES_ALL: Final[list[str]] = []
"""The names of settings of which each turns on a sender for all players. ``games.notifications`` fills the list."""

_RESTS: Final = ("joined", "seats_full", "terms_changed")
"""Kinds of notifications that others could cause repeatedly, for example by joining and leaving."""
MOST_AN_HOUR: Final = 5
"""The most notifications of each of these kinds for a player in one match within an hour. The match view shows all."""


def notifications_of(match: Match, seats: Sequence[Seat], rows: Sequence[Row], now: datetime) -> list[Notification]:
    """Return the notifications that follow from new rows of a match."""
    news = [one for row in rows if isinstance(row, TableEvent) for one in _of_table_event(match, row, seats)]
    if match.status == Status.RUNNING and match.due_at is not None and match.to_act is not None:
        seat = seats[match.to_act]
        moved = {row.player_id for row in rows if isinstance(row, Move) and row.by == Actor.PLAYER}
        # A player with a plan is notified when no step of it fits (``games.services.turns.planned_moves``).
        if not seat.has_plan and seat.player_id not in moved and not all(isinstance(row, TableEvent) for row in rows):
            news.append(("your_turn", seat, {"due_at": match.due_at.isoformat()}))
    news += [("played_for", seat, {}) for seat in _played_for(seats, rows)]
    news += [("planned", seats[row.seat], {}) for row in rows if isinstance(row, Move) and row.by == Actor.PLAN]
    news = list(
        {(kind, seat.number): (kind, seat, facts) for kind, seat, facts in news}.values()
    )  # two players joined at once
    news = [one for one in news if one[0] not in _RESTS or not _has_enough(match, one[1], one[0], now)]
    found = [(kind, seat.player, seat.number, facts) for kind, seat, facts in news]
    found += _of_named(seats, rows)
    to_all = notifies_all_players()
    return [
        made(
            Notification,
            kind=kind,
            player_id=player.pk if player else "",
            match_id=match.id,
            version=match.version,
            seat=number,
            at=now,
            facts=facts,
            to_deliver=to_all or (player is not None and player.has_channels),
        )
        for kind, player, number, facts in found
    ]


def _has_enough(match: Match, seat: Seat, kind: str, now: datetime) -> bool:
    about = Notification.objects.filter(player=seat.player, match_id=match.pk, kind=kind)
    return about.filter(at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR


def _of_named(seats: Sequence[Seat], rows: Sequence[Row]) -> Iterator[tuple[str, Player, int, dict[str, Any]]]:
    """Yield notifications for the players named in rows, who need not be in the match: about the seat of the row."""
    said = {}
    for row in rows:
        if isinstance(row, TableEvent) and (named := kind_of(row.type).notify_named):
            said[named[0], getattr(event_of(row), named[1])] = row.seat or 0
    for (kind, to), number in said.items():
        player = Player.objects.get(pk=to)
        yield kind, player, next((seat.number for seat in seats if seat.player_id == player.pk), number), {}


def notifies_all_players() -> bool:
    """Return whether a sender gets the notifications of all players, not only of those with a channel."""
    return any(getattr(settings, name) for name in NOTIFIES_ALL)


def add_notification(
    kind: str, player: Player, about: Notification, now: datetime, *, cause: str = "", **facts: Any
) -> None:
    """Write a notification that follows from no row of a match.

    A notification with the same cause stays unchanged.
    """
    add_notifications(kind, [player], about, now, cause=cause, **facts)


def add_notifications(
    kind: str, players: Iterable[Player], about: Notification, now: datetime, *, cause: str = "", **facts: Any
) -> None:
    """Write notifications for several players, as ``add_notification`` does."""
    to_all = notifies_all_players()
    shared = {"match_id": about.match_id, "version": about.version, "seat": about.seat, "cause": cause, "facts": facts}
    new = [
        Notification(kind=kind, player=player, at=now, to_deliver=to_all or player.has_channels, **shared)
        for player in players
    ]
    Notification.objects.bulk_create(new, ignore_conflicts=True)
    if any(one.to_deliver for one in new):
        deliver_after_commit()


def _played_for(seats: Sequence[Seat], rows: Sequence[Row]) -> Iterator[Seat]:
    """Yield seats for which the clock has moved, except those now on autopilot: they get only that notification."""
    on_autopilot = {row.seat for row in rows if isinstance(row, TableEvent) and row.type == "autopilot_on"}
    for row in rows:
        if isinstance(row, Move) and row.by == Actor.TIMEOUT and row.seat not in on_autopilot:
            yield seats[row.seat]


def _of_table_event(match: Match, row: TableEvent, seats: Sequence[Seat]) -> Iterator[tuple[str, Seat, dict[str, Any]]]:
    """Yield the notifications of an event around the game, with their seats and data: no bots, and not its author."""
    notify = kind_of(row.type).notify
    if notify is None:
        return
    event = event_of(row)
    for seat in seats:
        is_other = seat.player_id and seat.player_id != row.player_id
        if is_other and (notice := notify(Recipient(match, row, event, seat, seats))):
            kind, facts = notice
            yield kind, seat, facts


def follow_ups_of(match: Match, rows: Sequence[Row], now: datetime) -> list[MatchEndJob]:
    """Return the match end job for a match that ends with these rows."""
    ended = any(isinstance(row, TableEvent) and kind_of(row.type).ends_match for row in rows)
    return [MatchEndJob(match_id=match.pk, wake_at=now)] if ended else []
