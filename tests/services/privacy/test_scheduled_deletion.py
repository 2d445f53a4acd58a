"""Scheduled account deletion: for three days the server plays, and the player can cancel it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import AccountDeletion, Player
from accounts.services import GRACE, create_token, leave, plan_to_leave, stay_after_all
from games.models import Match, Seat, TableEvent
from games.seat_control import Person, StandIn, Why
from games.services.log.verification import faults_of
from games.services.matchmaking.lobby import joining
from games.services.privacy import account_deletion
from games.services.turns import playing
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.refusals import refused


@pytest.fixture
def tables(amel, player, running, make_match):
    """Return three running matches of Amel, and a lobby that she has joined."""
    played = [running(amel, player("Sami")).match for _ in range(3)]
    waiting = make_match(player("Sami"), autostart=False).match
    joining.join(waiting.pk, amel, waiting.created_at)
    return [*played, waiting]


def plan(player, now):
    """Schedule the deletion of a player on a device; return its time."""
    return plan_to_leave(create_token(player, "phone")[0], now)


def responders(player):
    """Return what controls each seat of a player."""
    return [seat.responder for seat in Seat.objects.filter(player=player).order_by("match__created_at", "match")]


def work(now):
    """Do what is due, as workers do."""
    for deletion_id in account_deletion.DELETIONS.due_keys(now, 100):
        drain(account_deletion.DELETIONS.go_on, deletion_id, now)


def test_the_server_plays_until_then(amel, tables, now):
    """The autopilot plays in all running matches, as the player asked for it, and the player leaves lobbies."""
    assert plan(amel, now) == now + GRACE
    work(now)

    assert responders(amel) == [StandIn("medium", Why.ABSENT)] * 3
    rows = TableEvent.objects.filter(type="autopilot_on")
    assert [(row.by, row.player) for row in rows] == [("player", amel)] * 3
    assert not account_deletion.DELETIONS.due_keys(now + GRACE - timedelta(seconds=1), 10)
    for match in tables:
        match.refresh_from_db()
        assert not list(faults_of(match))


def test_nobody_sits_down_who_leaves(amel, player, make_match, now):
    """A player who is leaving can neither join nor make matches."""
    match = make_match(player("Sami")).match
    plan(amel, now)

    for attempt in (lambda: joining.join(match.pk, amel, now), lambda: make_match(amel)):
        error = refused("deletion_scheduled", attempt)
        assert error.fields["leaves_at"] == now + GRACE


def test_it_can_be_taken_back(amel, tables, now):
    """Cancelling gives the seats back, removes the job, and lets the player join again."""
    plan(amel, now)
    work(now)
    later = now + timedelta(days=2)
    stay_after_all(amel, later)
    work(later)

    assert responders(amel) == [Person()] * 3
    assert not AccountDeletion.objects.exists()
    assert Player.objects.get(pk=amel.pk).leaves_at is None
    for match in tables:
        match.refresh_from_db()
        assert not list(faults_of(match))
    joining.join(tables[-1].pk, amel, later)


def test_changing_one_s_mind_gives_no_more_time(amel, tables, now):
    """At each match three deletions in all put the seat on autopilot; after the next one the player still leaves it."""
    for _ in range(10):
        plan(amel, now)
        work(now)
        stay_after_all(amel, now)
        work(now)
    plan(amel, now)
    work(now)

    assert responders(amel) == [Person()] * 3
    for match in tables[:3]:
        assert TableEvent.objects.filter(match=match, type="autopilot_on").count() == 3
        assert list(faults_of(Match.objects.get(pk=match.pk))) == []
    work(now + GRACE)
    delete_accounts(now + GRACE)
    assert AccountDeletion.objects.get().phase == "ended"
    assert {match.status for match in Match.objects.filter(pk__in=[table.pk for table in tables[:3]])} == {"finished"}


def test_whoever_changes_their_mind_midway_is_at_every_table(amel, tables, now, monkeypatch):
    """Cancelling midway gives all seats back, and the step that was under way does not undo it."""
    monkeypatch.setattr(account_deletion, "STEP", 0)
    plan(amel, now)
    deletion = AccountDeletion.objects.get()
    assert account_deletion.DELETIONS.go_on(deletion.pk, now)
    assert AccountDeletion.objects.get().reached is not None
    stay_after_all(amel, now)
    work(now)

    assert set(responders(amel)) == {Person()}
    assert not AccountDeletion.objects.exists()


def test_two_decisions_while_a_step_is_done_count(amel, tables, now, monkeypatch):
    """A player who cancels, schedules again and cancels again while seats are given back has all seats back."""
    plan(amel, now)
    work(now)
    stay_after_all(amel, now)
    resume = playing.resume

    def and_then_twice_more(match_id, player, at):
        resume(match_id, player, at)
        monkeypatch.setattr(playing, "resume", resume)
        plan(player, at)
        work(at)
        stay_after_all(player, at)

    monkeypatch.setattr(playing, "resume", and_then_twice_more)
    work(now)
    work(now)

    assert responders(amel) == [Person()] * 3
    assert not AccountDeletion.objects.exists()


def test_a_wish_that_comes_while_a_step_is_done_counts(amel, tables, now, monkeypatch):
    """A step does not overwrite a request to cancel that came while it ran."""
    plan(amel, now)
    at_a_table = playing.leave_to_autopilot

    def and_then_stay(match_id, player, at):
        at_a_table(match_id, player, at)
        stay_after_all(player, at)

    monkeypatch.setattr(playing, "leave_to_autopilot", and_then_stay)
    account_deletion.DELETIONS.go_on(AccountDeletion.objects.get().pk, now)
    assert AccountDeletion.objects.get().phase == "back"
    work(now)

    assert set(responders(amel)) == {Person()}
    assert not AccountDeletion.objects.exists()


def test_then_it_is_as_leaving_always_is(amel, tables, now):
    """At its time the deletion gives up seats and removes the name, like any other."""
    plan(amel, now)
    work(now)
    work(now + GRACE)
    delete_accounts(now + GRACE)

    gone = Player.objects.get(pk=amel.pk)
    assert (gone.shown_name, gone.left_at, gone.leaves_at) == ("former player", now + GRACE, None)
    assert AccountDeletion.objects.get().phase == "ended"
    assert {match.status for match in Match.objects.filter(pk__in=[table.pk for table in tables[:3]])} == {"finished"}


def test_a_deactivated_account_is_deleted_at_its_time(amel, tables, now):
    """A member of the staff who deactivates the account keeps it from no scheduled deletion."""
    plan(amel, now)
    work(now)
    Player.objects.filter(pk=amel.pk).update(is_active=False)

    assert not account_deletion.DELETIONS.go_on(AccountDeletion.objects.get().pk, now + GRACE)
    delete_accounts(now + GRACE)

    assert Player.objects.get(pk=amel.pk).left_at == now + GRACE
    assert AccountDeletion.objects.get().phase == "ended"
    assert {match.status for match in Match.objects.filter(pk__in=[table.pk for table in tables[:3]])} == {"finished"}


def test_a_deletion_that_cannot_be_done_is_put_off(amel, now):
    """A worker puts a deletion off that it cannot do, and does not try it again at once."""
    plan(amel, now)
    work(now)
    Player.objects.filter(pk=amel.pk).update(is_active=False, left_at=now)

    assert not account_deletion.DELETIONS.go_on(AccountDeletion.objects.get().pk, now + GRACE)
    assert not account_deletion.DELETIONS.due_keys(now + GRACE, 10)
    assert account_deletion.DELETIONS.due_keys(now + GRACE + account_deletion.BACKOFF.first, 10)


def test_who_leaves_at_once_all_the_same_does_not_wait(amel, tables, now):
    """The player may still delete the account at once, with the same row."""
    plan(amel, now)
    work(now)
    leave(amel, now + timedelta(hours=1))
    delete_accounts(now + timedelta(hours=1))

    assert AccountDeletion.objects.get().phase == "ended"
    assert not Player.objects.get(pk=amel.pk).is_active


def test_a_move_takes_a_seat_back(amel, running, player, now):
    """A move returns the seat of that match to the player, and the deletion stays scheduled."""
    match = running(amel, player("Sami")).match
    plan(amel, now)
    work(now)
    playing.resume(match.pk, amel, now)
    if Match.objects.get(pk=match.pk).to_act == 0:
        play_first(match.pk, now, amel)

    assert responders(amel) == [Person()]
    assert Player.objects.get(pk=amel.pk).leaves_at == now + GRACE


def test_asking_again_changes_nothing(amel, now):
    """Repeating a request changes nothing, not even the time; cancelling without a deletion does nothing."""
    stay_after_all(amel, now)
    first = plan(amel, now)

    assert plan(amel, now + timedelta(days=1)) == first
    assert AccountDeletion.objects.count() == 1


def test_what_fails_at_one_table_keeps_nothing_from_the_others(amel, tables, now, monkeypatch):
    """A failure in one match is counted and logged, and does not stop the others."""
    broken, act = min(tables[:3], key=lambda match: match.pk).pk, playing.leave_to_autopilot

    def fail(match_id, player, at):
        if match_id == broken:
            raise RuntimeError("the disk is full")
        return act(match_id, player, at)

    monkeypatch.setattr(playing, "leave_to_autopilot", fail)
    plan(amel, now)
    work(now)

    assert AccountDeletion.objects.get().failures == 1
    assert sorted(map(str, responders(amel))) == sorted(map(str, [Person(), *[StandIn("medium", Why.ABSENT)] * 2]))


def test_by_the_api(amel, client_of, frozen):
    """The API shows the time of the deletion in ``me``."""
    client = client_of(amel)
    planned = client.put("me/deletion", {})

    assert planned.status_code == 200
    assert client.get("me").data["leaves_at"] == planned.data["leaves_at"]
    assert client.post("matches", {"game": "scopa"}).data["code"] == "deletion_scheduled"
    assert client.delete("me/deletion").status_code == 204
    assert client.get("me").data["leaves_at"] is None
    assert client.post("matches", {"game": "scopa"}).status_code == 201


def test_who_has_not_left_has_no_deletion_to_ask_for(amel, client_of, now):
    """A scheduled deletion has no public progress, so its id reveals nothing."""
    plan(amel, now)

    assert client_of(None).get(f"account-deletions/{AccountDeletion.objects.get().pk}").status_code == 404
