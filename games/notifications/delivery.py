"""Sends each notification by each sender that wants it, until its receiver has it or it is out of date.

A notification is out of date if it is no longer true (``relevance``), or older than its sender allows.

A new notification is marked ``to_deliver``. This module creates its deliveries, one for each sender and each channel
of its player, in the transaction that removes the mark. A worker takes deliveries with a lease. If it dies, they are
due again. So each receiver gets a notification at least once, and may get it twice with the same id.

One worker at a time sends, and each channel has a lane of its own: receivers that hang delay neither notifications of
other players nor other workers (docs/limits.md). Threads only wait for receivers.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet

from games.due_work import Backoff, DueWork
from games.models import Delivery, Notification, NotificationChannel, SenderLock
from games.notifications import SENDERS, player_channels
from games.notifications.relevance import still_so
from games.notifications.sender import Outcome, Post, Send, Sender, in_use
from games.services.notifications.timetable import quiet_until, wake_earlier

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=30)
"""The time for which a worker has deliveries, or the turn to send, for itself."""
BACKOFF: Final = Backoff(first=timedelta(seconds=5), longest=timedelta(hours=1))
LANES: Final = 100
"""The most messages that are sent at the same time."""

DELIVERIES: Final = DueWork(
    Delivery, due_at="send_at", only=Q(state=Delivery.State.WAITING), lease=LEASE, failures="attempts", backoff=BACKOFF
)


def send_due(now: datetime, limit: int) -> int:
    """Send due notifications, at most ``limit`` for each sender. Return the number of deliveries that were attempted.

    It returns 0 while another worker sends, which looks again afterwards. Notifications of a sender that is not in use
    wait.
    """
    senders = [sender for sender in SENDERS if in_use(sender)]
    if not _is_due(senders, now):
        return 0
    with _turn(now) as is_mine:
        if not is_mine:
            return 0
        hand_out(senders, limit)
        with ExitStack() as lines:
            lanes = [lane for sender in senders for lane in _lanes(sender, lines, now, limit)]
            count = sum(len(message) for lane in lanes for message in lane.messages)
            _send(lanes, now)
    return count


def _is_due(senders: Sequence[Sender], now: datetime) -> bool:
    waiting = DELIVERIES.due(now).filter(sender__in=[sender.key for sender in senders])
    return Notification.objects.filter(to_deliver=True).exists() or waiting.exists()


@contextmanager
def _turn(now: datetime) -> Iterator[bool]:
    """Yield whether this worker has the turn to send. If a worker dies, another one gets the turn after a lease."""
    row, _ = SenderLock.objects.get_or_create(pk=1)
    free = SenderLock.objects.filter(Q(until=None) | Q(until__lte=now), pk=row.pk)
    is_mine = free.update(until=now + LEASE) == 1
    try:
        yield is_mine
    finally:
        if is_mine:
            SenderLock.objects.filter(pk=row.pk).update(until=None)


def hand_out(senders: Sequence[Sender], limit: int) -> None:
    """Create deliveries for marked notifications, the oldest first, for each sender and channel.

    Matches in which a player is notified of a deadline wake up earlier if their warning must come earlier.
    """
    with transaction.atomic():
        marked = Notification.objects.select_for_update(skip_locked=True).filter(to_deliver=True)
        notifications = list(marked.order_by("pk")[:limit])
        if not notifications:
            return
        deliveries = [
            Delivery(
                sender=sender.key, notification=wanted.notification, send_at=wanted.send_at, channel=wanted.channel
            )
            for sender in senders
            for wanted in sender.wanted(notifications)
        ]
        Delivery.objects.bulk_create(deliveries)
        Notification.objects.filter(pk__in=[notification.pk for notification in notifications]).update(to_deliver=False)
    wake_earlier([one.match_id for one in notifications if "due_at" in one.facts and one.kind != "time_low"])


def _take(sender: Sender, now: datetime, limit: int) -> list[list[Delivery]]:
    """Take the due deliveries of a sender, as messages in the order of events.

    A worker locks a channel and takes all its due deliveries, so that a message stays one message. Channels that work
    come before those that have failed.
    """
    due = DELIVERIES.due(now).filter(sender=sender.key)
    with transaction.atomic():
        if sender.tells_all:
            oldest = due.order_by("send_at", "notification").select_for_update(skip_locked=True)
            ids = list(oldest.values_list("pk", flat=True)[:limit])
        else:
            failing = F("channel__failing_since").asc(nulls_first=True)
            places = due.values("channel", "channel__failing_since").annotate(since=Min("send_at"))
            first = list(places.order_by(failing, "since").values_list("channel", flat=True)[:limit])
            mine = list(NotificationChannel.objects.select_for_update(skip_locked=True).filter(pk__in=first))
            there = due.filter(channel__in=mine).select_for_update(skip_locked=True)  # a removed channel has none
            ids = list(there.values_list("pk", flat=True))
        DELIVERIES.hold(Delivery.objects.filter(pk__in=ids), now)
        taken = Delivery.objects.filter(pk__in=ids).select_related("notification__match", "channel__player")
        return _as_messages(list(taken.order_by("notification")))


def _as_messages(deliveries: Sequence[Delivery]) -> list[list[Delivery]]:
    """Return deliveries as messages. All unsent deliveries to one channel form one message."""
    messages: dict[UUID, list[Delivery]] = {}
    begun: dict[UUID | None, UUID] = {}
    for delivery in deliveries:
        if delivery.channel_id and delivery.message is None:
            delivery.message = begun.setdefault(delivery.channel_id, delivery.pk)
        messages.setdefault(delivery.message or delivery.pk, []).append(delivery)
    Delivery.objects.bulk_update([one for one in deliveries if one.message], ["message"])
    return list(messages.values())


# --- sending ----------------------------------------------------------------------------------------------------------


class _Lane:
    """Messages that are sent one after the other: those to one channel, or all of a sender with a single receiver."""

    def __init__(self, sender: Sender, send: Send, messages: Sequence[list[Delivery]]) -> None:
        self.sender, self.send = sender, send
        self.messages = deque(messages)
        self.on_its_way: Sequence[Delivery] = ()

    def begin(self, now: datetime) -> Post | None:
        """Return a function that sends the next message that is still true, or None if there is none."""
        while self.messages:
            message = self.messages.popleft()
            try:
                if left := _still_wanted(message, self.sender, now):
                    self.on_its_way = message = left
                    return self.send(left, now)
            except Exception:
                logger.exception("delivery %s cannot be sent", message[0].pk)
                _note(message, self.sender, Outcome(is_taken=False, blames_receiver=False), now)
        return None

    def end(self, sent: Future[Outcome], now: datetime) -> None:
        """Store the outcome of the message. If its channel has to rest, drop the other messages to it."""
        message = self.on_its_way
        try:
            outcome = sent.result()
        except Exception:
            logger.exception("delivery %s cannot be sent", message[0].pk)
            outcome = Outcome(is_taken=False, blames_receiver=False)
        if not _note(message, self.sender, outcome, now):
            self.messages = deque(one for one in self.messages if one[0].channel_id != message[0].channel_id)

    def put_back(self, now: datetime) -> None:
        """Leave messages that were not started to the next worker."""
        _waiting([one for message in self.messages for one in message]).update(send_at=now)


def _lanes(sender: Sender, lines: ExitStack, now: datetime, limit: int) -> Iterator[_Lane]:
    if not (messages := _take(sender, now, limit)):
        return
    send = lines.enter_context(sender.connected())
    by_channel: dict[UUID | None, list[list[Delivery]]] = {}
    for message in messages:
        by_channel.setdefault(message[0].channel_id if sender.at_once else None, []).append(message)
    for lane in by_channel.values():
        yield _Lane(sender, send, lane)


def _send(lanes: Sequence[_Lane], now: datetime) -> None:
    """Send the messages of all lanes concurrently, at most LANES at a time."""
    waiting, begin = deque(lanes), time.monotonic()
    under_way: dict[Future[Outcome], _Lane] = {}
    with ThreadPoolExecutor(min(LANES, len(lanes)) or 1) as pool:
        while waiting or under_way:
            while waiting and len(under_way) < LANES:
                lane = waiting.popleft()
                if time.monotonic() - begin > LEASE.total_seconds() / 2:
                    lane.put_back(now)
                elif post := lane.begin(now):
                    under_way[pool.submit(post)] = lane
            for sent in wait(under_way, return_when=FIRST_COMPLETED).done:
                lane = under_way.pop(sent)
                lane.end(sent, now)
                waiting.append(lane)


def _still_wanted(message: list[Delivery], sender: Sender, now: datetime) -> list[Delivery]:
    """Return the part of a message to send now. The rest is out of date, or postponed.

    An error with it affects no other message.
    """
    old = [one for one in message if now - one.notification.at > sender.lasts]
    for delivery in old:
        logger.error("delivery %s is given up after %s attempts", delivery.pk, delivery.attempts)
    _settle(old, Delivery.State.GIVEN_UP)
    left = [one for one in message if one not in old]
    channel = message[0].channel
    if left and channel and (morning := quiet_until(channel, now)):
        _waiting(left).update(send_at=morning)
        return []
    is_locked_out = channel is not None and not channel.player.is_active
    outdated = [one for one in left if is_locked_out or not still_so(one.notification)]
    _settle(outdated, Delivery.State.OUTDATED)
    return [one for one in left if one not in outdated]


def _note(message: Sequence[Delivery], sender: Sender, outcome: Outcome, now: datetime) -> bool:
    """Store the outcome of a message. Return whether more may be sent to its channel now."""
    tried: dict[str, Any] = {"attempts": F("attempts") + 1, "tried_at": now, "outcome": outcome.said}
    channel = message[0].channel
    wait = BACKOFF.after(max([one.attempts for one in message] + ([channel.failures] if channel else [])))
    again = now + min(max(wait, outcome.wait or wait), sender.lasts)
    if outcome.is_taken:
        _settle(message, Delivery.State.TAKEN, **tried)
    elif outcome.is_refused:
        _settle(message, Delivery.State.GIVEN_UP, **tried)
    else:
        _waiting(message).update(send_at=again, **tried)
    return channel is None or player_channels.note_outcome(channel, outcome, message[0].notification, now, again)


def _settle(deliveries: Sequence[Delivery], state: Delivery.State, **more: Any) -> None:
    if deliveries:
        Delivery.objects.filter(pk__in=[one.pk for one in deliveries]).update(state=state, **more)


def _waiting(deliveries: Sequence[Delivery]) -> QuerySet[Delivery]:
    return Delivery.waiting().filter(pk__in=[one.pk for one in deliveries])
