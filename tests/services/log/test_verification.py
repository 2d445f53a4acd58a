"""Verifying: a match equals its log, and changes that bypass the triggers are found with their row."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import Player
from games import log
from games.admin.matches.checklist import checklist_of
from games.management.commands import verify_matches
from games.models import Actor, Match, Move, Round, TableEvent
from games.services import due_matches
from games.services.log.verification import faults_now, faults_of
from games.services.matches.locked_match import locked_match
from games.services.staff import match_actions
from tests.conftest import NOW
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.eventually import drain
from tests.helpers.threads import concurrent
from tests.proofs.torture.database import undone

NOT_ITS_DIGEST = "its digest does not follow from its content"


@pytest.fixture
def finished(running, now):
    """Return a finished match, of more than one round if the cards allow."""
    table = running(bots={1: "easy"}, options={"target": 1})
    put_on_autopilot(table.match, 0, now)
    drain(lambda: due_matches.wake(table.match.pk, now))
    match = Match.objects.get(pk=table.match.pk)
    assert match.status == "finished"
    return match


def faults(match):
    """Return the findings as text."""
    return [str(fault) for fault in faults_of(Match.objects.get(pk=match.pk))]


def test_a_match_as_it_was_played_is_in_order(finished, running, make_match):
    """Finished, running and waiting matches verify."""
    for match in (finished, running().match, make_match().match):
        assert faults(match) == []


def test_the_log_folds_to_the_snapshot(finished):
    """The fold takes no help from the snapshot."""
    loaded = log.load(finished)
    started = json.loads(TableEvent.objects.get(match=finished, type="started").data)
    state = loaded.game.start(started["options"], finished.seat_count, started["dealer"])

    for _, folded in log.fold(loaded.game, state, log.rows_after(finished)):
        state = folded

    assert state == loaded.state


CHANGED_ROWS = (
    (Move, "seat", 1),
    (Move, "by", "admin"),
    (Move, "move", '{"type":"pass"}'),
    (Move, "events", "[]"),
    (Move, "ends_round", True),
    (Move, "at", "2020-01-01T00:00:00+00:00"),
    (Round, "deck", "[]"),
    (Round, "events", "[]"),
    (Round, "number", 7),
    (TableEvent, "data", '{"forged":true}'),
    (TableEvent, "type", "resigned"),
    (TableEvent, "digest", "0" * 64),
)


@pytest.mark.usefixtures("unguarded")
def test_a_changed_row_is_named(finished):
    """The verification finds a change of any column."""
    wrong = []
    for kind, field, value in CHANGED_ROWS:
        rows = kind.objects.filter(match=finished).exclude(**{field: value})
        row = rows.order_by("version")[rows.count() // 2]
        with undone():
            kind.objects.filter(pk=row.pk).update(**{field: value})
            if (found := faults(finished)) != [f"row {row.version}: {NOT_ITS_DIGEST} and the row before it"]:
                wrong.append((kind, field, found))

    assert wrong == []


@pytest.mark.usefixtures("unguarded")
def test_dropped_and_swapped_rows_are_named(finished):
    """The verification finds a dropped row in the middle and at the end, and two swapped moves."""
    rows = log.rows_after(finished)
    middle, last = rows[len(rows) // 2], rows[-1]
    first, second = Move.objects.filter(match=finished).order_by("version")[:2]

    with undone():
        for pk, version in ((first.pk, 9999), (second.pk, first.version), (first.pk, second.version)):
            Move.objects.filter(pk=pk).update(version=version)
        assert faults(finished)[0].startswith(f"row {first.version}: {NOT_ITS_DIGEST}")

    type(last).objects.filter(pk=last.pk).delete()
    assert faults(finished) == [f"row {last.version}: is missing: the header counts more rows, and has another digest"]
    type(middle).objects.filter(pk=middle.pk).delete()
    assert faults(finished) == [f"row {middle.version}: is missing"]


NO_RESULT = "its result, or its end, is not what the log says"
LIES = (
    ("snapshot", "no state at all", "its snapshot is not what the log folds to"),
    ("seed", "00" * 32, "the commitment is not that of the seed"),
    ("seed", "no hex", "the commitment is not that of the seed"),
    ("digest", "0" * 64, "its digest is not that of the last row"),
    ("version", 3, "it counts more rows, or fewer"),
    ("options", {"target": 99}, "its options or its dealer are not those that the match began with"),
    ("clock", {"control": {"type": "move", "seconds": 1}}, "its clock cannot be read"),
    ("clock", "no clock", "its clock cannot be read"),
    ("turn_seconds", 1, "its time control is not that with which the match began"),
    ("result", None, NO_RESULT),
    ("result", {"winner": 1}, NO_RESULT),
    ("finished_at", None, NO_RESULT),
    ("status", "running", "its status is not what the log says"),
    ("rules_version", 99, "is not in the catalogue"),
)


def test_a_header_that_lies_is_named(finished):
    """The header is a cache of the log."""
    loaded, wrong = log.load(finished), []
    at_the_start = loaded.game.dump_state(loaded.game.start(finished.options, 2, 0))
    for field, value, complaint in (("snapshot", at_the_start, "its snapshot is not what the log folds to"), *LIES):
        with undone():
            Match.objects.filter(pk=finished.pk).update(**{field: value})
            found = faults(finished)
            if not any(complaint in fault for fault in found):
                wrong.append((field, value, found))

    assert wrong == []


def test_a_seat_that_lies_is_named(finished):
    """The log has the player of each seat, what they added to the shuffle, and whether they play on."""
    wrong = []
    began, plays = "is not as it was when the match began", "is played by another than the log says"
    for number, field, value, complaint in (
        (0, "seed", "another", began),
        (0, "player", None, began),
        (1, "bot", "medium", began),
        (0, "resigned", True, plays),
        (0, "bot", "easy", plays),
    ):
        with undone():
            finished.seats.filter(number=number).update(**{field: value})
            if (found := faults(finished)) != [f"header: seat {number} {complaint}"]:
                wrong.append((number, field, found))

    assert wrong == []


def test_the_command_tells_and_exits(finished, running, capsys):
    """The exit status is 0 if all is well, else 1 with the row of each broken match."""
    call_command("verify_matches")
    assert capsys.readouterr().out == "1 matches verified, 0 broken\n"

    Match.objects.filter(pk=finished.pk).update(seed="00" * 32)
    with pytest.raises(SystemExit) as exit:
        call_command("verify_matches", str(finished.pk))
    assert exit.value.code == 1
    assert f"{finished.pk}  header: the commitment is not that of the seed" in capsys.readouterr().out

    call_command("verify_matches", status="running")
    assert capsys.readouterr().out == "0 matches verified, 0 broken\n"


def checked(match_id):
    """Return the findings of the admin."""
    return [fault for check in checklist_of(Match.objects.get(pk=match_id)) for fault in check.faults]


def verified_by_staff(match_id):
    """Return the message to the staff."""
    staff = Player.objects.create_superuser(f"staff of {match_id}")
    return match_actions.verify(match_id, match_actions.Order(staff, "to be sure", NOW))


def test_the_command_looks_at_every_match_once(make_match, capsys, monkeypatch):
    """Any number of ids may be read at once."""
    for _ in range(3):
        make_match()
    for page in (1, 2, 3):
        monkeypatch.setattr(verify_matches, "PAGE", page)

        call_command("verify_matches")

    assert capsys.readouterr().out == "3 matches verified, 0 broken\n" * 3


@concurrent
@pytest.mark.parametrize("look", [faults_now, checked, verified_by_staff])
def test_a_match_that_goes_on_meanwhile_is_in_order(running, now, look):
    """Header, seats and rows are read at one moment, though a player moves between two reads."""
    match = running(options={"cut": False}).match
    moves = []

    def go_on(execute, sql, *rest):
        if "games_move" in sql and not moves:
            moves.append(pool.submit(play_one, match.pk, now))
            wait(moves, timeout=1)  # a lock on the match blocks all moves
        return execute(sql, *rest)

    with ThreadPoolExecutor(1) as pool, connection.execute_wrapper(go_on):
        found = look(match.pk)

    assert found == []
    assert [move.result() > match.version for move in moves] == [True]


def play_one(match_id, now):
    """Make a move in a separate connection; return the version after it."""
    try:
        with locked_match(match_id, now, wakes_worker=False) as table:
            seat = table.seats[table.game.to_act(table.state)]
            table.move(seat, table.game.legal_moves(table.state)[0], Actor.PLAYER, seat.player)
        return table.match.version
    finally:
        connection.close()
