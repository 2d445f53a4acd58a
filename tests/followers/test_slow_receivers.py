"""Receivers that hang, and receivers that get too much: they keep nobody else waiting, and cost little themselves."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest

from games.followers import OWN, addresses, delivering, outgoing
from games.followers.outgoing import post
from games.models import Address, Delivery, Occasion, Sending
from games.services.occasions import add_occasion
from tests.followers.receiving import Mailbox, listening

WEBHOOK = OWN["webhook"]
HANGS = 1.0
"""Seconds that a receiver has here."""


class Hole:
    """Takes connections and never answers; counts them, with when each came."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.asked: list[float] = []
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self._lines.append(self.listener.accept()[0])
            except OSError:
                return
            self.asked.append(time.monotonic())

    def close(self) -> None:
        """Listen no more."""
        for line in (*self._lines, self.listener):
            line.close()


@pytest.fixture
def hole(monkeypatch):
    """Return a receiver that hangs, as long as a receiver may take."""
    monkeypatch.setattr(outgoing, "TIMEOUT", HANGS)
    hole = Hole()
    yield hole
    hole.close()


@pytest.fixture
def table(running, player, now):
    """Return a match of two whose beginning is told to nobody."""
    return running(player("Amel"), player("Sami"), options={"cut": False})


def listens(player, target, now):
    """Return a new address of a player, at any hour."""
    wish = {"format": "raw", "quiet_from": None, "quiet_to": None}
    return addresses.add(WEBHOOK, player, now, target=target, **wish)


def happens(table, player, at, version):
    """Let something happen that is told a player, and stays so."""
    about = Occasion(match=table.match, version=version, seat=0)
    add_occasion("match_finished", player, about, at)


@contextmanager
def mailbox_of(player, now):
    """Return a receiver that answers, with the address of a player there."""
    mailbox = Mailbox()
    with listening(mailbox.server):
        mailbox.secret = listens(player, mailbox.address, now).secret
        yield mailbox


def test_ten_that_hang_keep_nobody_waiting(hole, table, now):
    """Their notices come first, and another player's arrives at once."""
    amel, sami = (seat.player for seat in table.seats)
    for _ in range(10):
        listens(amel, hole.address, now)
    with mailbox_of(sami, now) as mailbox:
        happens(table, amel, now, 101)
        happens(table, sami, now, 102)
        arrived: list[float] = []
        watcher = threading.Thread(target=lambda: _note_arrival(mailbox, arrived))
        watcher.start()
        begin = time.monotonic()

        delivering.send_due(now, 50)

        took = time.monotonic() - begin
        watcher.join()
    assert arrived[0] - begin < HANGS / 2
    assert HANGS <= took < 3 * HANGS
    assert len(hole.asked) == 10
    assert set(Delivery.objects.filter(address__player=amel).values_list("outcome", flat=True)) == {"too_slow"}


def _note_arrival(mailbox, arrived):
    end = time.monotonic() + 10
    while not mailbox.taken and time.monotonic() < end:
        time.sleep(0.005)
    arrived.append(time.monotonic())


def test_who_hangs_is_asked_once_whatever_waits_for_them(hole, table, now):
    """Also of what happens later, until the rest is over; then all of it is told, in two messages at the most."""
    amel = table.seats[0].player
    address = listens(amel, hole.address, now)
    happens(table, amel, now, 101)
    delivering.send_due(now, 50)
    for version in range(102, 110):
        happens(table, amel, now + timedelta(seconds=1), version)
    delivering.send_due(now + timedelta(seconds=1), 50)

    assert len(hole.asked) == 1
    address.refresh_from_db()
    assert address.rests_until == now + delivering.FIRST_WAIT
    assert {one.send_at for one in Delivery.waiting()} == {address.rests_until}

    delivering.send_due(now + delivering.FIRST_WAIT, 50)
    assert len(hole.asked) == 2
    address.refresh_from_db()
    assert address.rests_until == now + 3 * delivering.FIRST_WAIT


def test_who_answers_comes_before_who_has_failed(hole, table, now):
    """However long these have waited."""
    amel, sami = (seat.player for seat in table.seats)
    listens(amel, hole.address, now)
    happens(table, amel, now, 101)
    delivering.send_due(now, 50)
    later = now + timedelta(minutes=1)
    with mailbox_of(sami, now) as mailbox:
        happens(table, sami, later, 102)

        delivering.send_due(later, 1)

    assert len(mailbox.taken) == 1
    assert len(hole.asked) == 1


def test_one_worker_sends_and_the_others_do_something_else(table, now):
    """Should it die, another one goes on when its lease is over."""
    sami = table.seats[1].player
    with mailbox_of(sami, now) as mailbox:
        happens(table, sami, now, 101)
        Sending.objects.create(pk=1, until=now + delivering.LEASE)

        assert delivering.send_due(now, 50) == 0
        assert not mailbox.taken
        assert delivering.send_due(now + delivering.LEASE, 50) == 1
        assert len(mailbox.taken) == 1
    assert Sending.objects.get().until is None


def test_nobody_gets_more_messages_in_a_minute_than_their_channel_sends(table, now):
    """What comes beyond is one message, a minute later."""
    sami = table.seats[1].player
    most = WEBHOOK.most.messages
    with mailbox_of(sami, now) as mailbox:
        for number in range(most + 5):
            at = now + timedelta(seconds=number)
            happens(table, sami, at, 101 + number)
            delivering.send_due(at, 50)
        assert len(mailbox.taken) == most

        delivering.send_due(now + timedelta(seconds=most - 1) + WEBHOOK.most.within, 50)

        assert len(mailbox.taken) == most + 1
        assert len(mailbox.told) == most + 5


def test_a_channel_that_is_turned_on_again_rests_no_more(hole, table, now):
    """Whoever has mended their receiver does not wait for the hour."""
    amel = table.seats[0].player
    address = listens(amel, hole.address, now)
    happens(table, amel, now, 101)
    delivering.send_due(now, 50)
    addresses.change(amel, address.pk, now, is_on=True)

    assert Address.objects.get().rests_until is None


def test_a_name_whose_servers_do_not_answer_takes_no_longer(hole, monkeypatch):
    """The system would wait for half a minute."""
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.3)
    over = threading.Event()
    monkeypatch.setattr(outgoing, "getaddrinfo", lambda *about, **more: over.wait(10))
    begin = time.monotonic()

    assert post("http://slow.example/", b"{}", {}).said == "too_slow"

    assert time.monotonic() - begin < 2
    over.set()
