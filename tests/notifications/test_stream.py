"""The stream of a player: gapless numbers, before which no event can appear later."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from games import row_kinds
from games.models import Notification
from games.notifications import stream
from games.services.privacy import retention
from games.services.turns import playing
from tests.helpers.threads import at_once, concurrent


def tell(player, match, version):
    """Write a notification, as a move does."""
    at = match.created_at
    Notification.objects.create(kind="your_turn", player=player, match=match, version=version, seat=0, at=at)


def read(player, place=0, limit=100):
    """Return number and version of each notification after a position."""
    found = stream.after({player.pk: place}, limit).get(player.pk, [])
    return [(notification.number, notification.version) for notification in found]


@pytest.fixture
def match(make_match, amel):
    """Return a match made by Amel."""
    return make_match(amel).match


def test_what_is_read_is_numbered_from_one(amel, match):
    """Notifications are numbered from one in the order of writing, and rereading gives the same numbers."""
    for version in (5, 3, 9):
        tell(amel, match, version)

    assert read(amel) == [(1, 5), (2, 3), (3, 9)]
    assert read(amel) == [(1, 5), (2, 3), (3, 9)]
    assert read(amel, 2) == [(3, 9)]
    assert read(amel, 3) == []


def test_what_comes_later_goes_on_with_the_numbers(amel, match):
    """Numbers continue, even after earlier notifications were deleted."""
    tell(amel, match, 1)
    assert stream.newest(amel.pk) == 1
    row_kinds.clean_up(match.created_at + 2 * retention.NOTIFICATIONS_LAST)
    tell(amel, match, 2)

    assert read(amel) == [(2, 2)]


def test_who_comes_after_things_were_forgotten_gets_what_is_left(amel, match):
    """A reader that is far behind gets the notifications that still exist."""
    for version in range(5):
        tell(amel, match, version)
    assert stream.newest(amel.pk) == 5
    Notification.objects.filter(number__lte=3).delete()

    assert read(amel, 0, 2) == [(4, 3), (5, 4)]


def test_many_streams_are_read_by_as_many_queries_as_one(amel, match, player, django_assert_num_queries):
    """One reader loads the news of many players with a constant number of queries."""
    people = [amel, *(player(f"Player {number}") for number in range(9))]
    for one in people:
        tell(one, match, 1)
        tell(one, match, 2)
    places = {one.pk: 0 for one in people}
    stream.after(places, 100)

    with django_assert_num_queries(3):
        found = stream.after(places, 1)

    assert {who: [one.number for one in page] for who, page in found.items()} == {one.pk: [1] for one in people}


def test_each_player_has_numbers_of_their_own(amel, match, player):
    """Each player has their own numbers; players without news are left out of the result."""
    sami, nour = player("Sami"), player("Nour")
    for version in (1, 2):
        tell(amel, match, version)
        tell(sami, match, version)

    found = stream.after({amel.pk: 1, sami.pk: 0, nour.pk: 0}, 100)

    assert {who: [one.number for one in notifications] for who, notifications in found.items()} == {
        amel.pk: [2],
        sami.pk: [1, 2],
    }


def test_pages_are_no_longer_than_asked_for(amel, match, monkeypatch):
    """A page has at most the requested length, however many notifications are numbered at once."""
    monkeypatch.setattr(stream, "NUMBERED_AT_ONCE", 2)
    for version in range(5):
        tell(amel, match, version)

    assert read(amel, 0, 3) == [(1, 0), (2, 1), (3, 2)]
    assert read(amel, 3, 3) == [(4, 3), (5, 4)]
    assert stream.newest(amel.pk) == 5


def test_somebody_new_begins_at_none(amel):
    """A new player's stream starts at number zero and is empty."""
    assert stream.newest(amel.pk) == 0
    assert read(amel) == []


def test_the_stream_names_games_without_another_query(amel, match, django_assert_num_queries):
    """A notification comes with the game of its match, without another query."""
    tell(amel, match, 1)
    (notification,) = stream.after({amel.pk: 0}, 1)[amel.pk]

    with django_assert_num_queries(0):
        assert notification.match.game == "chkobba"


# --- two transactions at once -----------------------------------------------------------------------------------------


@contextmanager
def elsewhere(act) -> Iterator[None]:
    """Run something in a transaction of another connection, which commits when this block ends."""
    done, go_on = threading.Event(), threading.Event()

    def run() -> None:
        try:
            with transaction.atomic():
                act()
                done.set()
                go_on.wait(30)
        finally:
            done.set()
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    done.wait(30)
    try:
        yield
    finally:
        go_on.set()
        thread.join()


@concurrent
def test_who_has_read_on_still_hears_of_a_transaction_that_commits_late(amel, match):
    """A transaction that commits late gets a later number, although its row has a lower id."""
    with elsewhere(lambda: tell(amel, match, 1)):
        tell(amel, match, 2)
        assert read(amel) == [(1, 2)]
        assert Notification.objects.get().pk > 1

    early, late = Notification.objects.order_by("pk")
    assert (early.version, late.version) == (1, 2)
    assert read(amel, 1) == [(2, 1)]


@concurrent
def test_a_move_that_commits_late_is_in_the_stream_of_who_has_read_on(running, player, now):
    """The same holds for services: a resignation that commits late follows one that commits early."""
    sami = player("Sami")
    slow, quick = (running(player("Amel"), sami).match for _ in range(2))
    place = stream.newest(sami.pk)

    with elsewhere(lambda: playing.resign(slow.pk, slow.creator, now)):
        playing.resign(quick.pk, quick.creator, now)
        assert [one.match_id for one in stream.after({sami.pk: place}, 9)[sami.pk]] == [quick.pk]

    assert [one.match_id for one in stream.after({sami.pk: place + 1}, 9)[sami.pk]] == [slow.pk]


@concurrent
def test_readers_at_once_give_each_number_once(amel, match):
    """Concurrent readers number each notification once."""
    for version in range(40):
        tell(amel, match, version)

    seen = at_once(*[lambda: read(amel)] * 8)

    assert seen == [[(version + 1, version) for version in range(40)]] * 8
