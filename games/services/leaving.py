"""A player has left the server for good: seats are given up, and names taken out of stored answers, step by step.

What is to be done is a row (``Departure``), found by a wake-up or by the sweep. Each match is a transaction of its own
and harmless when it is done again, so that a worker may die at any moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Departure, Player
from games.models import Abandonment, Answer, Match, Seat, Status, TableEvent
from games.services import lobby, playing
from games.services.answers import forget_leavers
from games.services.refusals import Refusal
from games.services.table import locked_match

logger = structlog.get_logger(__name__)

STEP: Final = 0.5
"""Seconds after which a worker lets others have their turn."""
MATCHES_A_STEP: Final = 500
DUE_AT_ONCE: Final = 100
"""Departures that one sweep takes up."""
LEASE: Final = timedelta(seconds=60)
"""For how long others leave a departure alone that somebody has taken up."""
IN_FLIGHT: Final = timedelta(seconds=60)
"""After that no request is under way any more that has read the name before it was forgotten."""
RETRY: Final = timedelta(minutes=1)
"""After that, and after ever longer waits, what went wrong is tried again."""
LONGEST_WAIT: Final = timedelta(hours=6)


def due(now: datetime, limit: int) -> list[UUID]:
    """Return departures at which something is to be done."""
    return list(Departure.objects.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)[:limit])


def go_on(departure_id: UUID, now: datetime) -> bool:
    """Do a step of a departure if one is due; return whether to come again at once.

    Harmless at any time and as often as anybody likes.
    """
    with transaction.atomic():
        mine = Departure.objects.select_for_update(skip_locked=True).filter(pk=departure_id, wake_at__lte=now)
        departure = mine.select_related("player").first()
        if departure is None:
            return False
        Departure.objects.filter(pk=departure_id).update(wake_at=now + LEASE)
    departure.wake_at = now
    _STEPS[departure.phase](departure, now)
    departure.save(update_fields=["phase", "reached", "given_up", "failures", "wake_at", "ended_at"])
    return departure.wake_at is not None and departure.wake_at <= now


def _give_up_seats(departure: Departure, now: datetime) -> None:
    """Get up from more tables; when all were looked at, the answers are next."""
    player = departure.player
    for match_id in _in_turn(departure, _open_seats(player)):
        try:
            departure.given_up += _give_up(match_id, player, now)
        except Exception:  # whatever it is, it must not keep the player at all other tables
            departure.failures += 1
            logger.exception("cannot give up a seat", match=str(match_id), departure=str(departure.pk))
    if departure.reached is None:
        departure.phase, departure.wake_at = Departure.Phase.ANSWERS, max(now, departure.left_at + IN_FLIGHT)


def _clean_answers(departure: Departure, now: datetime) -> None:
    """Take the name out of answers of more matches; when all were looked at, that is the end, if nothing went wrong."""
    player = departure.player
    Answer.objects.filter(player=player).delete()  # nobody can ask for them any more
    told_of = (Seat.objects.filter(player=player), _left_lobbies(player), Abandonment.objects.filter(player=player))
    for match_id in _in_turn(departure, *told_of):
        forget_leavers(match_id)
    if departure.reached is None and _open_seats(player).exists():
        wait = max(RETRY, min(now - departure.left_at, LONGEST_WAIT))
        departure.phase, departure.wake_at = Departure.Phase.SEATS, now + wait
    elif departure.reached is None:
        departure.phase, departure.wake_at, departure.ended_at = Departure.Phase.ENDED, None, now


_STEPS: Final[dict[str, Callable[[Departure, datetime], None]]] = {
    Departure.Phase.SEATS: _give_up_seats,
    Departure.Phase.ANSWERS: _clean_answers,
}


def _open_seats(player: Player) -> QuerySet[Seat]:
    """Return where a player sits, or is waited for, in matches that are not over."""
    here = Q(player=player, resigned=False) | Q(kept_for=player)
    return Seat.objects.filter(here, match__status__in=(Status.LOBBY, Status.RUNNING))


def _left_lobbies(player: Player) -> QuerySet[TableEvent]:
    """Return where a player has got up from a seat: answers of before tell that they sat there."""
    return TableEvent.objects.filter(player=player, type="left")


def _in_turn(departure: Departure, *found: QuerySet[Any]) -> Iterator[UUID]:
    """Yield the matches of some rows in the order of their ids, from where a departure has got to, for a step's time.

    Afterwards ``reached`` is the last one, or None when there are no more.
    """
    begin = time.monotonic()
    reached = Q(match__gt=departure.reached) if departure.reached else Q()
    first, *others = (rows.filter(reached).order_by().values_list("match_id", flat=True) for rows in found)
    matches = list(first.union(*others).order_by("match_id")[:MATCHES_A_STEP])
    for match_id in matches:
        yield match_id
        departure.reached = match_id
        if time.monotonic() - begin > STEP:
            return
    if len(matches) < MATCHES_A_STEP:
        departure.reached = None


def _give_up(match_id: UUID, player: Player, now: datetime) -> int:
    """Get up from a table: leave a lobby, or resign; return how many seats were given up, 0 or 1."""
    status = Match.objects.values_list("status", flat=True).get(pk=match_id)
    with suppress(Refusal):  # somebody was faster: the match has begun, or is over
        if status == Status.RUNNING:
            playing.resign(match_id, player, now)
            return 1
        if not Seat.objects.filter(match=match_id, player=player).exists():
            _keep_no_seat(match_id, player, now)
            return 0
        lobby.leave(match_id, player, now)
        return 1
    return 0


def _keep_no_seat(match_id: UUID, player: Player, now: datetime) -> None:
    with locked_match(match_id, now, needs_rules=False) as table:
        Seat.objects.filter(match=table.match, kept_for=player).update(kept_for=None)
