"""What happens by itself: bots move, the clock plays for who is absent, old lobbies close."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import transaction

from chkobba_api import metrics
from games import log
from games.bots import BOTS
from games.models import Actor, Match, Seat, Status
from games.services import lobby, outages
from games.services.pacing import paced
from games.services.table import Table, opened

logger = structlog.get_logger(__name__)

STAND_IN: Final = "medium"
"""The bot that plays for who is absent or has resigned."""
PATIENCE: Final = 3
"""Turns in a row that the clock plays before the seat is on autopilot."""
LEASE: Final = timedelta(seconds=5)
"""For how long others leave a match alone that somebody has taken up."""
WITHOUT_RULES: Final = timedelta(hours=1)
"""After how long somebody looks again whether this server has the rules of a match that it did not have."""


DUE_AT_ONCE: Final = 500
"""Matches that one sweep takes up."""
LOOKED_AT: Final = 20
"""Of so many times more it chooses them, so that one player's thousands keep nobody else's waiting."""


def sweep(now: datetime, limit: int) -> list[UUID]:
    """Take what is due, after making up for the time in which nobody swept."""
    outages.note_sweep(now)
    outages.put_deadlines_off()
    return take_due(now, limit)


def take_due(now: datetime, limit: int) -> list[UUID]:
    """Return matches that are due, and put each off by a lease, so that several sweepers share the work.

    Nothing else changes here: a worker that dies leaves its matches due again when the lease is over.
    """
    due = Match.objects.filter(wake_at__lte=now)
    found = list(due.order_by("wake_at").values_list("pk", "creator_id")[: limit * LOOKED_AT])
    if not found:
        return []
    order = {match_id: place for place, match_id in enumerate(_by_turns(found)[:limit])}
    with transaction.atomic():
        locked = due.filter(pk__in=order).order_by("pk").select_for_update(skip_locked=True)
        taken = dict(locked.values_list("pk", "wake_at"))
        Match.objects.filter(pk__in=taken).update(wake_at=now + LEASE)
    if taken:
        metrics.LATENESS.observe((now - min(since for since in taken.values() if since)).total_seconds())
        metrics.SWEPT.inc(len(taken))
    return sorted(taken, key=order.__getitem__)


def _by_turns(found: Iterable[tuple[UUID, UUID]]) -> list[UUID]:
    """Return the matches, given by urgency with who made each, so that every player has one before anybody has two."""
    before: Counter[UUID] = Counter()
    turns = []
    for place, (match_id, creator_id) in enumerate(found):
        turns.append((before[creator_id], place, match_id))
        before[creator_id] += 1
    return [match_id for _, _, match_id in sorted(turns)]


def runs_of_bots(match_ids: Iterable[UUID]) -> set[UUID]:
    """Return those of the matches at which the server plays for the seat to act anyway, and no time was up."""
    running = Match.objects.filter(pk__in=list(match_ids), status=Status.RUNNING, due_at=None)
    return set(running.values_list("pk", flat=True))


def is_at(match_id: UUID, version: int) -> bool:
    """Say whether a match has this version."""
    return Match.objects.filter(pk=match_id, version=version).exists()


def put_off(match_id: UUID, now: datetime) -> int | None:
    """Have the sweep leave a match alone for a lease: its bots go on soon. Return the version that it has now."""
    Match.objects.filter(pk=match_id, wake_at__lte=now).update(wake_at=now + LEASE)
    return Match.objects.filter(pk=match_id).values_list("version", flat=True).first()


def wake(match_id: UUID, now: datetime) -> bool:
    """Do one thing that is due at a match, if anything is; return whether to come again at once.

    Harmless at any time and as often as anybody likes.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return False
    if match.status == Status.LOBBY:
        lobby.expire(match_id, now)
        return False
    if match.status != Status.RUNNING or match.paused_at is not None:
        return False
    if not log.has_rules(match):
        Match.objects.filter(pk=match_id, version=match.version).update(wake_at=now + WITHOUT_RULES)
        return False
    loaded = log.load(match)
    seat = loaded.seats[loaded.game.to_act(loaded.state)]
    if seat.is_played_by_server:
        return _move_for(loaded, seat, Actor.BOT, seat.bot or STAND_IN, now)
    if is_late(match, now):
        return _move_for(loaded, seat, Actor.TIMEOUT, STAND_IN, now)
    return False


def is_late(match: Match, now: datetime) -> bool:
    """Say whether the time of the seat to act is up. An outage counts for nobody, also before it is made up for."""
    if match.due_at is None or now <= match.due_at:
        return False
    deadline = outages.deadline(match, now)
    return deadline is not None and now > deadline


def time_left(match: Match, now: datetime) -> timedelta | None:
    """Return what the seat to act has left of its time; None where none runs."""
    deadline = outages.deadline(match, now)
    return None if deadline is None else max(deadline - now, timedelta(0))


def _move_for(loaded: log.Loaded, seat: Seat, by: Actor, level: str, now: datetime) -> bool:
    """Choose a move outside of any transaction, then play it if the match is still where it was.

    Where people play, it is played on a beat: how long a bot thinks would tell something of its cards.
    """
    with_people = not all(other.is_played_by_server for other in loaded.seats)
    with paced() if with_people else nullcontext(), metrics.THINKING.labels(loaded.match.game, level).time():
        move = choose(loaded, seat, level)
    with opened(loaded.match.pk, now, hints=False) as table:
        if table.match.version != loaded.match.version:
            return False  # whoever was faster goes on, or has hinted at it
        if by is Actor.TIMEOUT and not is_late(table.match, now):
            return False  # the deadline was put off meanwhile
        if by is Actor.TIMEOUT:
            _count_missed_turn(table, table.seats[seat.number])
        table.move(table.seats[seat.number], move, by)
    logger.info("moved", match=str(table.match.pk), version=table.match.version, seat=seat.number, by=by.value)
    return table.server_is_next


def choose(loaded: log.Loaded, seat: Seat, level: str) -> Any:
    """Return the move of a bot, which sees what its seat sees and nothing else."""
    game, match = loaded.game, loaded.match
    view = game.observe(loaded.state, seat.number)
    luck = Random(hmac.digest(bytes.fromhex(match.seed), f"bot|{match.pk}|{match.version}".encode(), "sha256"))
    return BOTS[level](game, view, game.legal_moves(loaded.state), luck)


def _count_missed_turn(table: Table, seat: Seat) -> None:
    seat.missed += 1
    seat.missed_in_row += 1
    if seat.missed_in_row >= PATIENCE:
        seat.autopilot = True
        table.note("autopilot_on", seat, by=Actor.TIMEOUT)
    seat.save(update_fields=["missed", "missed_in_row", "autopilot"])
