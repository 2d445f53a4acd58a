"""The clock of a match follows from its log: it is stored with the match, computed from the log, and verified."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from games import log
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.match_clock import clock_of, to_keep
from games.models import LastSweep, Match, Outage
from games.seat_control import Bot, Person, StandIn, Why
from games.services import due_matches
from games.services.dispatch import outages
from games.services.log.verification import faults_of
from games.services.staff import match_actions
from games.services.turns import playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.playing import play_first
from tests.proofs.torture.database import undone

HOUR = timedelta(hours=1)
BANKS = BankControl(seconds=1200, bank_seconds=2400, increment_seconds=60, cap_seconds=3000)


@pytest.fixture
def order(staff, now):
    """Return a function for orders of staff, by minutes since the beginning."""
    return lambda minutes=0: match_actions.Order(staff, "A player asked for it.", now + timedelta(minutes=minutes))


def read(match):
    """Return the stored match."""
    return Match.objects.get(pk=match.pk)


def test_a_match_in_a_lobby_keeps_its_control(make_match):
    """The clock of a lobby has only its control."""
    match = make_match(turn_seconds=600).match

    assert read(match).clock == {"control": {"type": "move", "seconds": 600}}
    assert list(faults_of(read(match))) == []


@pytest.mark.parametrize("control", [MoveControl(3600), BANKS])
def test_whatever_happens_the_clock_is_what_the_log_tells(control, running, order, now):
    """After random moves, extensions, pauses, absences, bots and resignations the clock equals that of the log."""
    match = running(game="haggis", seats=3, control=control).match
    acting = match.to_act
    happenings = [
        lambda: play_first(match.pk, now),
        lambda: match_actions.extend(match.pk, order(10), HOUR),
        lambda: match_actions.pause(match.pk, order(20)),
        lambda: match_actions.give_to_bot(match.pk, order(21), acting, "easy"),
        lambda: match_actions.give_back(match.pk, order(22), acting),
        lambda: match_actions.resume(match.pk, order(30)),
        lambda: put_on_autopilot(match, read(match).to_act, now + HOUR / 2),
        lambda: match_actions.pause(match.pk, order(31)),
        lambda: match_actions.resume(match.pk, order(32)),
        lambda: playing.resume(match.pk, seats[read(match).to_act].player, now + HOUR),
        lambda: match_actions.give_to_bot(match.pk, order(61), read(match).to_act, "easy"),
        lambda: match_actions.give_back(match.pk, order(62), read(match).to_act),
        lambda: due_matches.wake(match.pk, now + 4 * HOUR),
        lambda: playing.resign(match.pk, seats[read(match).to_act].player, now + 4 * HOUR),
        lambda: due_matches.wake(match.pk, now + 4 * HOUR),
        lambda: playing.resign(match.pk, seats[read(match).to_act].player, now + 5 * HOUR),
        lambda: match_actions.verify(match.pk, order()),
    ]
    seats = log.seats_of(match)

    for number, happen in enumerate(happenings):
        happen()
        assert list(faults_of(read(match))) == [], number
    assert read(match).status == "finished"


def test_what_a_bank_holds_is_told_by_the_log(running, now):
    """The log gives the banks after each move, also of earlier turns, and verification finds a wrong one."""
    match = running(control=BANKS, options={"cut": False}).match
    first = match.to_act
    for minutes in (30, 31, 81, 140):
        due_matches.wake(match.pk, now + timedelta(minutes=minutes))
        play_first(match.pk, now + timedelta(minutes=minutes))

    kept = clock_of(read(match))
    of_first = 2400 - (30 - 20) * 60 + 60 - (50 - 20) * 60 + 60
    assert [kept.bank(first), kept.bank(1 - first)] == [of_first, 2400 + 60 - (59 - 20) * 60 + 60]
    assert list(faults_of(read(match))) == []
    wrong = to_keep(replace(kept, banks=(1.0, 2.0)))
    Match.objects.filter(pk=match.pk).update(clock=wrong)
    assert [fault.part for fault in faults_of(read(match))] == ["clock"]


def test_an_outage_uses_no_bank_also_when_nobody_has_noted_it_yet(running, now):
    """A move before the first sweep after an outage uses no bank for it, and verifies after the sweep."""
    match = running(control=BANKS, options={"cut": False}).match
    due_matches.sweep(now + HOUR / 4)
    play_first(match.pk, now + 2 * HOUR)

    assert clock_of(read(match)).bank(match.to_act) == 2400 + 60
    due_matches.sweep(now + 2 * HOUR + timedelta(seconds=5))
    assert Outage.objects.count() == 1
    assert list(faults_of(read(match))) == []


def test_a_move_that_is_committed_after_an_outage_was_made_up_for(running, now):
    """A move made during an outage but committed later keeps the remaining time of its turn."""
    match = running(turn_seconds=3600, options={"cut": False}).match
    due_matches.sweep(now)
    due_matches.sweep(now + timedelta(seconds=60))
    play_first(match.pk, now + timedelta(seconds=59))

    assert list(faults_of(read(match))) == []
    LastSweep.objects.update(at=now + timedelta(seconds=59 + 3600))
    assert not outages.is_late(read(match), now + timedelta(seconds=59 + 3600.5))
    assert outages.is_late(read(match), now + timedelta(seconds=59 + 3601.5))
    Match.objects.filter(pk=match.pk).update(due_at=now + timedelta(seconds=59 + 3599))
    assert [fault.part for fault in faults_of(read(match))] == ["clock"]


def test_who_lets_the_time_run_out_has_what_is_added(running, now):
    """After a timeout the bank has only the increment, and so has the next turn."""
    match = running(control=BANKS, options={"cut": False}).match
    due_matches.sweep(now)
    due_matches.sweep(now + timedelta(seconds=10))
    late = now + timedelta(seconds=3601)
    for second in range(20, 3620, 20):
        due_matches.sweep(now + timedelta(seconds=second))
    due_matches.wake(match.pk, late)

    assert clock_of(read(match)).bank(match.to_act) == 60
    assert list(faults_of(read(match))) == []


def test_a_clock_that_lies_is_found(running, now):
    """Verification finds a wrong clock, deadline, remaining time or time control."""
    match = read(running(turn_seconds=3600).match)
    late, deadline = now + 9 * HOUR, "its deadline is not the one that follows from the log"
    wrong = []
    for changed, complaint in (
        ({"clock": {**match.clock, "due_at": late.isoformat()}}, "its clock is not what the log folds to"),
        ({"due_at": late}, deadline),
        ({"due_at": None}, deadline),
        ({"time_left": timedelta(1)}, "it has another time left than the log says"),
        ({"turn_seconds": 60}, "its time control is not that with which the match began"),
    ):
        with undone():
            Match.objects.filter(pk=match.pk).update(**changed)
            if complaint not in (found := {fault.what for fault in faults_of(read(match))}):
                wrong.append((changed, found))

    assert wrong == []


def test_a_deadline_is_verified_with_what_outages_took_of_it(running, now):
    """A deadline verifies before and after it was postponed, and a later one does not."""
    due_matches.sweep(now)
    match = running(turn_seconds=3600, options={"cut": False}).match
    outages.note_sweep(now + 2 * HOUR)
    assert list(faults_of(read(match))) == []
    outages.put_deadlines_off()

    assert read(match).due_at == now + 3 * HOUR
    assert list(faults_of(read(match))) == []
    Match.objects.filter(pk=match.pk).update(due_at=now + 4 * HOUR)
    assert [fault.part for fault in faults_of(read(match))] == ["clock"]


def test_a_deadline_after_an_outage_is_verified_to_the_second(running, now):
    """Verification is exact to the second, for turns that began before and during the outage."""
    due_matches.sweep(now)
    before, inside = (running(turn_seconds=86_400, options={"cut": False}).match for _ in range(2))
    play_first(inside.pk, now + HOUR)
    due_matches.sweep(now + 2 * HOUR)
    assert read(before).due_at == now + 26 * HOUR
    assert read(inside).due_at == now + 26 * HOUR

    for match in (before, inside):
        right = read(match).due_at
        assert list(faults_of(read(match))) == []
        for seconds in (-1, 1):
            Match.objects.filter(pk=match.pk).update(due_at=right + timedelta(seconds=seconds))
            assert [fault.part for fault in faults_of(read(match))] == ["clock"]


def test_a_deadline_that_lost_another_part_of_an_outage_is_wrong(running, now):
    """A turn that began in the middle of an outage gets half an hour more, no other time."""
    due_matches.sweep(now)
    match = running(turn_seconds=86_400, options={"cut": False}).match
    play_first(match.pk, now + HOUR / 2)
    due_matches.sweep(now + HOUR)
    assert read(match).due_at == now + 25 * HOUR

    for lost in (1 / 2, 3 / 4):
        Match.objects.filter(pk=match.pk).update(due_at=now + (25 + lost / 2) * HOUR)
        assert [fault.part for fault in faults_of(read(match))] == ["clock"]


def test_two_outages_put_a_deadline_off_in_any_order(running, now):
    """Two outages postpone a deadline in any order of sweeps."""
    due_matches.sweep(now)
    match = running(turn_seconds=3600, options={"cut": False}).match
    outages.note_sweep(now + 2 * HOUR)
    outages.note_sweep(now + 2 * HOUR + HOUR / 2)
    first = Outage.objects.order_by("began_at")[0]
    Outage.objects.filter(pk=first.pk).update(done=True)
    outages.put_deadlines_off()
    Outage.objects.filter(pk=first.pk).update(done=False)
    outages.put_deadlines_off()

    assert read(match).due_at == now + 3.5 * HOUR
    assert list(faults_of(read(match))) == []


def test_more_time_in_an_outage_is_on_top_of_what_it_took(running, order, now):
    """An extension during an outage is added to the whole of it."""
    due_matches.sweep(now)
    match = running(turn_seconds=3600, options={"cut": False}).match
    match_actions.extend(match.pk, order(30), HOUR)
    assert read(match).due_at == now + 2.5 * HOUR

    due_matches.sweep(now + HOUR)

    assert read(match).due_at == now + 3 * HOUR


def test_who_answers_for_a_seat(running, order, now):
    """A bot, the player or a stand-in controls a seat; a stand-in has a reason."""
    match = running(game="haggis", seats=3, bots={2: "easy"}).match

    def answering():
        return log.seats_of(match)[0].responder

    assert log.seats_of(match)[2].responder == Bot("easy")
    assert answering() == Person()
    put_on_autopilot(match, 0, now)
    assert answering() == StandIn("medium", Why.ABSENT)
    match_actions.give_to_bot(match.pk, order(), 0, "easy")
    assert answering() == StandIn("easy", Why.STAFF)
    match_actions.give_back(match.pk, order(), 0)
    assert answering() == Person()
    playing.resign(match.pk, log.seats_of(match)[0].player, now)
    assert answering() == StandIn("medium", Why.RESIGNED)
    assert list(faults_of(read(match))) == []


def test_a_seat_that_is_on_autopilot_behind_the_back_of_the_log_is_found(running):
    """Verification finds an autopilot in the header that is not in the log."""
    table = running()
    table.seats[0].autopilot = True
    table.seats[0].save()

    assert [str(fault) for fault in faults_of(read(table.match))] == [
        "header: seat 0 is played by another than the log says"
    ]
