"""Hints, leaving for good, forgetting: what happens around the matches."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from celery import current_app
from django.utils import timezone

from accounts import services as accounts
from accounts.models import FORMER_PLAYER, Player, Token
from games import tasks
from games.models import Answer, Match, Move, Seat
from games.services import clock, hints, lobby, tidying
from tests.departing import depart


@pytest.fixture
def broker_away(settings):
    """Let the broker be where nobody is."""
    before = current_app.conf.broker_url
    current_app.conf.broker_url = "redis://127.0.0.1:1/0"
    current_app.pool.force_close_all()
    current_app.__dict__.pop("amqp", None)
    yield
    current_app.conf.broker_url = before
    current_app.pool.force_close_all()
    current_app.__dict__.pop("amqp", None)


def test_a_broker_that_is_away_is_no_reason_to_refuse(broker_away, caplog):
    """The hint is lost and that is said in the log; the sweep will find what is due."""
    hints.hint(UUID(int=1))

    assert "the sweep will find it" in caplog.text


def test_a_hint_is_given_after_commit_and_only_when_the_server_is_next(
    make_match, running, player, now, django_capture_on_commit_callbacks
):
    """A match that waits for a player needs no worker."""
    with django_capture_on_commit_callbacks() as callbacks:
        table = make_match(bots={1: "easy"})
        lobby.start(table.match.pk, table.match.creator, now)
    started = Match.objects.get(pk=table.match.pk)

    assert len(callbacks) == (1 if started.to_act == 1 else 0)

    with django_capture_on_commit_callbacks() as callbacks:
        running(player("One"), player("Two"))
    assert callbacks == []


def test_the_task_lets_bots_play_until_a_player_must(running):
    """And leaves a match alone that is not there."""
    table = running(seats=4, bots={1: "easy", 2: "easy", 3: "medium"}, at=timezone.now())

    tasks.wake(str(table.match.pk))
    tasks.wake(str(UUID(int=1)))

    match = Match.objects.get(pk=table.match.pk)
    assert match.to_act == 0
    assert match.due_at > timezone.now()


def test_the_sweep_takes_up_what_is_due(running, monkeypatch):
    """It hands each due match to a worker: deadlines by a queue of their own, ahead of long runs of bots."""
    due = running(at=timezone.now() - timedelta(days=3), turn_seconds=60)
    bots = running(bots={1: "easy"}, at=timezone.now(), turn_seconds=60)
    Seat.objects.filter(match=bots.match).update(autopilot=True)
    Match.objects.filter(pk=bots.match.pk).update(wake_at=timezone.now(), due_at=None)
    running(turn_seconds=86_400, at=timezone.now())
    woken = []
    monkeypatch.setattr(tasks, "hint_for_clock", lambda match: woken.append(("clock", match)))
    monkeypatch.setattr(tasks, "hint_in_background", lambda match: woken.append(("background", match)))

    tasks.sweep()

    assert woken == [("clock", due.match.pk), ("background", bots.match.pk)]


@pytest.fixture
def sent(monkeypatch) -> list:
    """Return the hints of the second queue, as they are given."""
    hints_given: list = []
    monkeypatch.setattr(
        tasks, "hint_in_background", lambda match, *version: hints_given.append((str(match), *version, True))
    )
    return hints_given


@pytest.fixture
def absent(running):
    """Return a match that the server plays on to its end, since its only player is away."""
    table = running(game="scopa", seats=3, bots={1: "easy", 2: "easy"}, at=timezone.now())
    Seat.objects.filter(match=table.match, number=0).update(autopilot=True)
    Match.objects.filter(pk=table.match.pk).update(wake_at=timezone.now(), due_at=None)
    return table


def test_a_long_run_of_bots_is_played_slice_by_slice(absent, sent, monkeypatch):
    """After each slice others have their turn, and the sweep leaves the match alone meanwhile."""
    monkeypatch.setattr(tasks, "SLICE", 0)

    tasks.wake(str(absent.match.pk))
    first = Move.objects.filter(match=absent.match).count()
    assert first >= tasks.ROUND_THE_TABLE
    tasks.wake(*sent.pop())

    match = Match.objects.get(pk=absent.match.pk)
    assert sent == [(str(match.pk), match.version, True)]
    assert Move.objects.filter(match=match).count() == first + 1
    assert match.wake_at > timezone.now() + clock.LEASE / 2


def test_a_run_of_bots_that_another_worker_has_taken_up_ends(absent, sent, monkeypatch):
    """So hints that come twice make one run and not two."""
    monkeypatch.setattr(tasks, "SLICE", 0)
    tasks.wake(str(absent.match.pk))
    tasks.wake(str(absent.match.pk))
    first, second = sent

    tasks.wake(*first)
    assert sent == [first, second]
    tasks.wake(*second)
    assert len(sent) == 3


def test_who_leaves_gets_up_from_every_table(make_match, running, player, now):
    """Lobbies lose him, a two-sided match is lost, in a larger one a bot plays on; his name is forgotten."""
    amel = player("Amel")
    own = make_match(amel)
    other = make_match()
    lobby.join(other.match.pk, amel, now)
    duel = running(amel)
    trio = running(amel, game="scopa", seats=3)
    _, token = accounts.create_token(amel, "phone")
    assert token

    accounts.leave(amel, now)
    depart(now)

    assert Match.objects.get(pk=own.match.pk).status == "cancelled"
    assert Match.objects.get(pk=other.match.pk).seats.get(number=1).is_free
    assert Match.objects.get(pk=duel.match.pk).result["winner"] == 1
    assert Match.objects.get(pk=trio.match.pk).seats.get(number=0).bot == "medium"
    gone = Player.objects.get(pk=amel.pk)
    assert (gone.nickname, gone.is_active, gone.shown_name) == ("", False, FORMER_PLAYER)
    assert not Token.objects.filter(user=amel).exists()


def test_old_answers_and_expired_tokens_are_forgotten(player, now):
    """New ones stay."""
    amel = player("Amel")
    for age in (timedelta(0), tidying.ANSWERS_LAST, tidying.ANSWERS_LAST + timedelta(seconds=1)):
        Answer.objects.create(player=amel, key=str(age), request="", body="", created_at=now - age)
    for days in (-1, 1):
        row, _ = accounts.create_token(amel, "")
        Token.objects.filter(pk=row.pk).update(expiry=now + timedelta(days=days))

    tidying.forget_old_answers(now)
    tidying.forget_expired_tokens(now)

    assert Answer.objects.count() == 2
    assert Token.objects.count() == 1


def test_tidying_runs_as_a_task(db):
    """With nothing to forget it does nothing."""
    tasks.tidy()

    assert not Move.objects.exists()
