"""Bots, deadlines, autopilots and old lobbies, and the sweep that finds them."""

from __future__ import annotations

import uuid
from datetime import timedelta
from math import inf
from random import Random
from types import SimpleNamespace
from uuid import UUID

import pytest
from celery.app.amqp import Queues
from django.db import transaction
from django.utils import timezone

from chkobba_api.celery import choose_queues
from games import shuffle, tasks
from games.clock.lobby import LASTS as LOBBY_LASTS
from games.clock.outages import SHORTEST
from games.match_clock import clock_of
from games.models import Actor, LastSweep, Match, Move, Outage, Seat, TableEvent
from games.services import due_matches
from games.services.bots.bot_choice import choose_quickly, written
from games.services.dispatch import outages
from games.services.due_matches import LEASE
from games.services.log.verification import faults_of
from games.services.matchmaking.lobby import match_start
from games.services.staff import match_actions
from games.services.turns import playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.refusals import refused
from tests.helpers.sweeping import due, sweep


def wake_until_quiet(table, now):
    """Wake a match until nothing is due in it."""
    drain(due_matches.wake, table.match.pk, now)


def miss(table, times):
    """Let the time of the player to act run out, this number of times."""
    for _ in range(times):
        match = Match.objects.get(pk=table.match.pk)
        due_matches.wake(match.pk, match.due_at + timedelta(seconds=1))


def test_bots_move_until_a_player_must(running, now):
    """Each call makes one move of a bot, until it is a player's turn and nothing is due."""
    table = running(seats=4, bots={1: "easy", 2: "medium", 3: "easy"})

    wake_until_quiet(table, now)

    match = Match.objects.get(pk=table.match.pk)
    assert match.to_act == 0
    assert set(Move.objects.filter(match=match).values_list("by", flat=True)) <= {Actor.BOT}
    assert not due_matches.wake(match.pk, now)


def test_a_bot_waits_for_nobody_and_the_clock_for_the_deadline(running, now):
    """A match is due at once for a bot, and at its deadline for a player."""
    table = running(bots={1: "easy"}, turn_seconds=60)
    wake_until_quiet(table, now)
    deadline = Match.objects.get(pk=table.match.pk).due_at

    assert due(deadline - timedelta(seconds=1)) == []
    assert due(deadline) == [table.match.pk]


def test_what_is_taken_is_left_alone_for_a_while_and_then_due_again(running, now):
    """Two sweepers share the work; a match whose sweeper died is due again after the lease."""
    table = running(bots={1: "easy"}, turn_seconds=60)
    wake_until_quiet(table, now)
    deadline = Match.objects.get(pk=table.match.pk).due_at

    assert due(deadline) == [table.match.pk]
    assert due(deadline + LEASE / 2) == []
    assert due(deadline + LEASE) == [table.match.pk]
    assert Match.objects.get(pk=table.match.pk).due_at == deadline


def test_one_players_thousands_keep_nobody_elses_waiting(make_match, player, now):
    """The matches of the creator with the fewest due matches come first, however long the others have waited."""
    many, few = player("Many"), player("Few")
    flood = [make_match(many, at=now - timedelta(minutes=10 - number)).match.pk for number in range(6)]
    lone = make_match(few, at=now).match.pk
    end = now + LOBBY_LASTS

    assert due(end) == [lone, *flood]


def test_the_clock_plays_for_who_is_absent(running, now):
    """The clock plays a safe move, the log marks it as a timeout, and the turn counts as missed."""
    table = running(turn_seconds=60)
    late = table.match.to_act

    miss(table, 1)

    move = Move.objects.get(match=table.match)
    seat = Seat.objects.get(match=table.match, number=late)
    assert (move.seat, move.by, move.player) == (late, Actor.TIMEOUT, None)
    assert (seat.missed, seat.missed_in_row, seat.autopilot) == (1, 1, False)


def test_nothing_happens_before_the_deadline(running, now):
    """Waking a match in which nothing is due leaves it alone."""
    table = running(turn_seconds=60)

    assert not due_matches.wake(table.match.pk, table.match.due_at)
    assert not Move.objects.exists()


def test_three_missed_turns_in_a_row_set_the_autopilot(running, now):
    """From then on bots move at once for the seat, until its player resumes."""
    table = running(turn_seconds=60, options={"cut": False}, bots={1: "easy"})
    for _ in range(due_matches.MISSED_UNTIL_AUTOPILOT):
        wake_until_quiet(table, now)
        assert not Seat.objects.get(match=table.match, number=0).autopilot
        miss(table, 1)

    assert Seat.objects.get(match=table.match, number=0).autopilot
    assert TableEvent.objects.get(match=table.match, type="autopilot_on").seat == 0
    assert Match.objects.get(pk=table.match.pk).due_at is None

    table = playing.resume(table.match.pk, table.seats[0].player, now)
    seat = Seat.objects.get(match=table.match, number=0)
    assert (seat.autopilot, seat.missed, seat.missed_in_row) == (False, due_matches.MISSED_UNTIL_AUTOPILOT, 0)
    assert TableEvent.objects.filter(match=table.match, type="autopilot_off").exists()


