"""Tasks around matches: wake-ups, sweeps, account deletion and cleanup."""

from __future__ import annotations

import time
from contextlib import nullcontext
from datetime import timedelta
from uuid import UUID

import pytest
from celery import current_app
from django.contrib.sessions.models import Session
from django.utils import timezone
from kombu import Connection

from accounts import services as accounts
from accounts.models import FORMER_PLAYER, Player, Token
from games import row_kinds, tasks
from games.models import Actor, IdempotentResponse, Match, Move, Seat, TableEvent
from games.services import due_matches
from games.services.dispatch import dispatch
from games.services.dispatch.dispatch import Due
from games.services.due_matches import LEFT_TO_WORKER
from games.services.matchmaking.lobby import joining, match_start
from games.services.privacy import retention
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.sweeping import due


@pytest.fixture
def broker_away(monkeypatch):
    """Make the broker unreachable for the wake-ups of this test, without the connection pools of the process."""
    once = {"max_retries": 0}
    with Connection("redis://127.0.0.1:1/0", transport_options=once) as nowhere, nowhere.Producer() as producer:
        monkeypatch.setattr(current_app, "producer_or_acquire", lambda given=None: nullcontext(producer))
        yield


def test_a_broker_that_is_away_is_no_reason_to_refuse(broker_away, caplog):
    """A lost wake-up is logged with its reason; the sweep finds the match later."""
    dispatch.wake_worker(UUID(int=1))

    assert "the sweep will find it: OperationalError" in caplog.text


def test_a_worker_is_woken_after_commit_and_only_when_the_server_is_next(
    make_match, running, player, now, django_capture_on_commit_callbacks
):
    """A worker is woken after commit, and only if the server is next; a match that waits for a player needs none."""
    with django_capture_on_commit_callbacks() as callbacks:
        table = make_match(bots={1: "easy"})
        match_start.start(table.match.pk, table.match.creator, now)
    started = Match.objects.get(pk=table.match.pk)

    assert len(callbacks) == (1 if started.to_act == 1 else 0)

    with django_capture_on_commit_callbacks() as callbacks:
        running(player("One"), player("Two"))
    assert callbacks == []


def test_the_task_lets_bots_play_until_a_player_must(running):
    """The task plays bots until a player must move, and ignores an unknown match."""
    table = running(seats=4, bots={1: "easy", 2: "easy", 3: "medium"}, at=timezone.now())

    tasks.run_due_match(str(table.match.pk))
    tasks.run_due_match(str(UUID(int=1)))

    match = Match.objects.get(pk=table.match.pk)
    assert match.to_act == 0
    assert match.due_at > timezone.now()


@pytest.fixture
def absent(running):
    """Return a match that the server plays to its end, as its only player is away."""
    table = running(game="scopa", seats=3, bots={1: "easy", 2: "easy"}, at=timezone.now())
    Seat.objects.filter(match=table.match, number=0).update(autopilot=True)
    Match.objects.filter(pk=table.match.pk).update(wake_at=timezone.now() - LEFT_TO_WORKER, due_at=None)
    return table


def test_the_sweep_has_workers_do_what_is_due(running, absent, sent_tasks):
    """The sweep wakes one worker per due match, up to a maximum; deadlines and runs of bots have separate tasks."""
    now = timezone.now()
    running(turn_seconds=86_400, at=now)
    running(turn_seconds=60, at=now - timedelta(days=3))

    tasks.sweep()
    assert sent(sent_tasks) == ["deadline", "run"]

    for _ in range(due_matches.HANDS):
        running(turn_seconds=60, at=now - timedelta(days=3))
    sent_tasks.clear()
    tasks.sweep()
    assert sent(sent_tasks) == ["deadline"] * due_matches.HANDS + ["run"]


def sent(tasks_sent):
    """Return the kinds of due matches for which tasks were sent."""
    return [arguments[0] for name, arguments in tasks_sent if name == dispatch.RUN_DUE_MATCHES]


def test_one_task_does_all_that_is_due_if_it_is_little(running, now, monkeypatch):
    """One task plays several due matches, and chooses them itself."""
    monkeypatch.setattr(tasks, "SLICE", 1000)
    late = [running(turn_seconds=60, options={"cut": False}, at=timezone.now() - timedelta(days=3)) for _ in range(3)]

    tasks.run_due_matches("deadline", 0)

    moved = Move.objects.filter(by=Actor.TIMEOUT).values_list("match_id", flat=True)
    assert set(moved) == {table.match.pk for table in late}


