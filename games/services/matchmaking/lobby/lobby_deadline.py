"""The end of a lobby's time: the match starts without missing seeds, starts with bots, or is cancelled."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.bots import LEVELS
from games.models import Actor, Match, Seat, Status
from games.seat_control import STAND_IN
from games.services.dispatch import outages
from games.services.matches import shuffle_seeds
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matchmaking.lobby.lobby_bots import put_bot
from games.services.matchmaking.lobby.match_cancellation import call_off


def expire(match_id: UUID, now: datetime) -> None:
    """Do the due work of a lobby.

    It deals without seeds that were not revealed in time, starts with bots at the agreed time, or cancels a lobby that
    has waited too long. During an outage nothing is due: the sweep that ends it postpones all deadlines.
    """
    if outages.is_going_on(now):
        return
    with locked_match(match_id, now, needs_rules=False) as table:
        match = table.match
        if match.status != Status.LOBBY or table.lobby_ends_at > now:
            return
        if not table.has_rules:
            call_off(table)
        elif match.seeds_due_at is not None:
            shuffle_seeds.begin_without(table)
        elif table.late_bots is not None and table.all_agree:
            _begin_with_bots(table, table.late_bots.level)
        elif (ends_at := outages.put_off_by_outages(table.lobby_ends_at, match.created_at, now)) > now:
            Match.objects.filter(pk=match.pk).update(wake_at=ends_at)
        else:
            call_off(table)


def _begin_with_bots(table: LockedMatch, level: str) -> None:
    """Seat bots on all free seats, and start. If their level no longer exists, use another one."""
    able = level in LEVELS and LEVELS[level].plays(table.match.game)
    free = [seat for seat in table.seats if seat.is_free]
    for seat in free:
        put_bot(table, seat, level if able else STAND_IN, Actor.TIMEOUT)
    Seat.objects.bulk_update(free, ["bot", "reserved_for"])
    table.plan_bots(None)
    shuffle_seeds.begin(table)
