"""Readiness: the state of what the server needs."""

from __future__ import annotations

from datetime import timedelta
from math import inf
from threading import Event

import pytest

from chkobba_api.observability import health
from games import tasks
from games.models import LastSweep
from games.services import due_matches
from tests.conftest import NOW
from tests.helpers.english import english


@pytest.fixture
def _long_started(settings):
    """Let the server have run for an hour."""
    settings.STARTED_AT = -inf


@pytest.mark.usefixtures("_long_started")
@pytest.mark.parametrize(
    ("age", "ok", "detail"),
    [
        (timedelta(seconds=3), True, "The last sweep ran 3 s ago."),
        (timedelta(seconds=60), True, "The last sweep ran 60 s ago."),
        (timedelta(seconds=61), False, "The last sweep ran 61 s ago: is beat running, and a worker?"),
        (None, False, "The last sweep has never run: is beat running, and a worker?"),
        (-timedelta(seconds=1), True, "The last sweep ran 0 s ago."),
    ],
)
def test_a_sweep_must_have_run_of_late(settings, age, ok, detail):
    """A sweep must have run within thirty intervals; a clock that is a second off is tolerated."""
    settings.SWEEP_SECONDS, settings.SWEEPS_MISSED = 2, 30

    found = health.sweeper_check(age and NOW - age, NOW)

    assert (found.ok, english(found.detail)) == (ok, detail)


@pytest.fixture
def clock_at(monkeypatch):
    """Return a function that sets the monotonic clock of the server, in seconds."""

    def set_to(seconds):
        monkeypatch.setattr(health, "monotonic", lambda: seconds)

    set_to(1000.0)
    return set_to


def test_a_server_that_starts_waits_for_the_first_sweep(settings, clock_at):
    """A server that has just started is ready without a sweep, as worker and beat start with it."""
    settings.STARTED_AT = 1000.0
    assert health.sweeper_check(None, NOW).ok
    assert health.sweeper_check(NOW - timedelta(days=1), NOW).ok

    clock_at(1000.0 + settings.READY_GRACE)
    assert not health.sweeper_check(None, NOW).ok


def test_each_sweep_is_noted(db):
    """Each sweep updates the one row."""
    assert LastSweep.last_at() is None

    long_ago = NOW - timedelta(days=3650)
    due_matches.sweep(long_ago)
    assert LastSweep.last_at() == long_ago

    tasks.sweep()
    assert LastSweep.last_at() > long_ago


def test_an_answer_holds_for_a_second(clock_at):
    """An answer is cached for a second, for any number of requests."""
    asked = []
    question = health.Question("test", lambda: asked.append(1))
    first = question.begin()
    first.result(10)

    assert all(question.begin() is first for _ in range(100))
    clock_at(1000.0 + health.FRESH)
    question.begin().result(10)
    assert len(asked) == 2


def test_a_question_that_hangs_is_asked_once(clock_at):
    """A check that hangs runs in one thread, however often the page is requested."""
    asked, over = [], Event()

    def hang():
        asked.append(1)
        over.wait(10)

    question = health.Question("test", hang)
    first = question.begin()

    clock_at(1000.0 + 10 * health.FRESH)
    assert question.begin() is first
    over.set()
    first.result(10)
    again = question.begin()
    again.result(10)
    assert again is not first
    assert len(asked) == 2