def test_a_move_of_the_player_breaks_the_row(running, now):
    """A move of the player ends the row of missed turns."""
    table = running(turn_seconds=60, options={"cut": False}, bots={1: "easy"})
    for _ in range(due_matches.MISSED_UNTIL_AUTOPILOT - 1):
        wake_until_quiet(table, now)
        miss(table, 1)
    wake_until_quiet(table, now)

    play_first(table.match.pk, now)

    seat = Seat.objects.get(match=table.match, number=0)
    assert (seat.missed, seat.missed_in_row, seat.autopilot) == (due_matches.MISSED_UNTIL_AUTOPILOT - 1, 0, False)


def test_resuming_starts_the_clock_anew(running, now):
    """A player who comes back has their full time, if it is their turn."""
    table = running(turn_seconds=60)
    seat = table.match.to_act
    put_on_autopilot(table.match, seat, now)
    assert Match.objects.get(pk=table.match.pk).due_at is None

    after = playing.resume(table.match.pk, table.seats[seat].player, now)

    assert after.match.due_at == now + timedelta(seconds=60)


def test_only_who_sits_there_can_resume(running, player, now):
    """A stranger cannot resume another player's seat."""
    refused("not_seated", playing.resume, running().match.pk, player("Stranger"), now)


def test_an_absent_match_plays_itself_to_the_end(running, now):
    """Without any player the clock and then the autopilots end the match, and its log verifies."""
    table = running(turn_seconds=10, options={"target": 1})

    for _ in range(1000):
        match = Match.objects.get(pk=table.match.pk)
        if match.status == "finished":
            break
        due_matches.wake(match.pk, (match.due_at or match.wake_at) + timedelta(seconds=1))

    assert match.status == "finished"
    assert list(faults_of(match)) == []


def test_an_old_lobby_is_cancelled(make_match, now):
    """The worker that a sweep wakes cancels a lobby after fourteen days, and not before."""
    table = make_match()
    end = now + LOBBY_LASTS

    assert due(end - timedelta(seconds=1)) == []
    due_matches.wake(table.match.pk, end - timedelta(seconds=1))
    assert Match.objects.get(pk=table.match.pk).status == "lobby"
    assert due(end) == [table.match.pk]
    due_matches.wake(table.match.pk, end)

    match = Match.objects.get(pk=table.match.pk)
    assert (match.status, match.wake_at) == ("cancelled", None)


def test_waking_comes_too_late_for_a_match_that_has_gone_on(running, now):
    """The server drops a move that a bot chose for an older version."""
    table = running(bots={1: "easy"})
    wake_until_quiet(table, now)
    loaded = playing.resume(table.match.pk, table.seats[0].player, now)
    loaded.match.version -= 1
    before = Move.objects.count()

    assert not due_matches.play_chosen(written(loaded, choose_quickly(loaded, loaded.seats[0], "easy")), now)
    assert Move.objects.count() == before


def test_bots_choose_by_what_they_see(running, now):
    """The same seat, version and view lead to the same move, whatever the hidden cards are."""
    table = running(bots={1: "medium"}, options={"cut": False})
    seat = table.seats[table.match.to_act]
    chosen = choose_quickly(table, seat, "medium")

    for seed in range(20):
        table.state = table.game.imagine(table.game.observe(table.state, seat.number), Random(seed))
        assert choose_quickly(table, seat, "medium") == chosen


# --- messages twice, late, in any order -------------------------------------------------------------------------------


@pytest.fixture
def played_by(player, make_match, now, monkeypatch):
    """Return a function that plays two matches with a given order of wake-ups, and returns their logs.

    The matches are the same for every call, whatever was played before.
    """

    def play(order):
        luck = Random(7)
        with transaction.atomic():
            monkeypatch.setattr(shuffle, "draw_seed", lambda: luck.randbytes(32).hex())
            number = lambda: UUID(bytes=luck.randbytes(16), version=4)  # noqa: E731
            monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", number)
            tables = [
                make_match(
                    player("Absent"),
                    game=game,
                    seats=seats,
                    options=options,
                    bots=dict.fromkeys(range(1, seats), "medium"),
                )
                for game, seats, options in (
                    ("chkobba", 2, {"target": 1}),
                    ("camba", 3, {"games": 1}),
                )
            ]
            ids = [table.match.pk for table in tables]
            for match in ids:
                Seat.objects.filter(match=match, number=0).update(autopilot=True)
                match_start.start(match, Match.objects.get(pk=match).creator, now)
            order(ids)
            assert set(Match.objects.filter(pk__in=ids).values_list("status", flat=True)) == {"finished"}
            logs = [
                list(Move.objects.filter(match=match).order_by("version").values_list("version", "seat", "by", "move"))
                for match in ids
            ]
            transaction.set_rollback(True)
        return logs

    return play


