"""Receivers that hang or get many messages: they delay no other receiver, and cost little."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Event

import pytest

from games.models import Delivery, Notification, NotificationChannel, SenderLock
from games.notifications import PLAYER_SENDERS, delivery, outgoing_requests, player_channels
from games.notifications.outgoing_requests import post
from games.services.notifications.notifications import add_notification
from tests.helpers.api_client import token_of
from tests.notifications.receiving import Mailbox, listening

WEBHOOK = PLAYER_SENDERS["webhook"]


class Hole:
    """A receiver that accepts connections and never answers."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.listener.setblocking(False)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.lines: list[socket.socket] = []
        """The connections accepted so far."""

    def take(self) -> int:
        """Accept new connections; return the number of all accepted ones."""
        with suppress(BlockingIOError):
            for _ in range(100):
                self.lines.append(self.listener.accept()[0])
        return len(self.lines)

    def hang_up_on(self, many: int) -> None:
        """Wait for this number of connections, and close all."""
        self.listener.settimeout(10)
        self.lines += [self.listener.accept()[0] for _ in range(many - len(self.lines))]
        self.close()

    def close(self) -> None:
        for line in (*self.lines, self.listener):
            line.close()


@pytest.fixture
def hole():
    """Return a receiver that hangs."""
    hole = Hole()
    yield hole
    hole.close()


@pytest.fixture
def _gives_up_at_once(hole, monkeypatch):
    """Let the timeout pass at once while a receiver hangs."""
    monkeypatch.setattr(outgoing_requests, "monotonic", lambda: hole.take() * outgoing_requests.TIMEOUT)


def listens(player, target, now):
    """Add a webhook of a player, without quiet hours."""
    wish = {"format": "raw", "quiet_from": None, "quiet_to": None}
    return player_channels.add(WEBHOOK, player, now, target=target, **wish)


def happens(table, player, at, version):
    """Write a notification that stays relevant."""
    about = Notification(match=table.match, version=version, seat=0)
    add_notification("match_finished", player, about, at)


@contextmanager
def mailbox_of(player, now):
    """Return a receiver that answers, as a channel of the player."""
    mailbox = Mailbox()
    with listening(mailbox.server):
        mailbox.secret = listens(player, mailbox.address, now).secret
        yield mailbox


def test_ten_that_hang_keep_nobody_waiting(hole, table, amel, sami, now, monkeypatch):
    """Ten receivers hang until the message to another one, due after them, has arrived; none of them times out."""
    monkeypatch.setattr(outgoing_requests, "TIMEOUT", 20)
    for _ in range(10):
        listens(amel, hole.address, now)
    with mailbox_of(sami, now) as mailbox:
        mailbox.before_it_answers = lambda: hole.hang_up_on(10)
        happens(table, amel, now, 101)
        happens(table, sami, now, 102)

        delivery.send_due(now, 50)

    assert len(mailbox.taken) == 1
    assert set(Delivery.objects.filter(channel__player=amel).values_list("outcome", flat=True)) == {"no_answer"}


@pytest.mark.usefixtures("_gives_up_at_once")
def test_who_hangs_is_asked_once_whatever_waits_for_them(hole, table, amel, now):
    """A receiver that hangs gets one request per rest, whatever waits. Then all is sent in at most two messages."""
    channel = listens(amel, hole.address, now)
    happens(table, amel, now, 101)
    delivery.send_due(now, 50)
    for version in range(102, 110):
        happens(table, amel, now + timedelta(seconds=1), version)
    delivery.send_due(now + timedelta(seconds=1), 50)

    assert hole.take() == 1
    channel.refresh_from_db()
    assert channel.rests_until == now + delivery.BACKOFF.first
    assert {one.send_at for one in Delivery.waiting()} == {channel.rests_until}

    delivery.send_due(now + delivery.BACKOFF.first, 50)
    assert hole.take() == 2
    channel.refresh_from_db()
    assert channel.rests_until == now + 3 * delivery.BACKOFF.first


@pytest.mark.usefixtures("_gives_up_at_once")
def test_who_answers_comes_before_who_has_failed(hole, table, amel, sami, now):
    """Channels that answer come before channels that failed, however long these have waited."""
    listens(amel, hole.address, now)
    happens(table, amel, now, 101)
    delivery.send_due(now, 50)
    later = now + timedelta(minutes=1)
    with mailbox_of(sami, now) as mailbox:
        happens(table, sami, later, 102)

        delivery.send_due(later, 1)

    assert len(mailbox.taken) == 1
    assert hole.take() == 1


def test_one_worker_sends_and_the_others_do_something_else(table, sami, now):
    """One worker sends at a time; if it dies, another one takes over when the lease ends."""
    with mailbox_of(sami, now) as mailbox:
        happens(table, sami, now, 101)
        SenderLock.objects.create(pk=1, until=now + delivery.LEASE)

        assert delivery.send_due(now, 50) == 0
        assert not mailbox.taken
        assert delivery.send_due(now + delivery.LEASE, 50) == 1
        assert len(mailbox.taken) == 1
    assert SenderLock.objects.get().until is None


def test_nobody_gets_more_messages_in_a_minute_than_their_channel_sends(table, sami, now, monkeypatch):
    """Messages per channel and minute are limited; the rest follows as one message a minute later."""
    most = 4
    monkeypatch.setattr(WEBHOOK, "most", player_channels.Most(most, timedelta(minutes=1)))
    with mailbox_of(sami, now) as mailbox:
        for number in range(most + 5):
            at = now + timedelta(seconds=number)
            happens(table, sami, at, 101 + number)
            delivery.send_due(at, 50)
        assert len(mailbox.taken) == most

        delivery.send_due(now + timedelta(seconds=most - 1) + WEBHOOK.most.within, 50)

        assert len(mailbox.taken) == most + 1
        assert len(mailbox.told) == most + 5


@pytest.mark.usefixtures("_gives_up_at_once")
def test_a_channel_that_is_turned_on_again_rests_no_more(hole, table, amel, now):
    """Switching a channel on again ends its rest, for a player who has repaired the receiver."""
    channel = listens(amel, hole.address, now)
    happens(table, amel, now, 101)
    delivery.send_due(now, 50)
    player_channels.change(token_of(amel), channel.pk, now, is_on=True)

    assert NotificationChannel.objects.get().rests_until is None


def test_a_name_whose_servers_do_not_answer_takes_no_longer(monkeypatch):
    """A DNS lookup counts towards the timeout: the server gives up while the system still waits for half a minute."""
    monkeypatch.setattr(outgoing_requests, "TIMEOUT", 0.05)
    over = Event()
    monkeypatch.setattr(outgoing_requests, "getaddrinfo", lambda *about, **more: over.wait(20) and [])

    assert post("http://slow.example/", b"{}", {}).said == "too_slow"
    over.set()
