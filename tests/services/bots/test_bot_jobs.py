"""Bot jobs: leases and budgets, and a quick bot as the fallback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from prometheus_client import REGISTRY

from games import row_kinds, tasks
from games.bots import LEVELS, any_move
from games.bots.level import Budget, Level
from games.models import Actor, BotJob, Match, Move, Seat, Status
from games.services import due_matches
from games.services.bots import bot_choice, bot_jobs
from games.services.bots.bot_choice import FAILED, KILLED, OVER_BUDGET, UNKNOWN, WAITED
from games.services.bots.bot_jobs import LEASE, PATIENCE, TRIES
from games.services.dispatch import bot_pace
from games.services.log.verification import faults_of
from games.services.staff import match_actions
from games.services.turns import playing
from tests.helpers.playing import play_first
from tests.helpers.sweeping import due
from tests.helpers.threads import concurrent

THOUGHT: list[Any] = []
"""The turns for which the level of these tests was asked."""


def last(turn):
    """Choose the last legal move, by which tests recognise this level."""
    THOUGHT.append((turn, list(turn.iterations())))
    return turn.moves[-1]


@pytest.fixture
def level(monkeypatch) -> Iterator[Any]:
    """Return a function that registers a searching level with one of these functions."""
    THOUGHT.clear()

    def register(choose=last, iterations=5, seconds=5.0):
        new = Level(key="ponder", choose=choose, budget=Budget(iterations=iterations, seconds=seconds))
        monkeypatch.setitem(LEVELS, "ponder", new)

    return register


@pytest.fixture
def asked(level, running, now):
    """Return a function that makes a match in which a bot job for seat 1 is waiting."""

    def make(choose=last, **about):
        level(choose, **{name: about.pop(name) for name in ("iterations", "seconds") if name in about})
        table = running(bots={1: "ponder"}, options={"cut": False}, at=now, **about)
        match = Match.objects.get(pk=table.match.pk)
        if match.to_act != 1:
            play_first(match.pk, now)
        assert not due_matches.wake(match.pk, now)
        return Match.objects.get(pk=match.pk)

    return make


def fallen_back(because):
    """Return the number of fallback moves in this process, by reason."""
    about = {"game": "chkobba", "level": "ponder", "because": because}
    return REGISTRY.get_sample_value("chkobba_bot_fallbacks_total", about) or 0.0


def played(match):
    """Return the moves of bots in a match."""
    return list(Move.objects.filter(match=match, by=Actor.BOT))


# --- a turn becomes a job ---------------------------------------------------------------------------------------------


def test_a_turn_is_left_to_those_who_think(asked, now):
    """The turn becomes a job that is due at once; waking the match again changes nothing."""
    match = asked()

    turn = BotJob.objects.get()
    assert (turn.match_id, turn.version, turn.wake_at, turn.tries) == (match.pk, match.version, now, 0)
    assert not THOUGHT
    assert due(now + timedelta(seconds=10)) == []
    assert not due_matches.wake(match.pk, now + timedelta(seconds=1))
    assert BotJob.objects.get().asked_at == now


def test_the_wake_up_goes_to_a_queue_of_its_own(asked, messages, settings, django_capture_on_commit_callbacks):
    """The task goes to a queue of its own, so that neither it nor other tasks wait for each other."""
    with django_capture_on_commit_callbacks(execute=True):
        asked()

    assert (messages[-1].task, messages[-1].queue) == ("games.run_bot_job", settings.CELERY_BOTS_QUEUE)
    assert settings.CELERY_BOTS_QUEUE in {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_its_level_answers(asked, now):
    """The level moves with its budget and the seat's view; the job is removed, and the log verifies."""
    match = asked()

    bot_jobs.think(bot_jobs.take_next(now))

    ((turn, iterations),), (move,) = THOUGHT, played(match)
    assert iterations == [0, 1, 2, 3, 4]
    assert move.seat == 1
    assert turn.view.seat == 1
    assert turn.seen[0]["type"] == "shuffled"
    assert turn.seen[-1]["type"] in {"played", "passed", "declared", "dealt"}
    assert not BotJob.objects.exists()
    assert list(faults_of(Match.objects.get(pk=match.pk))) == []


def test_whose_turn_comes_next_is_told(asked, now, messages, django_capture_on_commit_callbacks):
    """After the move the match is woken, so that a following bot need not wait for the sweep."""
    match = asked()
    Seat.objects.filter(match=match, number=0).update(autopilot=True)

    with django_capture_on_commit_callbacks(execute=True):
        bot_jobs.think(bot_jobs.take_next(now))

    assert ("games.run_due_match", (str(match.pk),)) in [one[:2] for one in messages]


