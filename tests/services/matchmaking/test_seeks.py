"""Seeks: players who want the same are matched in order, once each, and none waits while a partner is there."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.devices import networks
from accounts.services import HasLeft, leave
from games import row_kinds
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.match_end import jobs
from games.models import Match, Notification, Seat, Seek
from games.services.log.verification import faults_of
from games.services.matchmaking import seek_matching, seeks, substitutes
from games.services.turns import availability, playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import drain
from tests.helpers.refusals import refused, violates

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def ask(now, frozen):
    """Return a function that makes a seek without matching it: ``ask(amel, keep_going=2)``.

    Each seek is a second later, since equal times would be ordered by id.
    """

    def make(player, at=now, **wishes):
        frozen.shift(1)
        wish = {"game": "chkobba", "seats": 2, "options": {}, "control": MoveControl(86_400), **wishes}
        return seeks.seek(player, seeks.SeekSettings(**wish), at)

    return make


@pytest.fixture
def want(ask, now):
    """Return a function that makes a seek and matches it at once."""

    def make(player, at=now, **wishes):
        made = ask(player, at, **wishes)
        seek_matching.look(made.pk, at)
        return made

    return make


def states(*found):
    """Return the states of seeks."""
    return [Seek.objects.get(pk=one.pk).state for one in found]


def tables():
    """Return the names in each match in order of seats; matches are in order of their start."""
    matches = Match.objects.order_by("created_at", "pk")
    return [[seat.player.nickname for seat in match.seats.order_by("number")] for match in matches]


def names(*nicknames, player):
    """Return players with these names."""
    return [player(name) for name in nicknames]


def end(match, now):
    """End a match, and do the steps after it."""
    playing.resign(match.pk, match.seats.get(number=0).player, now)
    for over in drain(jobs.MATCH_END_JOBS.take_next, now):
        jobs.follow_up(over.pk, now)
    seek_matching.SEEKS.sweep(now)


# --- finding each other -----------------------------------------------------------------------------------------------


def test_two_who_want_the_same_play(want, player, now):
    """The first seek waits; the second one starts a private match, and both players are notified with their seek."""
    amel, sami = want(player("Amel")), want(player("Sami"), at=now + HOUR)

    match = Match.objects.get()
    assert (match.status, match.visibility, match.creator.nickname) == ("running", "private", "Amel")
    assert tables() == [["Amel", "Sami"]]
    assert states(amel, sami) == ["matched", "matched"]
    assert list(faults_of(match)) == []
    told = Notification.objects.filter(kind="match_started").values_list("player__nickname", "facts__seek")
    assert set(told) == {("Amel", str(amel.pk)), ("Sami", str(sami.pk))}


def test_who_wants_something_else_waits(want, player):
    """Seeks for another game, number of players, options or time do not match."""
    want(player("Amel"))
    bank = BankControl(seconds=3600, bank_seconds=86_400, increment_seconds=0, cap_seconds=86_400)
    for other in (
        {"game": "scopa"},
        {"seats": 4},
        {"options": {"cut": False}},
        {"control": MoveControl(3600)},
        {"control": bank},
    ):
        assert states(want(player("Sami"), **other)) == ["looking"], other

    assert not Match.objects.exists()


def test_what_is_named_and_is_the_default_is_the_same(want, player):
    """Stating a default option is the same as leaving it out."""
    want(player("Amel"), options={"cut": True})
    want(player("Sami"))

    assert tables() == [["Amel", "Sami"]]


def test_who_waits_longest_comes_first(want, player, now):
    """Four players of five, in order of arrival, make a table; the fifth waits."""
    people = names("Amel", "Sami", "Zohra", "Nour", "Ines", player=player)
    made = [want(one, at=now + number * HOUR, seats=4) for number, one in enumerate(people)]

    assert tables() == [["Amel", "Sami", "Zohra", "Nour"]]
    assert states(*made) == ["matched"] * 4 + ["looking"]


def test_the_sweep_finds_what_nobody_was_told_of(ask, player, now):
    """The sweep matches seeks that were never looked at, as after a crash."""
    for name in ("Amel", "Sami"):
        ask(player(name))

    seek_matching.SEEKS.sweep(now)

    assert tables() == [["Amel", "Sami"]]


def test_one_that_cannot_be_looked_at_keeps_nobody_else(want, ask, player, now, monkeypatch):
    """A seek that fails is tried again later, and delays no other."""
    broken = want(player("Amel"), seats=4)
    Seek.objects.filter(pk=broken.pk).update(wake_at=now)
    look = seek_matching.look
    monkeypatch.setattr(seek_matching, "look", lambda seek_id, at: 1 / 0 if seek_id == broken.pk else look(seek_id, at))
    for name in ("Sami", "Zohra"):
        ask(player(name))

    seek_matching.SEEKS.sweep(now)

    assert tables() == [["Sami", "Zohra"]]
    assert Seek.objects.get(pk=broken.pk).wake_at == now + seek_matching.AGAIN


# --- those that stand -------------------------------------------------------------------------------------------------


def test_one_that_stands_keeps_as_many_going(want, player, now):
    """A standing seek fills its two matches, rests, and looks again after one ends, behind all who wait by then."""
    standing = want(player("Amel"), keep_going=2)
    others = [want(player(name), at=now + HOUR) for name in ("Sami", "Zohra", "Nour")]
    assert tables() == [["Amel", "Sami"], ["Amel", "Zohra"]]
    assert states(standing, *others) == ["resting", "matched", "matched", "looking"]

    end(Match.objects.first(), now + 2 * HOUR)

    assert sorted(tables()) == [["Amel", "Sami"], ["Amel", "Zohra"], ["Nour", "Amel"]]
    assert states(standing, others[2]) == ["resting", "matched"]


def test_two_that_stand_share_one_match_at_a_time(want, player, now):
    """Two standing seeks share one match at a time, to meet several people, and meet again after it."""
    want(player("Amel"), keep_going=5)
    want(player("Sami"), keep_going=5)
    assert tables() == [["Amel", "Sami"]]
    want(player("Zohra"), keep_going=1)
    assert len(tables()) == 2

    end(Match.objects.get(seats__player__nickname="Sami", seats__number=1), now + HOUR)

    assert [sorted(names) for names in tables()].count(["Amel", "Sami"]) == 2


def test_a_group_is_found_around_those_who_do_not_fit(want, player, now):
    """For three seats, the two longest waiting share a match already, so the next table has one of them."""
    first = want(player("Amel"), game="scopa", seats=3, keep_going=2)
    second = want(player("Sami"), game="scopa", seats=3, keep_going=2)
    want(player("Zohra"), game="scopa", seats=3)
    assert tables() == [["Amel", "Sami", "Zohra"]]
    assert states(first, second) == ["looking", "looking"]

    want(player("Nour"), at=now + HOUR, game="scopa", seats=3)
    want(player("Ines"), at=now + 2 * HOUR, game="scopa", seats=3)

    assert tables()[1] == ["Amel", "Nour", "Ines"]
    assert states(second) == ["looking"]


def test_a_seat_that_is_lost_is_no_match_of_the_seek(want, player, now):
    """A match in which a substitute replaced the player no longer counts for their standing seek."""
    standing = want(player("Amel"), keep_going=1)
    want(player("Sami"))
    match = Match.objects.get()
    Match.objects.filter(pk=match.pk).update(substitutes_after=60)
    match.refresh_from_db()
    put_on_autopilot(match, 0, now)
    Seat.objects.filter(match=match, number=0).update(substitute_from=now)
    substitutes.SUBSTITUTES.sweep(now + HOUR)
    Match.objects.filter(pk=match.pk).update(visibility="public")
    substitutes.take_seat(match.pk, player("Zohra"), now + HOUR)

    seek_matching.SEEKS.sweep(now + HOUR)

    assert states(standing) == ["looking"]


# --- who is not there -------------------------------------------------------------------------------------------------


def test_who_has_left_is_forgotten(want, player, now):
    """Account deletion removes a player's seeks, and the player is matched no more."""
    gone = player("Amel")
    want(gone)
    leave(gone, now)
    assert not Seek.objects.exists()

    assert states(want(player("Sami"))) == ["looking"]
    with pytest.raises(HasLeft):
        want(gone)