def test_wake_ups_that_come_four_times_and_in_any_order_change_nothing(played_by, now):
    """Each of two matches has the same moves as with one wake-up at a time, in order."""

    def once(matches):
        for match in matches:
            drain(due_matches.wake, match, now)

    def four_times_in_any_order(matches):
        luck = Random(1)
        open_matches = list(matches)
        for _ in range(5_000):
            if not open_matches:
                return
            match = luck.choice(open_matches)
            again = [due_matches.wake(match, now) for _ in range(4)]
            if not again[-1]:
                open_matches.remove(match)
            due_matches.wake(luck.choice(matches), now)
        raise AssertionError("the matches do not end")

    assert played_by(once) == played_by(four_times_in_any_order)


# --- outages: times without a sweep -----------------------------------------------------------------------------------

AWAY = timedelta(hours=2)


@pytest.fixture
def outage(running, now):
    """Return a match whose deadline falls into two hours without a sweep, and the time of the next sweep."""
    due_matches.sweep(now)
    return running(bots={1: "easy"}, turn_seconds=3600, options={"cut": False}, at=now), now + AWAY


def test_an_outage_times_nobody_out(outage, now):
    """The deadline moves by the time without a sweep, and the view with the new deadline counts as changed."""
    table, back = outage
    wake_until_quiet(table, now)
    before = Match.objects.get(pk=table.match.pk)

    assert sweep(back) == []

    after = Match.objects.get(pk=table.match.pk)
    assert after.due_at == before.due_at + AWAY
    assert after.wake_at == before.wake_at + AWAY < after.due_at  # the warning that time runs low comes before
    assert after.touched == before.touched + 1
    assert not due_matches.wake(table.match.pk, back)
    assert after.version == before.version


def test_a_move_that_arrives_during_an_outage_is_not_late(outage, now):
    """The web server accepts the move, since it knows that no sweep runs."""
    table, back = outage
    wake_until_quiet(table, now)

    play_first(table.match.pk, back - timedelta(seconds=1))

    assert Move.objects.filter(match=table.match, by=Actor.PLAYER).exists()


def test_an_outage_counts_for_no_deadline_that_ran_when_it_began(running, now):
    """Deadlines that ran when the outage began keep their remaining time, whether short or long.

    A deadline that had passed before stays where it was.
    """
    due_matches.sweep(now)
    lengths = [10, 7000, 7300, 36_000]
    matches = [running(turn_seconds=seconds, options={"cut": False}, at=now).match for seconds in lengths]
    due_matches.sweep(now + timedelta(seconds=25))

    taken = sweep(now + timedelta(seconds=25) + AWAY)

    assert taken == [matches[0].pk]
    for before, moved in zip(matches, [timedelta(0), AWAY, AWAY, AWAY], strict=True):
        after = Match.objects.get(pk=before.pk)
        assert (after.due_at - before.due_at, after.touched - before.touched) == (moved, int(bool(moved)))
    assert not outages.is_late(Match.objects.get(pk=matches[1].pk), now + AWAY)


def test_a_deadline_that_was_set_in_an_outage_is_put_off_by_what_it_lost(running, now):
    """A deadline moves by the part of the outage that it lost.

    A move that the web server takes during the outage sets a deadline that loses half of it. A deadline that an admin
    extended before loses all of it.
    """
    due_matches.sweep(now)
    asked, extended = (running(turn_seconds=86_400, options={"cut": False}, at=now) for _ in range(2))
    order = match_actions.Order(asked.match.creator, "Vacations.", now)
    match_actions.extend(extended.match.pk, order, timedelta(days=7))
    play_first(asked.match.pk, now + AWAY / 2)
    due = [Match.objects.get(pk=table.match.pk).due_at for table in (asked, extended)]

    due_matches.sweep(now + AWAY)

    later = [Match.objects.get(pk=table.match.pk).due_at for table in (asked, extended)]
    assert [after - at for after, at in zip(later, due, strict=True)] == [AWAY / 2, AWAY]


