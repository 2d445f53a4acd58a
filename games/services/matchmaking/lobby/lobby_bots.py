"""Bots that the creator of a match seats, at once or at a later time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, invalid
from games.clock.lobby import LASTS, LateBots, ends_at
from games.engine.messages import say
from games.models import Actor, Seat
from games.services.limits import bots_at, must_have_room_for_bots
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import (
    must_be_creator_in_lobby,
    must_be_level,
    seat_numbered,
)
from games.table_events.lobby import BotJoined, BotLeft

SOONEST: Final = timedelta(minutes=1)
"""The least time until bots take free seats by themselves. A creator who wants bots sooner seats them."""


def set_bots(
    match_id: UUID, player: Player, levels: Mapping[int, str | None], fill: str | None, now: datetime
) -> LockedMatch:
    """Seat bots: on each seat in ``levels`` (None removes the bot), and ``fill`` on all free seats.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``no_such_seat``, ``seat_taken``,
    ``unknown_bot``, ``bot_cannot_play``, ``too_many_bots``, ``too_many_at_address``, ``rated_without_bots``,
    ``too_often_here``.
    """
    with staying(player), locked_match(match_id, now) as table:
        must_be_creator_in_lobby(table, player)
        if fill or any(levels.values()):
            entry_requirements.must_have_no_bots(entry_requirements.asked_at(table.match))
        before = bots_at(table.match, table.seats)
        changed = seat_bots(table, levels, fill, bounded=True)
        must_have_room_for_bots(player, bots_at(table.match, table.seats) - before)
        Seat.objects.bulk_update(changed, ["bot", "reserved_for"])
        shuffle_seeds.begin_if_full(table, player)
    return table


def seat_bots(
    table: LockedMatch, levels: Mapping[int, str | None], fill: str | None = None, *, bounded: bool = False
) -> list[Seat]:
    """Seat bots as ``set_bots`` does, without saving. Return their seats. ``bounded`` is as in ``put_bot``."""
    changed = []
    for number, level in levels.items():
        seat = seat_numbered(table, number)
        if seat.player:
            raise DomainError("seat_taken", say("refused.seat_taken", seat=number), seat=number)
        changed.append(put_bot(table, seat, level, bounded=bounded))
    if fill:
        changed += [put_bot(table, seat, fill, bounded=bounded) for seat in table.seats if seat.is_free]
    return changed


def put_bot(
    table: LockedMatch, seat: Seat, level: str | None, by: Actor = Actor.PLAYER, *, bounded: bool = False
) -> Seat:
    """Seat a bot, or remove it (level None); a seat that stays as it is gets no row in the log.

    ``bounded`` is False for bots of a new match, and for those that the server seats. Raises DomainError
    ``unknown_bot``, ``bot_cannot_play``; with ``bounded``, ``too_often_here``.
    """
    if level is not None:
        must_be_level(level, table.match.game)
    if seat.bot == (level or "") and seat.reserved_for_id is None:
        return seat
    seat.bot, seat.reserved_for = level or "", None
    event = BotJoined(level=level) if level else BotLeft(level=None)
    table.note("bot_joined" if level else "bot_left", seat, by=by, event=event, bounded=bounded)
    return seat


def plan_late_bots(table: LockedMatch, wanted: LateBots | None) -> dict[str, Any] | None:
    """Set or remove the time at which bots take the free seats. Return the data for the log.

    The caller counts the bots. Raises DomainError ``invalid``, DomainError ``unknown_bot``, ``bot_cannot_play``.
    """
    if wanted is not None:
        if not table.now + SOONEST <= wanted.at < ends_at(table.match.created_at):
            raise invalid(
                "late_bots", say("invalid.late_bots", minutes=SOONEST // timedelta(minutes=1), days=LASTS.days)
            )
        must_be_level(wanted.level, table.match.game)
    return table.plan_bots(wanted)