def test_a_quick_level_is_no_job(running, now):
    """A quick level moves in the worker that wakes the match, as a job would only cost time."""
    table = running(bots={1: "medium"}, options={"cut": False})
    Seat.objects.filter(match=table.match, number=0).update(autopilot=True)

    assert due_matches.wake(table.match.pk, now)

    assert not BotJob.objects.exists()


def test_a_stand_in_may_think(asked, running, player, now):
    """Staff may give a seat to a searching level, too."""
    asked()
    table = running(at=now)
    number = table.match.to_act
    order = match_actions.Order(player("Root"), "Why.", now)
    match_actions.give_to_bot(table.match.pk, order, number, "ponder")

    assert not due_matches.wake(table.match.pk, now)

    assert BotJob.objects.filter(match=table.match).exists()


# --- leases -----------------------------------------------------------------------------------------------------------


def test_what_is_taken_is_left_alone_until_its_lease_is_over(asked, now):
    """A taken job is due again after its lease, as its worker has died."""
    asked()
    assert bot_jobs.take_next(now).tries == 1

    assert bot_jobs.take_next(now + LEASE / 2) is None
    assert bot_jobs.BOT_JOBS.due_keys(now + LEASE / 2, 8) == []
    assert len(bot_jobs.BOT_JOBS.due_keys(now + LEASE, 8)) == 1
    assert bot_jobs.take_next(now + LEASE).tries == 2


def test_a_lease_is_renewed_by_who_has_it_and_nobody_else(asked, now):
    """Only the current holder can renew a lease; a slow worker has lost it."""
    asked()
    first = bot_jobs.take_next(now)
    assert first.renew(now + LEASE / 2)
    assert bot_jobs.take_next(now + LEASE) is None

    second = bot_jobs.take_next(now + LEASE * 2)

    assert not first.renew(now + LEASE * 2)
    assert second.renew(now + LEASE * 2)


def test_what_killed_its_workers_is_not_thought_about_for_ever(asked, now, caplog):
    """After several dead workers a quick bot moves, which is counted and logged with the reason."""
    match, before = asked(), fallen_back(KILLED)
    for number in range(TRIES):
        assert bot_jobs.take_next(now + number * LEASE)

    bot_jobs.think(bot_jobs.take_next(now + TRIES * LEASE))

    assert not THOUGHT
    assert len(played(match)) == 1
    assert fallen_back(KILLED) == before + 1
    lines = [record.msg for record in caplog.records if record.name == bot_choice.__name__]
    assert [line["because"] for line in lines if line["event"] == "a quick bot moves"] == [KILLED]


def test_one_players_thousands_keep_nobody_elses_bots_waiting(asked, now):
    """Jobs are ordered by their number per creator, so that many matches of one player delay no others."""
    many = [asked() for _ in range(3)]
    Match.objects.filter(pk__in=[match.pk for match in many]).update(creator=many[0].creator)
    lone = asked()
    BotJob.objects.filter(match=lone).update(wake_at=now + timedelta(milliseconds=1))

    assert bot_jobs.take_next(now + timedelta(seconds=1)).match_id == lone.pk


def test_where_nobody_thinks_a_quick_bot_moves_after_a_while(asked, now):
    """If no worker takes a job in time, the sweep finds the match and a quick bot moves."""
    match, before = asked(), fallen_back(WAITED)
    assert due(now + PATIENCE - timedelta(seconds=1)) == []

    assert due(now + PATIENCE + timedelta(seconds=2)) == [match.pk]
    due_matches.wake(match.pk, now + PATIENCE + timedelta(seconds=2))

    assert len(played(match)) == 1
    assert fallen_back(WAITED) == before + 1
    assert not BotJob.objects.filter(match=match, version=match.version).exists()


def test_who_thinks_for_long_is_not_overtaken(asked, now):
    """While the lease is renewed, no fallback moves."""
    match = asked()
    job = bot_jobs.take_next(now)
    later = now + PATIENCE + timedelta(seconds=2)
    assert job.renew(later - LEASE / 2)

    assert not due_matches.wake(match.pk, later)

    assert not played(match)


# --- what goes wrong --------------------------------------------------------------------------------------------------


def fail(turn):
    """Fail like a level with a bug."""
    raise ZeroDivisionError


def cheat(turn):
    """Return an invalid move."""
    return "all the cards"


