"""Notifications of events at a match: facts for one player, written by the statement that caused them.

This module does not depend on the channels (``games.notifications``). No notification contains a card.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.models import Player
from games import match_clock
from games.contact_rules import are_apart
from games.match_sql import made
from games.models import Actor, Match, MatchEndJob, Move, Notification, Row, Seat, Status, TableEvent
from games.offer_rules import PROPOSALS
from games.services.dispatch.dispatch import deliver_after_commit

SENDERS: Final[list[Callable[[], bool]]] = []
"""Functions that return whether a channel to all players is in use. ``games.notifications`` fills the list."""

_OFFERED: Final = tuple(one.offered for one in PROPOSALS)
_DECLINED: Final = tuple(one.declined for one in PROPOSALS)
ADDRESSED: Final = (
    *("invited", "invitation_declined", "invitation_withdrawn", "terms_offered", "terms_declined"),
    *("seat_wanted", "seat_refused"),
)
"""Types of log rows that are for one named player."""
_RESTS: Final = ("joined", "seats_full", "terms_changed")
"""Kinds of notifications that others could cause repeatedly, for example by joining and leaving."""
MOST_AN_HOUR: Final = 5
"""The most notifications of each of these kinds for a player at one match within an hour. The match view shows all."""
_SEAT_CHANGES: Final = {"bot_joined": "seat_given_to_bot", "bot_left": "given_back"}
"""Notifications for the player at a seat that the staff gives to a bot, or back."""

_WITH_CLOCK: Final = {"resumed": "match_resumed", "undone": "undone"}
"""Notifications for all players. The player to move also gets the deadline."""


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
    told = notifies_all_players()
    notifications = [
        made(
            Notification,
            kind=kind,
            player_id=seat.player_id or "",
            match_id=match.id,
            version=match.version,
            seat=seat.number,
            at=now,
            facts=facts,
            to_deliver=told or (seat.player is not None and seat.player.has_channels),
        )
        for kind, seat, facts in news
    ]
    return [*notifications, *_seats_lost(match, rows, now, told=told), *_addressed(match, seats, rows, now, told=told)]


def _has_enough(match: Match, seat: Seat, kind: str, now: datetime) -> bool:
    about = Notification.objects.filter(player=seat.player, match_id=match.pk, kind=kind)
    return about.filter(at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR


def _seats_lost(match: Match, rows: Sequence[Row], now: datetime, *, told: bool) -> Iterator[Notification]:
    """Yield notifications for players whose seats substitutes have taken."""
    for row in rows:
        if isinstance(row, TableEvent) and row.type == "substituted" and row.seat is not None:
            left = Player.objects.get(pk=json.loads(row.data)["in_place_of"])
            place = {"match_id": match.pk, "version": match.version, "seat": row.seat, "at": now}
            yield made(
                Notification,
                kind="seat_lost",
                player_id=left.pk,
                to_deliver=told or left.has_channels,
                **place,
                facts={},
            )


def _addressed(
    match: Match, seats: Sequence[Seat], rows: Sequence[Row], now: datetime, *, told: bool
) -> Iterator[Notification]:
    """Yield notifications from rows to one player, who may not sit at the table yet: about the reserved seat."""
    said = {
        (row.type, json.loads(row.data)["to"]): row.seat or 0
        for row in rows
        if isinstance(row, TableEvent) and row.type in ADDRESSED
    }
    for (kind, to), number in said.items():
        player = Player.objects.get(pk=to)
        seat = next((seat.number for seat in seats if seat.player_id == player.pk), number)
        place = {"match_id": match.pk, "version": match.version, "seat": seat, "at": now}
        yield made(
            Notification, kind=kind, player_id=player.pk, to_deliver=told or player.has_channels, **place, facts={}
        )


def notifies_all_players() -> bool:
    """Return whether a channel receives the notifications of all players, not only of those who use it."""
    return any(sends() for sends in SENDERS)


def add_notification(
    kind: str, player: Player, about: Notification, now: datetime, *, cause: str = "", **facts: Any
) -> None:
    """Write a notification that follows from no row of a match.

    A notification with the same cause stays unchanged.
    """
    is_sent = notifies_all_players() or player.has_channels
    place = {"match_id": about.match_id, "version": about.version, "seat": about.seat}
    one = Notification(kind=kind, player=player, cause=cause, at=now, facts=facts, to_deliver=is_sent, **place)
    Notification.objects.bulk_create([one], ignore_conflicts=True)
    if is_sent:
        deliver_after_commit()


def _played_for(seats: Sequence[Seat], rows: Sequence[Row]) -> Iterator[Seat]:
    """Yield seats for which the clock has moved, except those now on autopilot: they get only that notification."""
    on_autopilot = {row.seat for row in rows if isinstance(row, TableEvent) and row.type == "autopilot_on"}
    for row in rows:
        if isinstance(row, Move) and row.by == Actor.TIMEOUT and row.seat not in on_autopilot:
            yield seats[row.seat]


def _of_table_event(match: Match, row: TableEvent, seats: Sequence[Seat]) -> Iterator[tuple[str, Seat, dict[str, Any]]]:
    """Yield the notifications of an event around the game, with their seats and data: no bots, and not its author."""
    for seat in seats:
        if seat.player_id and seat.player_id != row.player_id:
            clock = {"due_at": match.due_at.isoformat()} if match.due_at and match.to_act == seat.number else {}
            if row.type in ("started", "finished", "cancelled", "paused"):
                yield _of_match(row, seat)
            elif row.type in _WITH_CLOCK:
                yield _WITH_CLOCK[row.type], seat, clock
            elif match.status == Status.LOBBY and row.type in ("joined", "changed", "sealed"):
                yield from _before_start(match, row, seat, seats)
            elif (row.type in _OFFERED and seat.is_open_to_player) or (
                row.type in _DECLINED and json.loads(row.data)["offered_by"] == seat.number
            ):
                yield row.type, seat, {}
            elif row.type in ("substitute_wanted", "substituted"):
                yield "seat_offered" if row.seat == seat.number else row.type, seat, {"of_seat": row.seat}
            elif row.type == "rematch" and not (row.player_id and are_apart(row.player_id, [seat.player_id])):
                yield "rematch", seat, {"rematch": json.loads(row.data)["match"]}
            elif row.seat == seat.number and row.type in ("autopilot_on", "extended"):
                yield row.type, seat, clock
            elif row.seat == seat.number and row.type in _SEAT_CHANGES:
                yield _SEAT_CHANGES[row.type], seat, clock


def _before_start(
    match: Match, row: TableEvent, seat: Seat, seats: Sequence[Seat]
) -> Iterator[tuple[str, Seat, dict[str, Any]]]:
    """Yield the notifications of an event in a lobby for another player there."""
    if row.type == "joined":
        waits = seat.player_id == match.creator_id and not any(one.is_free for one in seats)
        yield "seats_full" if waits else "joined", seat, {}
    elif row.type == "changed" and row.version == match.terms_version and not seat.agrees_to(match):
        yield "terms_changed", seat, {}
    elif row.type == "sealed" and seat.seed_commitment and not seat.seed and match.seeds_due_at:
        yield "seed_awaited", seat, {"due_at": match.seeds_due_at.isoformat()}


def _of_match(row: TableEvent, seat: Seat) -> tuple[str, Seat, dict[str, Any]]:
    """Return the notification for a seat that a match starts, pauses or ends, with the match that replaces it."""
    if row.type == "cancelled" and (moved := json.loads(row.data).get("continued_in")):
        return "terms_accepted", seat, {"rematch": moved}
    sought = row.type == "started" and seat.seek_id
    return f"match_{row.type}", seat, {"seek": str(sought)} if sought else {}


def follow_ups_of(match: Match, rows: Sequence[Row], now: datetime) -> list[MatchEndJob]:
    """Return the match end job for a match that ends with these rows."""
    ended = any(isinstance(row, TableEvent) and row.type in match_clock.ENDS for row in rows)
    return [MatchEndJob(match_id=match.pk, wake_at=now)] if ended else []