def test_who_has_left_leaves_the_matches_that_were_found(want, player, now):
    """Account deletion gives up the seats of matched seeks like any other."""
    gone = player("Amel")
    want(gone, keep_going=2)
    want(player("Sami"))
    leave(gone, now)

    delete_accounts(now)

    assert Match.objects.get().status == "finished"
    assert Seat.objects.get(player=gone).seek is None


def test_who_was_barred_is_not_matched(want, player, now):
    """The seek of a deactivated player rests and blocks no other."""
    barred = player("Amel")
    first = want(barred)
    type(barred).objects.filter(pk=barred.pk).update(is_active=False)

    want(player("Sami"))
    want(player("Zohra"))

    assert tables() == [["Sami", "Zohra"]]
    assert states(first) == ["resting"]


def test_who_is_away_rests(want, player, now):
    """On vacation a player's seeks rest, and new ones are refused; after it they are matched."""
    away = player("Amel")
    one = want(away)
    availability.begin_vacation(away, now, days=2)  # a vacation of one day would end at midnight, which may be near
    other = want(player("Sami"), at=now + HOUR)
    assert states(one, other) == ["resting", "looking"]
    refused("on_vacation", want, away, game="scopa")

    availability.end_vacation(away, now + 2 * HOUR)
    seek_matching.SEEKS.sweep(now + 2 * HOUR)

    assert tables() == [["Sami", "Amel"]]


def test_who_looks_despite_vacation_is_found(want, player, now):
    """A seek with ``despite_vacation`` is matched during a vacation."""
    away = player("Amel")
    availability.begin_vacation(away, now, days=2)
    one = want(away, despite_vacation=True)
    want(player("Sami"), at=now + HOUR)

    assert (states(one), tables()) == (["matched"], [["Amel", "Sami"]])