def test_a_task_that_has_worked_for_a_while_leaves_the_rest_to_the_next_one(running, sent_tasks, monkeypatch):
    """A task that used up its slice starts its successor, but not beyond the next sweep, which starts its own."""
    monkeypatch.setattr(tasks, "SLICE", 0)
    for _ in range(3):
        running(turn_seconds=60, options={"cut": False}, at=timezone.now() - timedelta(days=3))
    until = time.time() + 60

    tasks.run_due_matches("deadline", until)
    tasks.run_due_matches("deadline", 0)

    assert Move.objects.filter(by=Actor.TIMEOUT).count() == 2
    assert [task for task in sent_tasks if task[0] == dispatch.RUN_DUE_MATCHES] == [
        (dispatch.RUN_DUE_MATCHES, ("deadline", until))
    ]


def test_a_long_run_of_bots_is_played_slice_by_slice(absent, sent_tasks, monkeypatch):
    """A run of bots plays at least once around the table; then other matches have their turn before it goes on."""
    monkeypatch.setattr(tasks, "SLICE", 0)

    tasks.run_due_match(str(absent.match.pk))
    first = Move.objects.filter(match=absent.match).count()
    assert first >= tasks.ROUND_THE_TABLE
    assert sent(sent_tasks) == ["run"]
    tasks.run_due_matches("run", 0)

    assert Move.objects.filter(match=absent.match).count() == first + 1
    assert due(timezone.now()) == [absent.match.pk]


def test_bots_that_a_worker_was_told_of_are_left_to_it_for_a_moment(absent):
    """The sweep leaves a match to the woken worker for a moment, so that no two compute the same move."""
    Match.objects.filter(pk=absent.match.pk).update(wake_at=timezone.now())

    assert due(timezone.now()) == []
    assert due(timezone.now() + LEFT_TO_WORKER) == [absent.match.pk]


def test_a_match_is_taken_by_one_worker(absent):
    """Only one of two workers that found a match takes it; the other goes on to the next."""
    later = timezone.now() + LEFT_TO_WORKER
    (seen,) = due_matches.DUE_MATCHES[Due.RUN].waiting(later)

    assert due_matches.take(Due.RUN, seen, later)
    assert not due_matches.take(Due.RUN, seen, later)


def test_who_leaves_gets_up_from_every_table(make_match, running, amel, now):
    """Deletion leaves lobbies, resigns matches of two sides, leaves larger ones to a bot, and removes the name."""
    own = make_match(amel)
    other = make_match()
    joining.join(other.match.pk, amel, now)
    duel = running(amel)
    trio = running(amel, game="scopa", seats=3)
    _, token = accounts.create_token(amel, "phone")
    assert token

    accounts.leave(amel, now)
    delete_accounts(now)

    assert Match.objects.get(pk=own.match.pk).status == "cancelled"
    assert Match.objects.get(pk=other.match.pk).seats.get(number=1).is_free
    over = Match.objects.get(pk=duel.match.pk)
    assert (over.status, over.result["reason"], over.result["winner"]) == ("finished", "resigned", 1)
    noted = TableEvent.objects.filter(match=over).order_by("version").values_list("type", flat=True)
    assert list(noted)[-2:] == ["resigned", "finished"]
    still = Match.objects.get(pk=trio.match.pk)
    seat = still.seats.get(number=0)
    assert (still.status, seat.resigned, seat.bot) == ("running", True, "medium")
    gone = Player.objects.get(pk=amel.pk)
    assert (gone.nickname, gone.is_active, gone.shown_name) == ("", False, FORMER_PLAYER)
    assert not Token.objects.filter(user=amel).exists()


def test_old_answers_and_expired_tokens_are_forgotten(amel, now):
    """Old idempotent responses and expired tokens are deleted, and new ones stay."""
    for age in (timedelta(0), retention.ANSWERS_LAST, retention.ANSWERS_LAST + timedelta(seconds=1)):
        IdempotentResponse.objects.create(player=amel, key=str(age), request="", body="", created_at=now - age)
    for days in (-1, 1):
        row, _ = accounts.create_token(amel, "")
        Token.objects.filter(pk=row.pk).update(expiry=now + timedelta(days=days))

    row_kinds.clean_up(now)
    row_kinds.clean_up(now)

    assert IdempotentResponse.objects.count() == 2
    assert Token.objects.count() == 1


def test_ended_sessions_of_the_staff_are_forgotten(db, now):
    """Ended sessions of staff are deleted, and others stay."""
    for key, ends_at in {"ended": now - timedelta(seconds=1), "open": now + timedelta(seconds=1)}.items():
        Session.objects.create(session_key=key, session_data="", expire_date=ends_at)

    row_kinds.clean_up(now)

    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_tidying_runs_as_a_task(db):
    """The cleanup task works on an empty database."""
    tasks.clean_up()

    assert not Move.objects.exists()