class Watch:
    """A stopwatch for the time of searches, which tests advance."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def wait(self, seconds: float) -> None:
        self.seconds += seconds


WATCH = Watch()


@pytest.fixture
def watch(monkeypatch) -> Watch:
    """Return the stopwatch, reset to zero."""
    WATCH.seconds = 0.0
    for module in (bot_jobs, bot_pace):
        monkeypatch.setattr(module, "monotonic", lambda: WATCH.seconds)
    return WATCH


def ponder(turn):
    """Search longer than the budget allows."""
    for _ in turn.iterations():
        WATCH.wait(0.01)
    return turn.moves[-1]


@pytest.mark.parametrize(
    ("choose", "because"), [(fail, FAILED), (cheat, FAILED), (ponder, OVER_BUDGET)], ids=["raises", "cheats", "slow"]
)
def test_a_quick_bot_moves_in_the_place_of_a_level(choose, because, asked, now, watch):
    """A level that raises an error, chooses an invalid move or exceeds its time is replaced by a quick bot."""
    match, before = asked(choose, iterations=10_000, seconds=0.05), fallen_back(because)

    bot_jobs.think(bot_jobs.take_next(now))

    assert len(played(match)) == 1
    assert fallen_back(because) == before + 1
    assert not BotJob.objects.exists()


@pytest.mark.parametrize("choose", [fail, ponder])
def test_who_fails_takes_no_shorter_than_others(choose, asked, now, settings, watch, messages):
    """A failed move is played on the beat like any other, as its time would reveal something about the cards.

    Meanwhile no other worker takes the job.
    """
    settings.BOT_PACE = 4.0
    match = asked(choose, iterations=10_000, seconds=0.05)
    began = timezone.now()

    bot_jobs.think(bot_jobs.take_next(now))

    ((task, about, queue, countdown),) = messages
    assert (task, queue) == ("games.play_on_beat", settings.CELERY_TASK_DEFAULT_QUEUE)
    assert watch.seconds + countdown == pytest.approx(4.0)
    assert not played(match)
    assert BotJob.objects.get().wake_at >= began + timedelta(seconds=3.9) + LEASE
    tasks.play_on_beat(*about)
    assert len(played(match)) == 1
    assert not BotJob.objects.exists()


def test_who_has_lost_the_job_plays_nothing_on_the_beat(asked, now, settings, messages):
    """A worker that lost its job sends no move."""
    settings.BOT_PACE = 0.3
    asked()
    job = bot_jobs.take_next(now)
    BotJob.objects.update(tries=job.tries + 1)

    bot_jobs.think(job)

    assert not messages


@pytest.mark.parametrize("key", ["broken", "gone"])
def test_a_quick_level_that_fails_or_is_not_known_stops_no_match(key, running, now, monkeypatch):
    """A level that fails, or that this release does not know, stops no match."""
    monkeypatch.setitem(LEVELS, "broken", Level(key="broken", choose=fail))
    table = running(bots={1: "medium"}, options={"cut": False})
    Seat.objects.filter(match=table.match, number=1).update(bot=key)
    Seat.objects.filter(match=table.match, number=0).update(autopilot=True)

    for _ in range(2):
        due_matches.wake(table.match.pk, now)

    assert len(played(table.match)) == 2
    about = {"game": "chkobba", "level": key, "because": FAILED if key == "broken" else UNKNOWN}
    assert REGISTRY.get_sample_value("chkobba_bot_fallbacks_total", about)


def test_the_last_resort_plays_where_the_first_fails_too(asked, now, monkeypatch):
    """If the first fallback fails, too, the easy bot moves."""
    match = asked(fail)
    monkeypatch.setattr("games.services.bots.bot_choice.FALLBACKS", (Level(key="medium", choose=fail), any_move.LEVEL))

    bot_jobs.think(bot_jobs.take_next(now))

    assert len(played(match)) == 1


# --- the match goes on meanwhile --------------------------------------------------------------------------------------


def paused(match, now):
    """Let staff pause the match."""
    match_actions.pause(match.pk, match_actions.Order(match.creator, "Why.", now))


def called_off(match, now):
    """Let staff cancel the match."""
    match_actions.cancel(match.pk, match_actions.Order(match.creator, "Why.", now))


def resigned(match, now):
    """Let the other player resign."""
    playing.resign(match.pk, match.seats.get(number=0).player, now)


def deleted(match, now):
    """Answer the turn, as another worker would."""
    bot_jobs.think(bot_jobs.Job(match.pk, match.version, TRIES + 1))


@pytest.mark.parametrize("meanwhile", [paused, called_off, resigned, deleted])
def test_a_late_answer_does_nothing(meanwhile, asked, now):
    """A move for an outdated version does nothing, whatever happened meanwhile."""
    thought = []

    def interrupted(turn):
        match = Match.objects.get()
        if not thought:
            thought.append(match.version)
            meanwhile(match, now)
            match.refresh_from_db()
            thought.append((match.version, match.digest))
        return turn.moves[-1]

    match = asked(interrupted)
    bot_jobs.think(bot_jobs.take_next(now))

    after = Match.objects.get(pk=match.pk)
    assert (after.version, after.digest) == thought[1]
    assert list(faults_of(after)) == []


@pytest.mark.parametrize("meanwhile", [paused, called_off, resigned])
def test_a_job_whose_match_has_gone_on_is_forgotten(meanwhile, asked, now):
    """A job of a match that has changed is removed without a search."""
    match = asked()
    meanwhile(match, now)

    bot_jobs.think(bot_jobs.take_next(now))

    assert not THOUGHT
    assert not BotJob.objects.exists()


def test_a_match_that_goes_on_after_a_pause_asks_anew(asked, now):
    """After a pause the match makes a new job, with its new version and all attempts."""
    match = asked()
    bot_jobs.take_next(now)
    paused(match, now)
    match_actions.resume(match.pk, match_actions.Order(match.creator, "Why.", now))

    assert not due_matches.wake(match.pk, now)
    job = bot_jobs.take_next(now)

    assert (job.version, job.tries) == (match.version + 2, 1)
    bot_jobs.think(job)
    assert len(played(match)) == 1


def test_old_jobs_are_tidied_away(asked, now):
    """Jobs that no worker took are deleted after some time."""
    asked()

    row_kinds.clean_up(now + bot_jobs.TURNS_LAST / 2)
    assert BotJob.objects.exists()
    row_kinds.clean_up(now + bot_jobs.TURNS_LAST * 2)
    assert not BotJob.objects.exists()


def test_the_sweep_calls_those_who_think(asked, messages, settings):
    """The sweep sends tasks for waiting jobs, in case a wake-up was lost."""
    asked()
    BotJob.objects.update(wake_at=timezone.now())

    tasks.sweep()

    assert ("games.run_bot_job", settings.CELERY_BOTS_QUEUE) in [(one.task, one.queue) for one in messages]


# --- in threads -------------------------------------------------------------------------------------------------------

SOON = 20.0
"""Seconds after which a test gives up; a passing test never waits that long."""


@contextmanager
def thinking_elsewhere(job):
    """Run a job in another thread meanwhile, which must end afterwards."""
    thinker = Thread(target=lambda: (bot_jobs.think(job), connection.close()), daemon=True)
    thinker.start()
    yield thinker
    thinker.join(SOON)
    assert not thinker.is_alive()


@pytest.fixture
def over() -> Iterator[Event]:
    """Return an event that ends a hanging level."""
    over = Event()
    yield over
    over.set()


@pytest.fixture
def called(monkeypatch):
    """Return a function that wraps one of a module, and returns an event set by its calls."""

    def make(module, name):
        function, event = getattr(module, name), Event()

        def call(*arguments):
            try:
                return function(*arguments)
            finally:
                event.set()

        monkeypatch.setattr(module, name, call)
        return event

    return make


@concurrent
def test_a_level_that_hangs_is_not_waited_for(asked, now, monkeypatch, over, called):
    """A quick bot moves when the time is over, and the level's later answer is ignored."""
    monkeypatch.setattr(bot_jobs, "GRACE", 0.0)
    answered = called(bot_choice, "play")
    match = asked(lambda turn: over.wait(SOON) and turn.moves[-1], seconds=0.0)
    with thinking_elsewhere(bot_jobs.take_next(now)):
        assert answered.wait(SOON)
        assert len(played(match)) == 1
        over.set()

    assert len(played(match)) == 1
    assert Match.objects.get(pk=match.pk).status == Status.RUNNING


