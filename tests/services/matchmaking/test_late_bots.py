"""Late bots: at a time that the creator sets, bots fill the lobby and the match starts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock.lobby import LateBots
from games.models import Match, Notification, TableEvent
from games.services import due_matches
from games.services.dispatch.dispatch import Due
from games.services.matchmaking.lobby import joining, lobby_bots, match_changes, match_start
from tests.helpers.refusals import refused
from tests.helpers.stored import verified

HOUR = timedelta(hours=1)


@pytest.fixture
def table(make_match, player, now):
    """Return a lobby of four with one player, in which easy bots join after an hour."""
    return make_match(player("Amel"), game="chkobba-cafe", seats=4, late_bots=LateBots(now + HOUR, "easy"))


def levels(table):
    """Return the levels of the bots by seat."""
    return list(table.match.seats.order_by("number").values_list("bot", flat=True))


def test_bots_sit_down_at_the_hour_and_the_match_begins(table, player, now):
    """The sweep seats bots on the free seats at the time, and not before."""
    joining.join(table.match.pk, player("Sami"), now)
    due_matches.wake(table.match.pk, now + HOUR - timedelta(seconds=1))
    assert (verified(table).status, levels(table)) == ("lobby", ["", "", "", ""])
    assert [one.pk for one in due_matches.DUE_MATCHES[Due.DEADLINE].waiting(now + HOUR)] == [table.match.pk]

    due_matches.wake(table.match.pk, now + HOUR)

    match = verified(table)
    assert (match.status, match.late_bots, levels(table)) == ("running", None, ["", "", "easy", "easy"])
    assert set(TableEvent.objects.filter(match=match, type="bot_joined").values_list("by", flat=True)) == {"timeout"}
    assert set(Notification.objects.filter(kind="match_started").values_list("seat", flat=True)) == {0, 1}


def test_a_table_that_is_full_begins_at_the_hour_too(table, player, now):
    """A full table starts at the time, too, even if its creator is away."""
    for name in ("Sami", "Nour", "Iyed"):
        joining.join(table.match.pk, player(name), now)

    due_matches.wake(table.match.pk, now + HOUR)

    assert (verified(table).status, levels(table)) == ("running", ["", "", "", ""])


def test_the_hour_can_be_changed_and_taken_back(table, now):
    """The time can be changed and cleared until it has come; then the lobby waits like any other."""
    creator = table.match.creator
    match_changes.change_match(table.match.pk, creator, now, late_bots=LateBots(now + 2 * HOUR, "medium"))
    assert verified(table).wake_at == now + 2 * HOUR
    due_matches.wake(table.match.pk, now + HOUR)
    assert verified(table).status == "lobby"

    match_changes.change_match(table.match.pk, creator, now + HOUR, late_bots=None)
    due_matches.wake(table.match.pk, now + 2 * HOUR)

    match = verified(table)
    assert (match.status, match.late_bots) == ("lobby", None)
    assert match.wake_at > now + 2 * HOUR
    told = TableEvent.objects.filter(match=match, type="changed").order_by("version").values_list("data", flat=True)
    assert [("medium" in data, "null" in data) for data in told] == [(True, False), (False, True)]


def test_a_match_that_begins_before_asks_no_bots(table, now):
    """A match that starts or is cancelled earlier needs no bots."""
    lobby_bots.set_bots(table.match.pk, table.match.creator, {}, "medium", now)
    match_start.start(table.match.pk, table.match.creator, now)

    assert verified(table).late_bots is None


def test_seeds_are_awaited_first(make_match, player, now):
    """At the time the seats are sealed; the deal comes after the seeds, or after their deadline."""
    wish = {"late_bots": LateBots(now + HOUR, "easy"), "seed_commitment": "0" * 64}
    table = make_match(player("Amel"), **wish)

    due_matches.wake(table.match.pk, now + HOUR)

    sealed = verified(table)
    assert (sealed.status, sealed.late_bots, levels(table)) == ("lobby", None, ["", "easy"])
    due_matches.wake(table.match.pk, sealed.seeds_due_at)
    assert verified(table).status == "running"


def test_an_hour_that_cannot_be_is_refused(make_match, amel, now):
    """Times too soon, in the past, or after the end of the lobby are refused."""
    for ahead in (timedelta(0), timedelta(days=14), -HOUR):
        refused("invalid", make_match, amel, late_bots=LateBots(now + ahead, "easy"))
    assert not Match.objects.exists()


def test_a_level_that_there_is_not_is_refused(make_match, player, now):
    """An unknown level is refused; a fallback plays for one that is removed meanwhile."""
    refused("unknown_bot", make_match, player("Amel"), late_bots=LateBots(now + HOUR, "genius"))
    table = make_match(player("Amel"), late_bots=LateBots(now + HOUR, "easy"))
    Match.objects.filter(pk=table.match.pk).update(late_bots={"at": (now + HOUR).isoformat(), "level": "gone"})

    due_matches.wake(table.match.pk, now + HOUR)

    assert (verified(table).status, levels(table)) == ("running", ["", "medium"])