def test_a_sweeper_that_dies_puts_no_deadline_off_twice(running, now, monkeypatch):
    """Each deadline moves exactly once: another sweeper continues where the first one died.

    Until then no player is late, and the clock plays no move.
    """
    monkeypatch.setattr(outages, "BATCH", 2)
    due_matches.sweep(now)
    matches = [running(turn_seconds=3600, options={"cut": False}, at=now).match for _ in range(5)]
    back = now + AWAY
    outages.note_sweep(back)
    assert outages.put_batch_off()
    put_off = outages.put_matches_off

    def die(*about):
        put_off(*about)
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(outages, "put_matches_off", die)
        with pytest.raises(KeyboardInterrupt):
            outages.put_batch_off()

    for match in matches:
        assert not due_matches.wake(match.pk, back)
        read = Match.objects.get(pk=match.pk)
        assert outages.time_left(read, clock_of(read), back) == timedelta(hours=1)
    drain(outages.put_batch_off)
    for match in matches:
        after = Match.objects.get(pk=match.pk)
        assert (after.due_at, after.touched) == (match.due_at + AWAY, match.touched + 1)
    assert Outage.objects.get().done


def test_who_moves_after_an_outage_that_is_not_made_up_for_yet_gives_the_next_one_their_time(running, now):
    """The next player gets exactly their full time."""
    due_matches.sweep(now)
    table = running(turn_seconds=3600, options={"cut": False}, at=now)
    outages.note_sweep(now + AWAY)
    play_first(table.match.pk, now + AWAY + timedelta(seconds=1))

    outages.put_deadlines_off()

    assert Match.objects.get(pk=table.match.pk).due_at == now + AWAY + timedelta(seconds=3601)


def test_a_sweep_that_is_merely_late_is_no_outage(running, now):
    """Time runs on while the server is busy for some seconds."""
    due_matches.sweep(now)
    table = running(turn_seconds=10, options={"cut": False}, at=now)

    assert sweep(now + SHORTEST) == [table.match.pk]
    assert Match.objects.get(pk=table.match.pk).due_at == table.match.due_at


def test_a_sweep_that_is_late_while_a_worker_works_is_no_outage(running, now):
    """No outage is noted; a player whose time was up is late, and the clock plays."""
    due_matches.sweep(now)
    table = running(turn_seconds=20, options={"cut": False}, at=now)
    for seconds in range(20, 100, 20):
        outages.note_work(now + timedelta(seconds=seconds))
    match = Match.objects.get(pk=table.match.pk)

    assert outages.is_late(match, now + timedelta(seconds=96))
    assert sweep(now + timedelta(seconds=96)) == [table.match.pk]
    assert not Outage.objects.exists()
    assert Match.objects.get(pk=table.match.pk).due_at == match.due_at


def test_whoever_works_first_after_an_outage_notes_it(running, now):
    """A worker notes the outage with its first task, also before the next sweep."""
    due_matches.sweep(now)
    table = running(turn_seconds=3600, options={"cut": False}, at=now)
    outages.note_work(now + timedelta(seconds=20))
    outages.note_work(now + AWAY)
    due_matches.sweep(now + AWAY + timedelta(seconds=1))

    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (now + timedelta(seconds=20), now + AWAY)
    assert Match.objects.get(pk=table.match.pk).due_at == table.match.due_at + AWAY - timedelta(seconds=20)


@pytest.mark.parametrize(("bots", "signs"), [("too", True), ("not", True), ("only", False)])
def test_each_task_is_a_sign_of_life(db, settings, monkeypatch, bots, signs):
    """A task notes at intervals that the worker works.

    Workers that only run bot jobs note nothing: they do not play when a player's time is up.
    """
    settings.WORKER_BOTS = bots
    monkeypatch.setattr(tasks.sign_of_life, "at", -inf)
    LastSweep.objects.create(pk=1, at=timezone.now())

    tasks.run_due_match.apply(args=[str(uuid.uuid4())])
    first = LastSweep.objects.get().worked_at
    tasks.run_due_match.apply(args=[str(uuid.uuid4())])

    assert (first is not None) == signs
    assert LastSweep.objects.get().worked_at == first


@pytest.mark.parametrize("bots", ["too", "not"])
def test_the_sweep_has_a_queue_of_its_own(settings, bots):
    """Every worker that runs more than bot jobs serves the queue; no other task uses it."""
    settings.WORKER_BOTS = bots
    queues = Queues(settings.CELERY_TASK_QUEUES)
    worker = SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=queues)))
    choose_queues(instance=worker)

    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["options"]["queue"] == settings.CELERY_SWEEP_QUEUE
    assert settings.CELERY_SWEEP_QUEUE in queues.consume_from
    elsewhere = [how["options"].get("queue") for name, how in settings.CELERY_BEAT_SCHEDULE.items() if name != "sweep"]
    assert settings.CELERY_SWEEP_QUEUE not in [*elsewhere, settings.CELERY_TASK_DEFAULT_QUEUE]


def test_the_clock_of_an_old_sweep_goes_not_back(running, now):
    """A sweep with an older time, late from the queue, does not set the time of the last sweep back."""
    due_matches.sweep(now + AWAY)
    due_matches.sweep(now)

    assert LastSweep.objects.get().at == now + AWAY
