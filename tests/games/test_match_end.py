"""Each step after the end of a match runs once, even if workers die meanwhile."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.match_end import jobs
from games.match_end.jobs import MATCH_END_JOBS
from games.match_end.steps import STEPS
from games.models import Match, MatchEndJob
from games.notifications import SENDERS
from games.services.turns import playing


class Counting:
    """A step that notes the matches of its calls, and fails a given number of times."""

    def __init__(self, key: str, failures: int = 0) -> None:
        self.key = key
        self.failures = failures
        self.matches: list[object] = []

    def follow_up(self, match: Match) -> None:
        """Note the match, or fail (see MatchEndStep)."""
        self.matches.append(match.pk)
        if self.failures:
            self.failures -= 1
            raise ArithmeticError("an unexpected error")


def taken(now):
    """Take the next job, and return its match, or None."""
    job = MATCH_END_JOBS.take_next(now)
    return job and job.pk


@pytest.fixture
def over(running, player, now):
    """Return a factory of matches that have just ended."""

    def make(at=now):
        amel = player("Amel")
        match = running(amel, player("Sami"), at=at).match
        playing.resign(match.pk, amel, at)
        return match.pk

    return make


@pytest.fixture
def listen(monkeypatch):
    """Return a function that replaces the steps of the registry."""

    def put(*others):
        monkeypatch.setattr(jobs, "STEPS", others)
        return others

    return put


def test_a_match_is_followed_up_once_by_each(over, listen, now):
    """Afterwards no job for the match is left."""
    first, second = listen(Counting("first"), Counting("second"))
    match = over()

    jobs.follow_up(taken(now), now)
    assert taken(now) is None
    jobs.follow_up(match, now)  # a duplicate wake-up

    assert first.matches == second.matches == [match]
    assert taken(now + timedelta(days=365)) is None


def test_a_step_that_fails_is_tried_again_alone(over, listen, now):
    """It runs again after a growing wait; the other steps have run and do not repeat."""
    first, second = listen(Counting("first", failures=2), Counting("second"))
    match = over()

    jobs.follow_up(match, now)
    assert taken(now + timedelta(seconds=59)) is None
    later = now + MATCH_END_JOBS.backoff.first
    assert taken(later) == match
    jobs.follow_up(match, later)
    assert taken(later + MATCH_END_JOBS.backoff.first) is None
    jobs.follow_up(match, later + 2 * MATCH_END_JOBS.backoff.first)

    assert (len(first.matches), len(second.matches)) == (3, 1)
    assert not MatchEndJob.objects.exists()


def test_a_worker_that_dies_leaves_its_match_to_others(over, now):
    """Another worker takes it when its lease is over, and not before."""
    match = over()

    assert taken(now) == match
    assert taken(now) is None
    assert taken(now + MATCH_END_JOBS.lease) == match


def test_what_waits_longest_comes_first(over, now):
    """Jobs run match by match."""
    late, early = over(now), over(now - timedelta(minutes=1))

    assert [taken(now), taken(now)] == [early, late]


def test_the_sweep_finds_matches_that_are_over(over, listen, sent_tasks, monkeypatch):
    """No wake-up was sent for them; one is enough for all."""
    monkeypatch.setattr(tasks, "SLICE", 3600)
    (step,) = listen(Counting("first"))
    matches = {over(timezone.now()), over(timezone.now())}

    tasks.sweep()
    assert [name for name, _ in sent_tasks].count(MATCH_END_JOBS.task) == 1
    tasks.run_match_end_jobs(time.time())

    assert set(step.matches) == matches
    sent_tasks.clear()
    tasks.sweep()
    assert MATCH_END_JOBS.task not in [name for name, _ in sent_tasks]


def test_a_run_of_matches_is_left_to_others_after_a_while(over, listen, sent_tasks, monkeypatch):
    """One wake-up works until its time is up, then the next sweep sends another."""
    listen(Counting("first"))
    monkeypatch.setattr(tasks, "SLICE", 0)
    for _ in range(3):
        over(timezone.now())
    sent_tasks.clear()

    tasks.run_match_end_jobs(time.time() + 60)
    tasks.run_match_end_jobs(time.time() - 1)

    assert [name for name, _ in sent_tasks] == [MATCH_END_JOBS.task]
    assert MatchEndJob.objects.count() == 1


def test_the_audit_finds_a_broken_match(over, now, caplog):
    """A match in order has no finding."""
    whole, broken = over(), over()
    Match.objects.filter(pk=broken).update(digest="0" * 64)

    with caplog.at_level(logging.ERROR):
        for match in (whole, broken):
            jobs.follow_up(match, now)

    assert str(broken) in caplog.text
    assert str(whole) not in caplog.text


def test_every_key_is_used_once():
    """Two steps with the same key would share their rows in the database."""
    for registry in (SENDERS, STEPS):
        keys = [one.key for one in registry]
        assert len(keys) == len(set(keys))
        assert all(key.isidentifier() and len(key) <= 20 for key in keys)
