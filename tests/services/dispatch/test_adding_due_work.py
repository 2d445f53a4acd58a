"""The code of docs/adding-due-work.md works: this test adds its kind of due work to the server."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, Final

import pytest
from celery import current_app
from django.db import connection, models, transaction
from django.test.utils import isolate_apps
from django.utils import timezone

from accounts.models import Player
from accounts.services import leave
from chkobba_api.ids import new_id
from games import row_kinds, tasks
from games.due_work import Backoff, DueWork
from games.match_end.jobs import MATCH_END_JOBS
from games.models import MatchEndJob
from games.services.turns import playing
from tests.helpers.databases import ROOT
from tests.helpers.eventually import drain
from tests.helpers.threads import InAnotherThread, concurrent

PAGE: Final = (ROOT / "docs" / "adding-due-work.md").read_text(encoding="utf-8")
CODE: Final = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)


@pytest.fixture
def page(db, monkeypatch):
    """Add the table, the entry and the line of the page to the server; pokes go to ``page.delivered``."""
    delivered: list[Any] = []
    names: dict[str, Any] = {"__name__": "games.models.pokes", "deliver": delivered.append, "datetime": datetime}
    names |= {"models": models, "new_id": new_id, "Player": Player, "transaction": transaction}
    names |= {"DueWork": DueWork, "Backoff": Backoff, "Final": Final, "timedelta": timedelta}
    with isolate_apps("games"):
        exec(CODE[0], names)  # noqa: S102  (our own page)
    exec(CODE[1], names)  # noqa: S102
    poke = names["Poke"]
    columns = ", ".join(
        f'"{field.column}" {field.db_type(connection)} {"" if field.null else "NOT NULL"}'
        for field in poke._meta.local_fields
    )
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE TABLE "{poke._meta.db_table}" ({columns})')
    (line,) = re.findall(r"`(\w+),`", PAGE)
    monkeypatch.setattr(row_kinds, "ROW_KINDS", (*row_kinds.ROW_KINDS, names[line]))
    tasks.add_step_task(names[line])  # as each process does at its start
    yield SimpleNamespace(Poke=poke, poke=names["poke"], names=names, delivered=delivered, work=names[line])
    current_app.tasks.pop(names[line].task)


def fails(error):
    """Return a function that always fails."""

    def deliver(waiting):
        raise error

    return deliver


def poked(page, player, now):
    """Return the row of a new poke."""
    page.poke(player, now)
    return page.Poke.objects.get()


def test_a_message_makes_a_worker_do_it(page, player, now, messages, django_capture_on_commit_callbacks):
    """The message names the row, and its task does the work once, however often it comes."""
    with django_capture_on_commit_callbacks(execute=True):
        waiting = poked(page, player(), now)
    (message,) = messages

    assert (message.task, message.arguments) == ("games.send_poke", (str(waiting.pk),))
    for _ in range(2):
        current_app.tasks[message.task](*message.arguments)
    assert page.delivered == [waiting]
    assert page.Poke.objects.get().wake_at is None


def test_the_sweep_finds_what_no_message_told(page, player, messages):
    """Workers get one message for the row, and none once its work is done."""
    waiting = poked(page, player(), timezone.now())

    tasks.sweep()
    assert [one.arguments for one in messages if one.task == page.work.task] == [(str(waiting.pk),)]
    page.work.go_on(waiting.pk, timezone.now())
    messages.clear()
    tasks.sweep()

    assert page.work.task not in [one.task for one in messages]


def test_a_worker_that_dies_leaves_it_to_others_after_the_lease(page, player, now):
    """No other worker takes it before the lease is over; a renewed lease lasts from the renewal on."""
    waiting = poked(page, player(), now)
    page.names["deliver"] = fails(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        page.work.go_on(waiting.pk, now)
    page.names["deliver"] = page.delivered.append

    page.work.hold(page.work.rows, now + MINUTE / 2)
    for at in (now, now + MINUTE, now + 1.5 * MINUTE - SECOND):
        assert page.work.take_next(at) is None
        assert not page.work.go_on(waiting.pk, at)
    assert not page.delivered
    page.work.go_on(waiting.pk, now + 1.5 * MINUTE)

    assert page.delivered == [waiting]


def test_it_is_tried_again_after_longer_and_longer_waits_and_then_given_up(page, player, now):
    """After five failed attempts no worker takes the row again."""
    waiting = poked(page, player(), now)
    page.names["deliver"] = fails(ArithmeticError("an unexpected error"))
    waits = []
    for _ in range(5):
        page.work.go_on(waiting.pk, now)
        waits.append((again := page.Poke.objects.get().wake_at) and again - now)
        now = again or now

    assert waits == [MINUTE / 2, MINUTE, 2 * MINUTE, 2 * MINUTE, None]
    assert page.Poke.objects.get().failures == 5
    assert page.work.due_keys(now + timedelta(days=365), 10) == []


def test_an_error_after_another_action_does_not_bring_it_back(page, player, now):
    """A row that was ended while a worker failed at it stays ended."""
    waiting = poked(page, player(), now)

    def deliver(one):
        page.Poke.objects.update(wake_at=None)
        raise ArithmeticError

    page.names["deliver"] = deliver
    page.work.go_on(waiting.pk, now)

    assert page.Poke.objects.get().wake_at is None


def test_an_error_at_one_row_does_not_stop_the_sweep(page, player, now, monkeypatch):
    """All other rows have their turn."""
    for _ in range(2):
        page.poke(player(), now)
    told = []

    def wake(row, until=None):
        told.append(row)
        raise ArithmeticError

    monkeypatch.setattr(DueWork, "wake", lambda work, row: wake(row))
    page.work.sweep(now)

    assert len(told) == 2


def test_the_cleanup_deletes_old_rows(page, player, now):
    """They are kept for the time of the entry."""
    poked(page, player(), now)

    row_kinds.clean_up(now + timedelta(days=7))
    assert page.Poke.objects.exists()
    row_kinds.clean_up(now + timedelta(days=7) + SECOND)

    assert not page.Poke.objects.exists()


def test_a_deleted_account_takes_its_rows_along(page, amel, sami, now):
    """Those of other players stay."""
    for one in (amel, sami):
        page.poke(one, now)

    leave(amel, now)

    assert [one.player_id for one in page.Poke.objects.all()] == [sami.pk]


def test_each_kind_has_what_its_fields_name():
    """A column that a kind names exists; a kind with a task has a lease, and no other kind has that task."""
    works = row_kinds.all_due_work()
    for work in works:
        columns = {field.attname for field in work.model._meta.get_fields() if hasattr(field, "attname")}
        columns |= {field.name for field in work.model._meta.get_fields()}
        named = {work.due_at, work.claims, work.failures, work.ended_at, *work.of_player} - {""}
        assert named <= columns, work.model
        assert work.lease or not work.task, work.model
        assert work.run or not (work.at_once and work.names_row), work.model
        assert not work.task or work.task in current_app.tasks
    steps = [work.task for work in works if work.task and work.names_row]
    assert len(steps) == len(set(steps))


@concurrent
def test_a_worker_passes_over_a_row_that_another_one_is_claiming(running, amel, player, now):
    """Two workers at once get two rows, and neither waits for the other (PostgreSQL)."""
    for _ in range(2):
        playing.resign(running(amel, player("Sami")).match.pk, amel, now)
    taken = []
    other = InAnotherThread(lambda: taken.append(MATCH_END_JOBS.take_next(now)))

    with transaction.atomic():
        taken.append(MATCH_END_JOBS.take_next(now))
        other.start()
        other.join(20)
        assert not other.is_alive()

    assert other.error is None
    assert {job.pk for job in taken} == set(MatchEndJob.objects.values_list("pk", flat=True))
    assert drain(MATCH_END_JOBS.take_next, now) == []