def test_who_has_no_room_rests(want, player, settings, now):
    """At the limit of open matches a player's seeks rest, while others are matched."""
    settings.LIMITS = {**settings.LIMITS, "open_matches": 1}
    full = player("Amel")
    one, other = want(full), want(full, game="scopa")
    want(player("Sami"))
    assert states(one, other) == ["matched", "looking"]

    want(player("Zohra"), game="scopa")

    assert states(other) == ["resting"]
    refused("too_many_matches", want, full, game="escoba")


def test_seeks_of_one_player_find_so_many_matches_an_hour(amel, sami, want, player, settings, now):
    """Two players whose matches end at once share no more than the limit; an hour later they share another one."""
    settings.LIMITS = {**settings.LIMITS, "found_matches": 3}
    standing = [want(one, keep_going=5) for one in (amel, sami)]
    for minute in range(1, 6):
        for match in Match.objects.filter(status="running"):
            end(match, now + timedelta(minutes=minute))
    assert Match.objects.count() == 3
    assert states(*standing) == ["resting", "resting"]
    want(player("Zohra"), at=now + HOUR / 2, game="scopa")
    new = want(amel, at=now + HOUR / 2, game="scopa")  # another seek finds no more than those that have ended
    seek_matching.SEEKS.sweep(now + HOUR - timedelta(seconds=1))
    assert (Match.objects.count(), states(new)) == (3, ["resting"])

    seek_matching.SEEKS.sweep(now + HOUR + seek_matching.AGAIN)

    assert sorted(tables()[3:]) == [["Amel", "Sami"], ["Zohra", "Amel"]]


def test_who_has_no_room_at_their_address_rests(want, player, settings, now):
    """At the limit of open matches of an address its players' seeks rest."""
    settings.LIMITS = {**settings.LIMITS, "address_open_matches": 1}
    guests = player("Amel"), player("Guest")
    for guest in guests:
        networks.note(guest.pk, "192.0.2.1", now)
    want(guests[0])
    want(player("Sami"))

    one = want(guests[1], game="scopa")
    want(player("Zohra"), game="scopa")

    assert states(one) == ["resting"]


# --- the end of a seek ------------------------------------------------------------------------------------------------


def test_a_seek_ends_by_itself(want, player, now):
    """An expired seek is not matched, even before the sweep ends it."""
    one = want(player("Amel"), lasts=HOUR)
    want(player("Sami"), at=now + HOUR)
    assert not Match.objects.exists()

    seek_matching.SEEKS.sweep(now + HOUR)

    assert states(one) == ["expired"]
    assert Seek.objects.get(pk=one.pk).ended_at == now + HOUR


def test_its_player_ends_it(want, amel, sami, now):
    """Only its player can end a seek, and only once."""
    one = want(amel)
    refused("not_found", seeks.withdraw, sami, one.pk, now)

    assert seeks.withdraw(amel, one.pk, now).state == "withdrawn"
    seeks.withdraw(amel, one.pk, now + HOUR)
    assert Seek.objects.get(pk=one.pk).ended_at == now
    other = want(amel)
    want(sami)
    assert seeks.withdraw(amel, other.pk, now).state == "matched"


def test_nobody_looks_twice_for_the_same(want, amel, player):
    """A second open seek for the same is refused with the id of the first; ended ones do not count."""
    one = want(amel)
    error = refused("already_seeking", want, amel)
    assert error.fields == {"seek": str(one.pk)}
    want(player("Sami"))

    assert states(want(amel)) == ["looking"]


def test_one_player_has_so_many(want, amel, settings):
    """The setting limits open seeks per player."""
    settings.LIMITS = {**settings.LIMITS, "seeks": 2}
    want(amel, game="scopa")
    want(amel, game="escoba")

    refused("too_many_seeks", want, amel)


def test_what_cannot_be_played_cannot_be_sought(want, amel):
    """Impossible settings are refused as they are when making a match."""
    violates("bad_seats", want, amel, seats=3)
    violates("bad_option", want, amel, options={"cut": 1})


def test_what_a_release_has_taken_away_is_over(ask, player, now):
    """A seek for settings that a new release removed ends without an error."""
    made = [ask(player(name)) for name in ("Amel", "Sami")]
    Seek.objects.update(options={"gone": True})

    seek_matching.SEEKS.sweep(now)

    assert states(*made) == ["expired", "looking"]
    assert not Match.objects.exists()


def test_old_ones_are_forgotten(want, player, now):
    """An ended seek is deleted after a week; its match stays, and so do open seeks."""
    want(player("Amel"))
    want(player("Sami"))
    still = want(player("Zohra"), lasts=30 * DAY)

    row_kinds.clean_up(now + seek_matching.SEEKS_LAST + HOUR)

    assert list(Seek.objects.all()) == [still]
    assert Match.objects.get().seats.filter(seek=None).count() == 2
