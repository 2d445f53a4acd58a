"""Each notification arrives, known by its id, although wake-ups and deliveries are lost, doubled or late.

A short run of a few players with every kind of fault. Workers get a wake-up never, twice, or much later. The receiver
takes a notification but reports an error, refuses it, or hangs up. Senders die after the receiver has taken it. Readers
of streams lose responses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from random import Random
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.utils import timezone

from chkobba_api.errors import DomainError
from games import tasks
from games.models import Delivery, Match, MatchEndJob, Move, Notification, Status
from games.notifications import delivery, host_webhook, stream
from games.services import due_matches
from games.services.turns import playing
from tests.conftest import NOW
from tests.notifications.receiving import Answer, Receiver, told_by

STEPS = 60
PAGE = 3
"""The notifications that a reader of a stream asks for at once."""


class Careless(Receiver):
    """A receiver that takes, refuses or hangs up, each equally often, in random order."""

    def __init__(self, luck: Random) -> None:
        super().__init__()
        self.taken: list[tuple[str, dict[str, Any], datetime]] = []
        """The notifications taken, doubles included: id, body and time."""
        self.answers: tuple[str, ...] = ("take", "take and fail", "fail", "hang up")
        self.luck = luck
        self.coming: list[str] = []

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer | None:
        """Take a notification or not, and say so or not."""
        how = self.draw()
        if how.startswith("take"):
            self.taken.append((headers["webhook-id"], json.loads(body), timezone.now()))
        return None if how == "hang up" else (204 if how == "take" else 500, {}, b"")

    def draw(self) -> str:
        """Return the next answer; every answer comes once before any comes again."""
        self.coming = [one for one in self.coming if one in self.answers] or self.luck.sample(
            self.answers, len(self.answers)
        )
        return self.coming.pop()


class Died(BaseException):
    """Raised where a fault kills a worker."""


class World:
    """Two matches, their players, the workers, and the faults."""

    def __init__(self, luck: Random, time: Any, wake_ups: list[tuple[str, tuple[Any, ...]]]) -> None:
        self.luck = luck
        self.time = time
        self.wake_ups = wake_ups
        """Wake-ups that were sent to workers, before their fate is drawn."""
        self.late: list[tuple[str, tuple[Any, ...]]] = []
        """Wake-ups that workers take up later, in any order."""
        self.heard: dict[Any, list[tuple[int, str]]] = {}
        """The notifications that each player has read from their stream, without the pages that were lost."""
        self.lost = 0.5
        """The probability that a page of a stream is lost."""

    def act(self) -> None:
        """Let time pass, do one random action, and draw the fate of each new wake-up."""
        self.time.shift(timedelta(seconds=self.luck.choice([0, 0, 1, 7, 40, 400])))
        self.luck.choice([self.move, self.move, self.sweep, self.work, self.read])()
        for wake_up in self.wake_ups:
            fate = self.luck.choice(["lost", "once", "twice", "late"])
            self.late += [wake_up] * {"lost": 0, "once": 1, "twice": 2, "late": 1}[fate]
        self.wake_ups.clear()

    def move(self) -> None:
        """Make a random move in a random match, if a player is to move there."""
        match = self.luck.choice(list(Match.objects.order_by("pk")))
        if match.status == Status.RUNNING and match.due_at is not None:
            loaded = due_matches.log.load(match)
            move = loaded.game.write_move(self.luck.choice(loaded.game.legal_moves(loaded.state)))
            player = loaded.seats[match.to_act].player
            with suppress(DomainError):  # the time is up, and no worker has acted on it yet
                playing.play_move(match.pk, player, move, match.version, timezone.now(), lambda table: "")

    def work(self) -> None:
        """Let a worker take up at most three wake-ups, in any order; a fault may kill it meanwhile."""
        self.luck.shuffle(self.late)
        for _ in range(min(len(self.late), 3)):
            name, arguments = self.late.pop()
            with suppress(Died):
                current_app.tasks[name](*arguments)

    def sweep(self) -> None:
        """Run the periodic tasks that Celery beat starts."""
        tasks.sweep()
        self.late.append((tasks.SEND_NOTIFICATIONS, ()))

    def read(self) -> None:
        """Let every player read the next page of their stream; some pages are lost."""
        for player in set(Notification.objects.values_list("player", flat=True)):
            heard = self.heard.setdefault(player, [])
            place = heard[-1][0] if heard else 0
            page = stream.after({player: place}, PAGE).get(player, [])
            if self.luck.random() >= self.lost:
                heard += [(one.number, f"{one.kind} {one.match_id} {one.version}") for one in page]


@pytest.fixture
def receiver(request, settings) -> Iterator[Careless]:
    """Yield a receiver that gets every notification of this server."""
    receiver = Careless(Random(request.node.nodeid))
    with told_by(settings, receiver.server):
        yield receiver


def told(notification):
    """Return the facts that identify a notification for a receiver."""
    return (str(notification.player_id), str(notification.match_id), notification.version, notification.kind)


def of(body):
    """Return the facts that identify the notification in a webhook body."""
    data = body["data"]
    return (data["player"], data["match"], data["version"], body["type"])


def test_each_notification_arrives_and_is_known_by_its_id(running, player, receiver, sent_tasks, monkeypatch):
    """Each notification arrives by both channels.

    The webhook uses one id for it, however often it is sent. The stream gives it one number, without gaps.
    """
    luck = Random(0)
    post = host_webhook.post_of

    def post_and_perhaps_die(receiver, message, now):
        (delivery,) = message
        if delivery.notification.kind == "your_turn":
            later = Move.objects.filter(match=delivery.notification.match_id, version__gt=delivery.notification.version)
            assert not later.exists(), "a turn that is over was told"
        taken = post(receiver, message, now)
        if luck.random() < 0.1:
            raise Died
        return taken

    with time_machine.travel(NOW, tick=False) as time:
        amel, sami, nour = (player(name) for name in ("Amel", "Sami", "Nour"))
        world = World(luck, time, sent_tasks)
        running(amel, sami, turn_seconds=300)
        running(nour, amel, seats=4, turn_seconds=300)
        with monkeypatch.context() as faults:
            faults.setattr(host_webhook, "post_of", post_and_perhaps_die)
            for _ in range(STEPS):
                world.act()

        for match in Match.objects.filter(status=Status.RUNNING):
            playing.resign(match.pk, amel, timezone.now())  # the end is for all players, and never goes out of date
        receiver.answers = ("take and fail", "take")
        for _ in range(100):
            time.shift(delivery.BACKOFF.longest)
            tasks.send_notifications()
            if not (Delivery.waiting().exists() or Notification.objects.filter(to_deliver=True).exists()):
                break
        world.lost = 0
        for _ in range(Notification.objects.count() // PAGE + 1):
            world.read()

    notifications = {told(notification): notification for notification in Notification.objects.all()}
    ids = {
        str(delivery.pk): told(delivery.notification) for delivery in Delivery.objects.select_related("notification")
    }
    assert len(notifications) > 20
    assert sorted(ids.values()) == sorted(notifications)
    outdated = set(map(str, Delivery.objects.filter(state=Delivery.State.OUTDATED).values_list("pk", flat=True)))
    arrived = {known_by: of(body) for known_by, body, _ in receiver.taken}
    assert arrived.items() <= ids.items()
    assert set(ids) - set(arrived) <= outdated, "neither taken nor out of date"
    passing = {"your_turn", "match_started", "autopilot_on", "joined", "played_for"}
    assert {ids[one][3] for one in outdated} <= passing
    assert len(receiver.taken) > len(arrived) >= 5, "nothing was doubled: this shows nothing"
    states = set(Delivery.objects.values_list("state", flat=True))
    assert states == {Delivery.State.TAKEN, Delivery.State.OUTDATED}
    for heard in world.heard.values():
        assert [number for number, _ in heard] == list(range(1, len(heard) + 1))
        assert len({what for _, what in heard}) == len(heard)
    assert sum(map(len, world.heard.values())) == len(notifications)


def test_nothing_is_told_after_it_is_out_of_date(running, player, receiver):
    """A receiver that was away for days gets only the notifications that are not out of date yet."""
    receiver.answers = ("fail", "hang up")
    begin, end = NOW, NOW + 2 * host_webhook.HostWebhook.lasts
    with time_machine.travel(begin, tick=False) as time:
        for _ in range(ceil((end - begin) / timedelta(hours=26))):
            running(player("Amel"), player("Sami"), at=timezone.now())
            tasks.send_notifications()
            time.shift(timedelta(hours=26))
        receiver.answers = ("take",)
        tasks.send_notifications()
        time.shift(delivery.BACKOFF.longest)
        tasks.send_notifications()
        now = timezone.now()

    ages = [at - datetime.fromisoformat(body["timestamp"]) for _, body, at in receiver.taken]
    assert max(ages) <= host_webhook.HostWebhook.lasts
    young = Notification.objects.filter(at__gte=now - host_webhook.HostWebhook.lasts)
    assert {told(notification) for notification in young} <= {of(body) for _, body, _ in receiver.taken}
    assert Delivery.objects.filter(state=Delivery.State.GIVEN_UP).count() == Notification.objects.count() - len(ages)


def test_matches_that_are_over_are_followed_up_whatever_happens_to_wake_ups(running, player, sent_tasks):
    """The sweep finds the steps after the end of a match when their wake-ups are lost."""
    luck = Random(1)
    with time_machine.travel(NOW, tick=False) as time:
        world = World(luck, time, sent_tasks)
        for _ in range(3):
            amel = player("Amel")
            playing.resign(running(amel, player("Sami"), at=timezone.now()).match.pk, amel, timezone.now())
            for _ in range(8):
                world.act()
        for _ in range(3):
            time.shift(timedelta(minutes=2))
            tasks.sweep()
            for name, arguments in list(sent_tasks):
                if name == tasks.run_match_end_jobs.name:
                    tasks.run_match_end_jobs(*arguments)

    assert not MatchEndJob.objects.exists()