@concurrent
def test_a_lease_is_renewed_while_a_bot_thinks(asked, now, frozen, monkeypatch, over, called):
    """A renewed lease keeps the job from other workers for three times its length."""
    monkeypatch.setattr(bot_jobs, "RENEWED", 0.01)
    renewed = called(bot_jobs, "_renewed")
    match = asked(lambda turn: over.wait(SOON) and turn.moves[-1], seconds=600)
    with thinking_elsewhere(bot_jobs.take_next(now)):
        for _ in range(4):
            frozen.shift(LEASE * 0.9)
            for _ in range(2):  # the first one may have begun before
                renewed.clear()
                assert renewed.wait(SOON)
            assert bot_jobs.take_next(timezone.now()) is None
        over.set()

    assert len(played(match)) == 1


def count(turn):
    """Search as long as the budget allows."""
    for _ in turn.iterations():
        pass
    return turn.moves[-1]


@concurrent
def test_a_level_stops_when_the_turn_is_no_longer_its_own(asked, now, monkeypatch):
    """A search stops without an answer when renewing its lease fails."""
    monkeypatch.setattr(bot_jobs, "RENEWED", 0.01)
    match = asked(count, iterations=10_000_000, seconds=600)
    job = bot_jobs.take_next(now)
    BotJob.objects.update(tries=7)

    with thinking_elsewhere(job):
        pass

    assert not played(match)
