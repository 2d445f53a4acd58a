"""``manage.py verify_record``: its checks of exported records, right and wrong, and its errors for other files."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import LEVELS
from games.bots.level import Budget
from games.engine.catalogue import GAMES
from games.models import Match, Seat
from games.services import due_matches
from games.services.bots import bot_jobs
from games.services.log.records import findings_in
from games.services.turns import playing
from tests.eventually import attempts
from tests.playing import play_by_chance

SCRIPT = Path(__file__).parents[2] / "scripts" / "check_shuffle.py"


@pytest.fixture
def exported(running, client_of, now):
    """Return a factory of records as the API exports them, of finished matches."""

    def make(key="chkobba", *, seats=None, gives_up=None, moves=3000, **options):
        table = running(game=key, seats=seats or GAMES[key].seats[0], options=options)
        match = table.match.pk
        if gives_up is not None:
            playing.resign(match, table.seats[gives_up].player, now)
        table = play_by_chance(match, now, Random(key), most=moves)
        if table.match.status == "running":
            playing.resign(match, table.seats[0].player, now)
        assert Match.objects.get(pk=match).status == "finished"
        return client_of(table.seats[0].player).get(f"matches/{match}/record").data

    return make


@pytest.fixture
def verify(tmp_path, capsys):
    """Return a function that runs the command on a file of records: exit status, output, errors."""

    def run(*records, **options):
        file = tmp_path / "records.jsonl"
        file.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in records))
        status = 0
        try:
            call_command("verify_record", str(file), **options)
        except SystemExit as exit:
            status = exit.code
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_a_record_that_is_right_in_everything(exported, verify):
    """The output has a sentence for each check."""
    record = exported("chkobba", target=1)

    status, told, complaints = verify(record)

    assert (status, complaints) == (0, "")
    assert told.splitlines()[0] == f"Record 1: chkobba, match {record['about']['match']}"
    for sentence in (
        f"  right  The seed is the one that the server was committed to, {record['about']['commitment']}.",
        f"  right  The first dealer, seat {record['dealer']}, follows from the seeds.",
        "decks of",
        "moves are allowed by the rules of chkobba.",
        f"  right  The totals are {record['about']['result']['totals']}.",
    ):
        assert sentence in told
    assert "WRONG" not in told


@pytest.mark.parametrize("key", GAMES)
def test_records_of_every_game_are_right(exported, verify, tmp_path, key):
    """The server and the public script both confirm them, with reshuffles where the game has them."""
    record = exported(key, **({"target": 1} if key not in ("camba", "haggis") else {}))

    assert all(finding.right for finding in findings_in(record))
    assert key != "camba" or any(played["reshuffles"] for played in record["rounds"])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    done = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=False)
    note, verdict, *_ = done.stdout.splitlines()
    assert (done.returncode, note[:27], verdict[:9]) == (0, "NOTE: no seat committed to ", "all right")


def test_who_gives_up_loses_whatever_the_cards_say(exported, verify):
    """With two sides the other one wins at once. With three the game goes on without the player, who comes last."""
    for record in (
        exported("scopa", moves=5),
        *(exported("scopa", seats=3, gives_up=seat, target=1) for seat in range(3)),
    ):
        status, told, _ = verify(record)
        assert (status, "WRONG" in told) == (0, False), told


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (
            lambda record: record["about"].update(seed="11" * 32),
            "The seed is not the one that the server was committed",
        ),
        (lambda record: record["about"].update(commitment="11" * 32), "The seed is not the one"),
        (lambda record: record["about"]["seats"][1].update(seed="x"), "the deck does not follow from the seeds"),
        (lambda record: record["about"].update(match="01a1fdad-b3a8-7d40-bcc2-7b9d0448ccb9"), "does not follow"),
        (lambda record: record["rounds"][0]["decks"][0].reverse(), "Round 0, shuffle 0: the deck does not follow"),
        (lambda record: record["rounds"][-1]["decks"][-1].__setitem__(0, 7), "the deck does not follow"),
        (lambda record: record.update(dealer=1 - record["dealer"]), "The first dealer should be seat"),
        (lambda record: record["rounds"][0]["moves"].pop(4), "Round 0, move "),
        (lambda record: record["rounds"][-1]["moves"].pop(), "The totals are"),
        (lambda record: record["about"]["result"].update(totals=[99, 0]), "not [99, 0]"),
        (
            lambda record: record["about"]["result"].update(winner=1 - record["about"]["result"]["winner"]),
            "by the rules",
        ),
        (lambda record: record.update(options={"target": 200}), "The match is not over"),
    ],
)
def test_what_is_wrong_is_named(exported, verify, damage, complaint):
    """The exit status is 1, too."""
    record = exported("chkobba", target=1)
    damage(record)

    status, told, _ = verify(record)

    assert status == 1
    assert complaint in told
    assert "WRONG" in told


def test_many_records_are_counted(exported, verify):
    """The file has one record a line."""
    right = exported("chkobba", target=1)
    wrong = json.loads(json.dumps(right))
    wrong["about"]["result"]["totals"] = [99, 0]

    status, told, _ = verify(right, wrong, right)

    assert status == 1
    assert told.endswith("3 records checked, 1 wrong\n")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"about": None}, "this is no record of a finished match: Expected `object`, got `null`"),
        ({"format": "card-match/2"}, "Invalid enum value 'card-match/2'"),
        ({"game": "bridge\n"}, r"there is no game 'bridge\n'"),
        ({"game": "\ud800"}, "this is no record of a finished match"),
        ({"seats": 5}, "it is for 5 seats and tells of 2"),
        ({"more": 1}, "unknown field `more`"),
    ],
)
def test_what_is_no_record_is_said_in_a_line(exported, verify, change, complaint):
    """The line names what is missing."""
    status, told, complaints = verify({**exported("chkobba", moves=1), **change})

    assert (status, told) == (1, "")
    assert complaints.startswith("record 1: ")
    assert complaint in complaints
    assert complaints.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": "zz"}, "its seed is not 64 hex digits"),
        ({"shuffle": "coin"}, "its shuffle is 'coin', and only chkobba-shuffle-v1 is known here"),
        ({"match": "no id"}, "Invalid UUID"),
    ],
)
def test_what_lacks_its_seed_cannot_be_checked(exported, verify, change, complaint):
    """Without it, no deck can be derived."""
    record = exported("chkobba", moves=1)
    record["about"] |= change

    status, _, complaints = verify(record)

    assert status == 1
    assert complaint in complaints


@pytest.mark.parametrize(
    ("text", "complaint"), [("", "it contains no record"), ("hello", "unreadable: "), ("{", "unreadable")]
)
def test_what_cannot_be_read_is_said_in_a_line(verify, text, complaint):
    """The line names the file, and the line of the file if there is one."""
    with pytest.raises(CommandError, match=complaint) as refused:
        verify(text)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_said_in_a_line(tmp_path):
    """There is no traceback."""
    with pytest.raises(CommandError, match="No such file"):
        call_command("verify_record", str(tmp_path / "nothing.json"))


def test_a_record_can_come_by_standard_input(exported, monkeypatch, capsys):
    """The record may have many lines."""
    text = json.dumps(exported("chkobba", target=1), indent=1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    call_command("verify_record", "-")

    assert "WRONG" not in capsys.readouterr().out


# --- the choices of bots ----------------------------------------------------------------------------------------------


@pytest.fixture
def of_bots(running, client_of, now, monkeypatch):
    """Return the record of a match of a thinking bot, with little time, against a bot in place of its player."""
    few = replace(LEVELS["expert"], budget=Budget(iterations=12, seconds=20))
    monkeypatch.setitem(LEVELS, "expert", few)

    def make(key, **options):
        seats = GAMES[key].seats[0]
        bots = dict.fromkeys(range(1, seats), "expert")
        table = running(game=key, seats=seats, bots=bots, options=options)
        Seat.objects.filter(match=table.match, number=0).update(autopilot=True)
        for _ in attempts(10_000, "the match does not end"):
            if Match.objects.get(pk=table.match.pk).status != "running":
                break
            due_matches.wake(table.match.pk, now)
            if job := bot_jobs.take_next(now):
                bot_jobs.think(job)
        return client_of(table.seats[0].player).get(f"matches/{table.match.pk}/record").data

    return make


@pytest.mark.parametrize(("key", "options"), [("scopone-scientifico", {"target": 1}), ("camba", {}), ("haggis", {})])
def test_every_move_of_a_bot_is_chosen_again(key, options, of_bots, verify):
    """The record is enough: the view of the seat, its level and budget, and the random numbers from the seed."""
    record = of_bots(key, **options)

    status, said, _ = verify(record, bots=True)

    counts = Counter(bot["level"] for bot in record["about"]["bots"])
    assert set(counts) == {"expert", "medium"}
    assert sum(counts.values()) == sum(len(played["moves"]) for played in record["rounds"])
    assert {bot.get("iterations") for bot in record["about"]["bots"]} == {12, None}
    for level, count in counts.items():
        assert f"right  {count} moves of {level} in version 1 are what it chooses." in said
    assert status == 0


def test_a_move_that_a_bot_did_not_choose_is_found(of_bots, verify):
    """The command also reports a false level, or a level that this server lacks."""
    record = of_bots("camba")

    def with_bots(**change):
        bots = [{**bot, **change} for bot in record["about"]["bots"]]
        return verify({**record, "about": {**record["about"], "bots": bots}}, bots=True)

    status, said, _ = with_bots(level="random")
    assert status == 1
    assert "random in version 1 chooses" in said
    status, said, _ = with_bots(version=99)
    assert status == 0
    assert "cannot be recomputed: this server has no such level" in said


def test_nothing_is_recomputed_unless_it_is_asked_for(of_bots, verify):
    """It takes as long as the bots did."""
    assert "what it chooses" not in verify(of_bots("camba"))[1]
