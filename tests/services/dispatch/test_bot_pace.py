"""Pace of bots: the times at which they move."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from games import tasks
from games.models import Match, Move
from games.plans.plan import PlannedSafeMove, Step
from games.services import due_matches
from games.services.dispatch import bot_pace
from games.services.dispatch.bot_pace import Beat, until_beat
from games.services.dispatch.dispatch import Due
from games.services.turns import planned_moves
from tests.helpers.databases import ROOT
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first


def test_a_bot_moves_on_a_beat_however_long_it_thought():
    """A bot moves on the next whole beat after its thought, which hides how long it thought; without a pace at once."""
    for thought in (0.0, 0.001, 0.02, 0.0499, 0.05):
        assert thought + until_beat(thought, 0.05) == pytest.approx(0.05)
    assert 0.07 + until_beat(0.07, 0.05) == pytest.approx(0.1)
    assert until_beat(0.02, 0) == 0


@pytest.fixture
def watch(monkeypatch, settings):
    """Return a stopwatch that advances 0.1 s with each reading; bots move every 0.3 s."""
    settings.BOT_PACE = 0.3
    shown = (count / 10 for count in range(1000))
    for module in (due_matches, planned_moves, bot_pace):
        monkeypatch.setattr(module, "monotonic", shown.__next__)


@pytest.fixture
def paced(running, watch):
    """Return a match in which the bot on seat 1 is to move, and a person plays."""
    tables = (running(game="haggis", bots={1: "medium"}, at=timezone.now()) for _ in range(50))
    return next(table.match for table in tables if table.match.to_act == 1)


def moves_of(match):
    """Return the actors of a match's moves."""
    return list(Move.objects.filter(match=match).order_by("version").values_list("by", flat=True))


def on_beat(messages):
    """Return the messages that play a move on a beat."""
    return [one for one in messages if one.task == bot_pace.PLAY_ON_BEAT]


def test_no_worker_sleeps():
    """No worker sleeps, which would delay other tasks and the sweep."""
    found = (path for app in ("accounts", "games") for path in (ROOT / app).rglob("*.py"))
    modules = [path for path in found if "management" not in path.parts]

    assert len(modules) > 100
    assert not [path for path in modules if re.search(r"(?<!asyncio\.)\bsleep\b", path.read_text())]


def test_a_move_where_people_play_is_chosen_at_once_and_played_on_the_beat(paced, messages, settings):
    """A move in a match with people is chosen at once and played on the beat by a message.

    The log shows it only then.
    """
    tasks.run_due_match(str(paced.pk))

    ((_, about, queue, countdown),) = on_beat(messages)
    assert (queue, countdown) == (settings.CELERY_TASK_DEFAULT_QUEUE, pytest.approx(0.1))
    assert moves_of(paced) == []

    tasks.play_on_beat(*json.loads(json.dumps(about)))
    tasks.play_on_beat(*json.loads(json.dumps(about)))  # repeated messages change nothing

    assert moves_of(paced) == ["bot"]


def test_what_was_chosen_and_got_lost_is_due_again(paced, messages):
    """A move whose message was lost is chosen again, equally, after the sweep finds the match a beat later."""
    tasks.run_due_match(str(paced.pk))
    first = on_beat(messages)[0].arguments
    since = Match.objects.get(pk=paced.pk).wake_at
    later = since + due_matches.LEFT_TO_WORKER + timedelta(seconds=0.3)

    assert not due_matches.DUE_MATCHES[Due.RUN].waiting(later - timedelta(milliseconds=1))
    assert [one.pk for one in due_matches.DUE_MATCHES[Due.RUN].waiting(later)] == [paced.pk]
    again = Beat()
    assert not due_matches.wake(paced.pk, later, again)
    assert msgspec.to_builtins(again.chosen) == first[0]


def test_what_one_task_has_chosen_goes_by_one_message(running, messages, settings, watch):
    """A task's chosen moves share one message, in the queue of their kind, so that unwatched tables delay no others."""
    late = timezone.now() - timedelta(days=3)
    tables = [running(bots={1: "easy"}, options={"cut": False}, turn_seconds=60, at=late) for _ in range(4)]
    Match.objects.filter(to_act=1).update(wake_at=late)

    tasks.run_due_matches("deadline", 0)
    tasks.run_due_matches("run", 0)

    played = on_beat(messages)
    assert {one.queue for one in played} <= {settings.CELERY_CLOCK_QUEUE, settings.CELERY_BACKGROUND_QUEUE}
    assert len(played) <= 2
    assert sum(len(one.arguments[0]) for one in played) == len(tables)
    for _, about, *_ in played:
        tasks.play_on_beat(*about)
    assert all(moves_of(table.match)[-1] == "bot" for table in tables)


def test_what_goes_wrong_at_one_match_stops_no_other(paced, messages):
    """A failure in one match of a message does not stop the next."""
    tasks.run_due_match(str(paced.pk))
    chosen, kind = on_beat(messages)[0].arguments
    broken = {**chosen[0], "move": {"type": "no such move"}}

    tasks.play_on_beat([broken, chosen[0]], kind)

    assert moves_of(paced) == ["bot"]


def test_what_was_chosen_for_an_older_version_is_dropped(paced, messages, now):
    """A move for an older version is dropped, as another request was faster."""
    beat = Beat()
    due_matches.wake(paced.pk, now, beat)
    due_matches.wake(paced.pk, now)

    assert not due_matches.play_chosen(beat.chosen[0], now)
    assert moves_of(paced) == ["bot"]


def test_the_clock_waits_for_no_beat(running, now, watch):
    """A move by timeout is played at once, as its time reveals nothing; the next bot waits for a beat."""
    table = running(bots={1: "easy"}, options={"cut": False}, turn_seconds=60, at=now)
    beat = Beat()
    late = now + timedelta(days=1)
    if table.match.to_act == 1:
        due_matches.wake(table.match.pk, now)
        beat.chosen.clear()

    drain(lambda: due_matches.wake(table.match.pk, late, beat))

    assert moves_of(table.match)[-1] == "timeout"
    assert [one.match for one in beat.chosen] == [table.match.pk]


def test_a_planned_move_is_played_on_the_beat(running, player, now, watch):
    """A planned move is played on the beat, unless the plan changed meanwhile."""
    table = running(player("Amel"), player("Sami"), options={"cut": False}, at=now)
    seat = table.seats[1 - table.match.to_act]
    planned_moves.plan(table.match.pk, seat.player, now, steps=[Step(play=PlannedSafeMove())], when_forced=False)
    play_first(table.match.pk, now)
    first, second = Beat(), Beat()
    assert not due_matches.wake(table.match.pk, now, first)
    planned_moves.plan(table.match.pk, seat.player, now, steps=[Step(play=PlannedSafeMove())], when_forced=True)
    assert not due_matches.wake(table.match.pk, now, second)

    assert due_matches.play_chosen(first.chosen[0], now)
    assert moves_of(table.match) == ["player"]
    due_matches.play_chosen(second.chosen[0], now)
    assert moves_of(table.match) == ["player", "plan"]
