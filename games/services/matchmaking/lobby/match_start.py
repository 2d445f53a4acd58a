"""The start of a match by its creator, or at the end of the lobby's time, which may also cancel it.

A match that starts when it is full does so in ``shuffle_seeds.begin_if_full``.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import DomainError
from games.bots import LEVELS
from games.engine.messages import say
from games.models import Actor, Match, Seat, Status
from games.seat_control import STAND_IN
from games.services.dispatch import outages
from games.services.matches import shuffle_seeds
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_creator_in_lobby
from games.services.matchmaking.lobby.lobby_bots import put_bot
from games.services.matchmaking.lobby.match_cancellation import call_off


def start(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Start the match: choose the first dealer, deal, and start the clock.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``seats_open``, ``terms_not_agreed``.
    """
    with locked_match(match_id, now) as table:
        must_be_creator_in_lobby(table, player)
        if free := [seat.number for seat in table.seats if seat.is_free]:
            raise DomainError("seats_open", say("refused.seats_open"), seats=free)
        if undecided := [seat.number for seat in table.seats if not seat.agrees_to(table.match)]:
            raise DomainError("terms_not_agreed", say("refused.terms_not_agreed"), seats=undecided)
        shuffle_seeds.begin(table, player)
    return table


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
