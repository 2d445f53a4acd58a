"""Notifications are written once, with their cause, whether or not a channel sends them."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games import due_work, row_kinds
from games.models import Delivery, Match, MatchEndJob, Notification
from games.offer_rules import How
from games.services import due_matches
from games.services.matchmaking.lobby import joining, match_cancellation, match_start
from games.services.privacy import retention
from games.services.staff import reports
from games.services.staff.match_actions import Order
from games.services.turns import early_end, offers, playing
from tests.helpers.playing import play_first, play_to_the_end


def facts():
    """Return kind, player and place of each notification, in order."""
    return list(Notification.objects.order_by("pk").values_list("kind", "seat", "version"))


def test_each_turn_concerns_its_player_at_the_version_that_it_begins_with(running, player, now):
    """A turn's notification has its version and deadline, and no delivery without a channel."""
    match = running(player("Amel"), player("Sami"), options={"cut": False}).match
    Notification.objects.all().delete()

    play_first(match.pk, now)

    after = Match.objects.get(pk=match.pk)
    assert facts() == [("your_turn", after.to_act, after.version)]
    (notification,) = Notification.objects.all()
    assert notification.facts == {"due_at": after.due_at.isoformat()}
    assert (notification.to_deliver, notification.number) == (False, None)
    assert not Delivery.objects.exists()


def test_the_same_cause_concerns_a_player_once(running, player, now):
    """A constraint of the database refuses a second notification of the same cause."""
    running(player("Amel"), player("Sami"))
    again = Notification.objects.first()
    again.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_an_notification_holds_no_card_and_no_sentence(running, player, now):
    """A notification has times and ids, and neither cards nor texts, throughout a match."""
    table = running(player("Amel"), player("Sami"), options={"cut": False, "target": 1})
    play_to_the_end(table.match.pk, now)

    for notification in Notification.objects.all():
        assert set(notification.facts) <= {"due_at", "rematch"}
        assert " " not in json.dumps(list(notification.facts.values()))
    assert {kind for kind, _, _ in facts()} == {"match_started", "your_turn", "match_finished"}


@pytest.mark.parametrize("ends", ["resigned", "cancelled"])
def test_the_end_of_a_match_is_to_be_followed_up(running, make_match, amel, player, now, ends):
    """Each end of a match creates one job for the steps after it."""
    if ends == "resigned":
        match = running(amel, player("Sami")).match
        assert not MatchEndJob.objects.exists()
        playing.resign(match.pk, amel, now)
    else:
        match = make_match(amel).match
        match_cancellation.cancel(match.pk, amel, now)

    assert list(MatchEndJob.objects.values_list("match", "wake_at", "done")) == [(match.pk, now, [])]


def test_old_notifications_are_forgotten_with_their_deliveries(running, player, now):
    """Notifications are deleted after a week, with their deliveries; younger ones stay."""
    running(player("Amel"), player("Sami"), at=now - retention.NOTIFICATIONS_LAST - timedelta(seconds=1))
    old = Notification.objects.first()
    Delivery.objects.create(sender="webhook", notification=old, send_at=now)
    young = running(player("Nour"), player("Iyed"), at=now - retention.NOTIFICATIONS_LAST).match

    row_kinds.clean_up(now)

    assert set(Notification.objects.values_list("match", flat=True)) == {young.pk}
    assert not Delivery.objects.exists()


def test_many_old_notifications_are_forgotten_in_batches(running, player, now, monkeypatch):
    """Many old notifications are deleted in batches, to the last one."""
    monkeypatch.setattr(due_work, "BATCH", 2)
    for _ in range(3):
        running(player("Amel"), player("Sami"), at=now - timedelta(days=30))
    assert Notification.objects.count() > 4

    row_kinds.clean_up(now)

    assert not Notification.objects.exists()


def concerns(kind):
    """Return the seats of the notifications of a kind."""
    return sorted(Notification.objects.filter(kind=kind).values_list("seat", flat=True))


def test_who_sits_at_a_table_hears_of_who_sits_down(make_match, player, now):
    """Seated players are notified of a player who joins, the creator of the last seat; bots cause no notification."""
    table = make_match(player("Amel"), seats=4, bots={3: "easy"})
    joining.join(table.match.pk, player("Sami"), now)
    assert (concerns("joined"), concerns("seats_full")) == ([0], [])

    joining.join(table.match.pk, player("Nour"), now)

    assert (concerns("joined"), concerns("seats_full")) == ([0, 1], [0])


def test_a_match_that_starts_by_itself_waits_for_nobody(make_match, player, now):
    """When joining starts the match, all others are notified of the start, and of nothing else."""
    table = make_match(player("Amel"), autostart=True)
    joining.join(table.match.pk, player("Sami"), now)

    assert concerns("joined") == concerns("seats_full") == []
    assert concerns("match_started") == [0]


def test_nobody_hears_of_what_they_have_done_themselves(make_match, running, amel, sami, now):
    """Players are not notified of their own start, resignation or final acceptance."""
    table = make_match(amel)
    joining.join(table.match.pk, sami, now)
    match_start.start(table.match.pk, amel, now)
    assert concerns("match_started") == [1]
    playing.resign(table.match.pk, amel, now)
    assert concerns("match_finished") == [1]
    Notification.objects.all().delete()
    table = running(amel, sami)
    early_end.offer(table.match.pk, amel, now, how=How.AS_IT_STANDS)

    offers.answer(early_end.END, table.match.pk, sami, now, accept=True)

    assert concerns("match_finished") == [0]


def test_who_was_played_for_hears_of_it_until_the_autopilot_is_on(running, player, now):
    """A player is notified of moves made for them until the autopilot is on, and then once of that."""
    match = running(player("Amel"), player("Sami"), options={"cut": False}).match
    seat = Match.objects.get(pk=match.pk).to_act
    for _ in range(due_matches.MISSED_UNTIL_AUTOPILOT):
        late = Match.objects.get(pk=match.pk).due_at + timedelta(seconds=1)
        due_matches.wake(match.pk, late)
        play_first(match.pk, late)

    assert concerns("played_for") == [seat] * (due_matches.MISSED_UNTIL_AUTOPILOT - 1)
    assert concerns("autopilot_on") == [seat]


def test_who_has_reported_a_problem_hears_of_the_answer(running, player, now):
    """The author of a report at the table is notified of each answer, also of two about one step, and of a closing."""
    table = running(player("Amel"), player("Sami"))
    order = Order(player("Staff"), "That is so.", now)

    def report(by, version, expected="A."):
        return reports.report(table.match.pk, by, now, version=version, expected=expected, happened="B.").pk

    amel = table.seats[0].player
    one, other, closed = report(amel, 1), report(amel, 1, "C."), report(amel, 2)
    watching = report(player("Nour"), 1)

    for answered in (one, other, watching):
        reports.answer(answered, order)
    reports.close(closed, order)

    assert concerns("report_answered") == [0, 0, 0]
