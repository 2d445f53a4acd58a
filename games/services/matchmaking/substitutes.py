"""Substitutes: the seat of a player who was absent for the agreed time opens to other players.

The seat stores the time at which it opens, since its autopilot began. The sweep finds it. The opening is a row of the
log, so all players at the table see it at the same version. Until a substitute takes the seat, its player keeps it by
playing. The substitute sees all that the seat may see. The former player can watch the match and never joins it again:
so no player knows the hands of two seats.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, invalid
from games.due_work import DueWork
from games.engine.messages import say
from games.models import Abandonment, Actor, Match, Seat, Status
from games.selectors import may_see
from games.services.dispatch import outages
from games.services.limits import must_have_room
from games.services.matches import entry_requirements
from games.services.matches.locked_match import LockedMatch, locked_match, not_found
from games.services.matches.permissions import must_be_admitted, must_be_running, must_belong, seat_numbered
from games.services.turns import planned_moves
from games.services.turns.availability import must_be_here
from games.table_events.play import Substituted

SOONEST: Final = 60
LATEST: Final = 30 * 24 * 3600
"""The range of the agreed seconds on autopilot after which a seat opens."""


def must_be_agreeable(seconds: int | None) -> None:
    """Raise DomainError ``invalid`` for a time on autopilot outside of the range. None is valid."""
    if seconds is None:
        return
    if not SOONEST <= seconds <= LATEST:
        raise invalid("substitutes_after", say("invalid.substitutes", least=SOONEST, most=LATEST))


# --- opening seats ----------------------------------------------------------------------------------------------------


def offer(match_id: UUID, now: datetime) -> None:
    """Open the due seats of a match. Calling it at any time, or several times, is harmless."""
    if outages.is_going_on(now):
        return
    with locked_match(match_id, now, needs_rules=False) as table:
        if table.match.status != Status.RUNNING:
            forget(table.match)
        elif table.match.paused_at is None:
            for seat in table.seats:
                if seat.substitute_from and seat.substitute_from <= now and not seat.substitute_wanted:
                    seat.substitute_wanted = True
                    seat.save(update_fields=["substitute_wanted"])
                    table.note("substitute_wanted", seat, by=Actor.TIMEOUT)


SUBSTITUTES: Final = DueWork(
    Seat,
    due_at="substitute_from",
    only=Q(substitute_wanted=False, match__paused_at=None),  # seats of a paused match wait for its end
    run=lambda seat, now: offer(seat.match_id, now),
    at_once=100,
)


def forget(match: Match) -> None:
    """Close the open seats of a match that is over."""
    offered = Seat.objects.filter(match=match, substitute_from__isnull=False)
    offered.update(substitute_from=None, substitute_wanted=False)


# --- actions of a substitute ------------------------------------------------------------------------------------------


def take_seat(
    match_id: UUID, player: Player, now: datetime, *, seat: int | None = None, despite_vacation: bool = False
) -> LockedMatch:
    """Take an open seat at a match that the player can see.

    Raises DomainError ``not_found``, ``not_running``, ``paused``, ``already_seated``, ``seat_lost``, ``no_such_seat``,
    ``no_substitute_wanted``, ``too_many_matches``, ``on_vacation``, ``bots_not_allowed``, ``not_reliable_enough``;
    HasLeft.
    """
    with staying(player), locked_match(match_id, now) as table:
        if not may_see(table, player):
            raise not_found()
        sit_in(table, player, seat, despite_vacation=despite_vacation)
    return table


def sit_in(table: LockedMatch, player: Player, number: int | None = None, *, despite_vacation: bool = False) -> None:
    """Seat a player on the given open seat, or on the first one. The caller holds the player's row lock.

    Raises as ``take_seat``, and ``join_refused`` if a player at the table is kept apart from the player.
    """
    must_be_running(table)
    if table.seat_of(player):
        raise DomainError("already_seated", say("refused.already_seated"))
    if Abandonment.objects.filter(player=player, match=table.match).exists():
        raise DomainError("seat_lost", say("refused.seat_lost"))
    if table.match.paused_at is not None:
        raise DomainError("paused", say("refused.paused"))
    must_belong(table.match, player)
    must_be_admitted(table, player)
    entry_requirements.must_be_reliable(entry_requirements.asked_at(table.match), player, table.now)
    must_be_here(player, table.now, despite_vacation=despite_vacation)
    seats = table.seats if number is None else [seat_numbered(table, number)]
    seat = next((seat for seat in seats if seat.substitute_wanted), None)
    if seat is None:
        raise DomainError("no_substitute_wanted", say("refused.no_substitute_wanted"))
    must_have_room(player)
    _replace(table, seat, player)


def _replace(table: LockedMatch, seat: Seat, player: Player) -> None:
    """Give a seat to another player, with the cards that it sees, and without private data of the last player."""
    left, version = seat.player, table.match.version + len(table.rows) + 1
    if left is None:
        raise ValueError("nobody has left this seat")
    Abandonment.objects.create(match=table.match, player=left, seat=seat.number, version=version, at=table.now)
    planned_moves.drop(seat)
    seat.end_autopilot()
    seat.player, seat.missed, seat.missed_in_row, seat.substitute_since = player, 0, 0, version
    seat.seek = None
    seat.save(update_fields=["player", "missed", "has_plan", "substitute_since", "seek", *Seat.PRESENCE])
    table.note("substituted", seat, player=player, event=Substituted(player=player.pk, in_place_of=left.pk))
