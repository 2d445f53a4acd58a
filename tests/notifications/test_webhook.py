"""The host's webhook: notifications are written with their cause, and sent until the receiver has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from standardwebhooks import Webhook

from games.models import Delivery, Match, Notification
from games.notifications import delivery, host_webhook
from games.services import due_matches
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining
from games.services.turns import playing
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.notifications.receiving import SECRET, Answer, Receiver, told_by


class Host(Receiver):
    """A webhook receiver of a host, which answers with ``status`` and stores the requests."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 204
        self.got: list[tuple[str, dict]] = []

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Verify the signature of a request, and store it."""
        at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        assert headers["webhook-signature"] == Webhook(SECRET).sign(headers["webhook-id"], at, body.decode())
        self.got.append((headers["webhook-id"], json.loads(body)))
        return self.status, {}, b""

    def told(self) -> list[tuple[str, int]]:
        """Return the kinds and seats of the received notifications."""
        return [(body["type"], body["data"]["seat"]) for _, body in self.got]


@pytest.fixture
def receiver(settings) -> Iterator[Host]:
    """Return a receiver that gets all notifications of this server."""
    receiver = Host()
    with told_by(settings, receiver.server):
        yield receiver


@pytest.fixture
def started(running, player, receiver):
    """Return a match of two players; the notifications of its start are not to be sent."""
    table = running(player("Amel"), player("Sami"), options={"cut": False})
    Notification.objects.update(to_deliver=False)
    return table


def nothing_is_left():
    """Say whether no delivery is waiting."""
    return not Delivery.waiting().exists() and not Notification.objects.filter(to_deliver=True).exists()


def test_nothing_is_kept_for_a_receiver_who_comes_later(running, player, receiver, settings, now):
    """Events before the webhook is configured appear in streams only, and are not sent later."""
    address, settings.WEBHOOK_URL = settings.WEBHOOK_URL, ""
    running(player("Amel"), player("Sami"))
    settings.WEBHOOK_URL = address

    assert delivery.send_due(now, 10) == 0
    assert Notification.objects.exists()
    assert not Delivery.objects.exists()


def test_players_hear_of_the_start_and_of_their_turn(running, player, receiver, now):
    """A start is sent for all but the player who caused it, a turn for the player to move; bots get nothing."""
    table = running(player("Amel"), player("Sami"), seats=4, bots={1: "easy", 3: "easy"})
    drain(due_matches.wake, table.match.pk, now)

    delivery.send_due(now, 10)

    assert {told for told in receiver.told() if told[0] == "match_started"} == {("match_started", 0)}
    assert {kind for kind, _ in receiver.told()} == {"match_started", "your_turn"}
    assert nothing_is_left()


def test_a_notice_says_which_match_and_until_when_and_shows_no_card(started, receiver, now):
    """A notification has what a phone needs to show a line and open the match, and no cards."""
    play_first(started.match.pk, now)
    delivery.send_due(now, 10)

    ((_, body),) = receiver.got
    match = Match.objects.get(pk=started.match.pk)
    assert body == {
        "type": "your_turn",
        "timestamp": now.isoformat(),
        "data": {
            "match": str(match.pk),
            "game": "chkobba",
            "version": match.version,
            "player": str(started.seats[match.to_act].player_id),
            "seat": match.to_act,
            "due_at": match.due_at.isoformat(),
        },
    }


def test_the_end_and_a_rematch_are_told_to_the_others(started, receiver, now):
    """Players are not notified of their own resignation or rematch."""
    amel, sami = (seat.player for seat in started.seats)
    playing.resign(started.match.pk, amel, now)
    again = rematch.rematch(started.match.pk, amel, now)
    drain(delivery.send_due, now, 10)

    assert set(receiver.told()) == {("match_finished", 1), ("rematch", 1)}
    told = next(body for _, body in receiver.got if body["type"] == "rematch")
    assert told["data"]["rematch"] == str(again.match.pk)
    assert told["data"]["player"] == str(sami.pk)


def test_a_lobby_that_its_creator_leaves(make_match, player, receiver, now):
    """When the creator leaves the lobby, the others are notified that it is cancelled."""
    amel, sami = player("Amel"), player("Sami")
    table = make_match(amel)
    joining.join(table.match.pk, sami, now)
    joining.leave(table.match.pk, amel, now)
    delivery.send_due(now, 10)

    assert receiver.told() == [("match_cancelled", 1)]


def test_what_was_not_taken_is_sent_again_under_the_same_id(started, receiver, now):
    """A failed message is sent again after growing waits. Its id stays, so that the receiver can drop duplicates."""
    play_first(started.match.pk, now)
    receiver.status = 503

    assert delivery.send_due(now, 10) == 1
    assert delivery.send_due(now + timedelta(seconds=4), 10) == 0
    assert len(receiver.got) == 1
    receiver.status = 204
    assert delivery.send_due(now + timedelta(seconds=5), 10) == 1

    first, again = receiver.got
    assert first == again


def test_a_worker_that_dies_leaves_its_notices_to_others(started, receiver, now, monkeypatch):
    """Deliveries of a dead worker are due again when its lease ends."""
    play_first(started.match.pk, now)

    def die(*about):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(host_webhook, "post_of", die)
        with pytest.raises(KeyboardInterrupt):
            delivery.send_due(now, 10)

    assert delivery.send_due(now, 10) == 0
    assert delivery.send_due(now + delivery.LEASE, 10) == 1


def test_a_turn_that_is_over_is_told_to_nobody_and_holds_up_nothing(started, receiver, now):
    """Only the current turn is sent, however many passed since, even if a worker sends only two at a time."""
    for number in range(4):
        play_first(started.match.pk, now + timedelta(seconds=number))
    drain(delivery.send_due, now + timedelta(minutes=10), 2)

    assert [(body["type"], body["data"]["version"]) for _, body in receiver.got] == [
        ("your_turn", Match.objects.get().version)
    ]
    assert Delivery.objects.filter(state=Delivery.State.OUTDATED).count() == 3
    assert nothing_is_left()


def test_after_days_a_notice_is_given_up(started, receiver, now):
    """A delivery of several days ago is given up without an attempt."""
    play_first(started.match.pk, now)

    delivery.send_due(now + host_webhook.HostWebhook.lasts + timedelta(seconds=1), 10)

    assert nothing_is_left()
    assert receiver.got == []
    assert Delivery.objects.filter(state="given_up").count() == 1


def test_a_notice_that_was_tried_very_often_is_put_off_by_the_longest_wait(started, receiver, now):
    """The wait between attempts has a maximum, after any number of attempts."""
    play_first(started.match.pk, now)
    receiver.status = 503
    delivery.send_due(now, 10)
    for attempts in (10, 44, 10_000):
        Delivery.waiting().update(attempts=attempts, send_at=now)
        delivery.send_due(now, 10)
        assert [delivery.send_at for delivery in Delivery.waiting()] == [now + delivery.BACKOFF.longest]


def test_a_notice_that_cannot_be_sent_stops_no_other(running, player, receiver, now, monkeypatch):
    """A delivery that fails with an unexpected error is postponed, and the next one is sent."""
    tables = [running(player("Amel"), player("Sami"), options={"cut": False}) for _ in range(2)]
    Notification.objects.update(to_deliver=False)
    later = now + timedelta(seconds=1)
    for table in tables:
        play_first(table.match.pk, later)
    poisoned = Notification.objects.filter(to_deliver=True).earliest("pk").pk
    send = host_webhook.post_of

    def stumble(receiver, message, now):
        if message[0].notification_id == poisoned:
            raise ArithmeticError("an unexpected error")
        return send(receiver, message, now)

    monkeypatch.setattr(host_webhook, "post_of", stumble)

    assert delivery.send_due(later, 10) == 2

    assert list(Delivery.waiting().values_list("notification", "attempts")) == [(poisoned, 1)]


def test_an_address_without_a_secret_is_refused(settings, db):
    """The system check refuses a webhook address without a secret."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = "https://club.example/chkobba", ""

    with pytest.raises(SystemCheckError, match="is not a valid secret"):
        call_command("check")
