"""What players must be told: notices that are written with what caused them, and sent until a receiver has them.

The receiver is one address of whoever hosts the server (``WEBHOOK_URL``), which passes them on to phones as it likes.
Without one, nothing is written. A notice says that something happened and never shows a card.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
from django.conf import settings
from django.db import transaction
from standardwebhooks import Webhook

from games.models import Match, Move, Notice, Row, Seat, Status, TableEvent

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=30)
"""For how long other senders leave a notice alone that one has taken."""
PATIENCE: Final = timedelta(days=3)
"""After that a notice is given up."""
FIRST_WAIT: Final = timedelta(seconds=5)
"""Before the second attempt; each wait after it is twice as long."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""Between two attempts."""
DOUBLINGS: Final = 10
"""After so many every wait is the longest; to double on would be more than a timedelta can hold."""
TIMEOUT: Final = 5.0
"""Seconds that a receiver has to answer."""


_SEAT_CHANGES: Final = {"bot_joined": "given_to_bot", "bot_left": "given_back"}
"""What the player at a seat is told when a bot sits down there, or gets up: the staff has had it do so."""


def notices_of(match: Match, seats: Sequence[Seat], rows: Sequence[Row], now: datetime) -> list[Notice]:
    """Return what the players of a match must be told of these new rows."""
    if not settings.WEBHOOK_URL:
        return []
    news = [one for row in rows if isinstance(row, TableEvent) for one in _news(match, row, seats)]
    if match.status == Status.RUNNING and match.due_at is not None and match.to_act is not None:
        seat = seats[match.to_act]
        moved = {row.player_id for row in rows if isinstance(row, Move)}
        if seat.player_id not in moved and not all(isinstance(row, TableEvent) for row in rows):
            news.append(("your_turn", seat, {"due_at": match.due_at.isoformat()}))
    return [_notice(kind, match, seat, more, now) for kind, seat, more in news]


def _news(match: Match, row: TableEvent, seats: Sequence[Seat]) -> Iterator[tuple[str, Seat, dict[str, Any]]]:
    """Yield whom an event around the game concerns, with more about it. Bots and who caused it are told nothing."""
    for seat in seats:
        if seat.player_id and seat.player_id != row.player_id:
            clock = {"due_at": match.due_at.isoformat()} if match.due_at and match.to_act == seat.number else {}
            if row.type in ("started", "finished", "cancelled", "paused"):
                yield f"match_{row.type}", seat, {}
            elif row.type == "resumed":
                yield "match_resumed", seat, clock
            elif row.type == "sealed":
                if seat.seed_commitment and not seat.seed and match.seeds_due_at:
                    yield "seed_awaited", seat, {"due_at": match.seeds_due_at.isoformat()}
            elif row.type == "rematch":
                yield "rematch", seat, {"rematch": json.loads(row.data)["match"]}
            elif row.seat == seat.number and row.type in ("autopilot_on", "extended"):
                yield row.type, seat, clock
            elif row.seat == seat.number and row.type in _SEAT_CHANGES:
                yield _SEAT_CHANGES[row.type], seat, clock


def _notice(kind: str, match: Match, seat: Seat, more: dict[str, Any], now: datetime) -> Notice:
    data = {
        "match": str(match.pk),
        "game": match.game,
        "version": match.version,
        "player": str(seat.player_id),
        "seat": seat.number,
        **more,
    }
    body = json.dumps({"type": kind, "timestamp": now.isoformat(), "data": data})
    return Notice(type=kind, match=match, player_id=seat.player_id or "", body=body, created_at=now, send_at=now)


def send_due(now: datetime, limit: int) -> int:
    """Send what is due, each notice until the receiver has answered with success; return how many it took.

    A sender that dies in the middle leaves its notices due again when the lease is over: a receiver may hear of
    something twice, under the same ``webhook-id``, but never not at all while the server runs. Without a receiver,
    what is left of an earlier one waits.
    """
    if not settings.WEBHOOK_URL:
        return 0
    with transaction.atomic():
        due = Notice.objects.filter(send_at__lte=now).order_by("send_at")
        notices = list(due.select_for_update(skip_locked=True)[:limit])
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(send_at=now + LEASE)
    if not notices:
        return 0
    taken = 0
    begin = time.monotonic()
    with httpx.Client(timeout=TIMEOUT) as receiver:
        for notice in notices:
            if time.monotonic() - begin > LEASE.total_seconds() / 2:
                break  # the receiver is slow; what is left becomes due again by itself
            taken += _deliver(receiver, notice, now)
    return taken


def _deliver(receiver: httpx.Client, notice: Notice, now: datetime) -> bool:
    """Send one notice, or put it off; say whether it was taken. Whatever is wrong with it concerns no other one."""
    try:
        if _send(receiver, notice, now):
            notice.delete()
            return True
    except Exception:
        logger.exception("notice %s cannot be sent", notice.pk)
    _put_off(notice, now)
    return False


def _send(receiver: httpx.Client, notice: Notice, now: datetime) -> bool:
    """Post one notice as a standard webhook; say whether it was taken."""
    headers: dict[str, Any] = {
        "content-type": "application/json",
        "webhook-id": str(notice.pk),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(settings.WEBHOOK_SECRET).sign(str(notice.pk), now, notice.body),
    }
    try:
        answer = receiver.post(settings.WEBHOOK_URL, content=notice.body.encode(), headers=headers)
    except httpx.HTTPError as error:
        logger.warning("notice %s was not taken: %s", notice.pk, error)
        return False
    if not answer.is_success:
        logger.warning("notice %s was not taken: status %s", notice.pk, answer.status_code)
    return answer.is_success


def _put_off(notice: Notice, now: datetime) -> None:
    """Try again later, after ever longer waits; give up after days."""
    if now - notice.created_at > PATIENCE:
        logger.error("notice %s is given up after %s attempts", notice.pk, notice.attempts + 1)
        notice.delete()
        return
    wait = min(FIRST_WAIT * 2 ** min(notice.attempts, DOUBLINGS), LONGEST_WAIT)
    Notice.objects.filter(pk=notice.pk).update(attempts=notice.attempts + 1, send_at=now + wait)
